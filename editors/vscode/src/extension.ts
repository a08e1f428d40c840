// The extension: starts the language server, and adds to what VS Code makes of its answers
// the commands, the status bar item and the views that VS Code leaves to extensions.

import * as vscode from "vscode";

import { Commands } from "./commands";
import { FlameGraph } from "./flameGraph";
import { ProgramOutput } from "./output";
import { Server } from "./server";
import { Status } from "./status";

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const started = new Server(context);
  server = started;
  const status = new Status(started);
  const output = new ProgramOutput(started);
  const flameGraph = new FlameGraph(context, started);
  const commands = new Commands(started, output, flameGraph);
  context.subscriptions.push(started, status, output, flameGraph, commands);
  await started.start();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
