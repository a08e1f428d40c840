// The extension: starts the language server, and adds to what VS Code makes of its answers
// the commands, the status bar item and the views that VS Code leaves to extensions.

import * as vscode from "vscode";

import { CallGraphView } from "./callGraph";
import { CallTreeView } from "./callTree";
import { ClassPath } from "./classPath";
import { Commands } from "./commands";
import { FlameGraph } from "./flameGraph";
import { ProgramOutput } from "./output";
import { Server } from "./server";
import { Status } from "./status";
import { Tests } from "./tests";

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const started = new Server(context);
  server = started;
  const status = new Status(started);
  const output = new ProgramOutput(started);
  const flameGraph = new FlameGraph(context, started);
  const callTree = new CallTreeView(started);
  const callGraph = new CallGraphView(context, started);
  const tests = new Tests(started);
  const classPath = new ClassPath(started);
  const commands = new Commands(started, output, flameGraph, callTree, callGraph);
  context.subscriptions.push(started, status, output, flameGraph, callTree, callGraph, tests, classPath, commands);
  await started.start();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
