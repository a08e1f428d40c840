// The language server's life: one process for all folders of the window.

import * as fs from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";
import {
  CloseAction,
  CodeLensRequest,
  DidChangeConfigurationNotification,
  ErrorAction,
  ExecuteCommandRequest,
  InlayHintRequest,
  LanguageClient,
  ResponseError,
  type ClientCapabilities,
  type CloseHandlerResult,
  type CodeLens,
  type LanguageClientOptions,
  type ProgressToken,
  type ServerOptions,
  type WorkDoneProgressBegin,
  type WorkDoneProgressEnd,
  type WorkDoneProgressReport,
} from "vscode-languageclient/node";

import type { Printed, RunFinished } from "./protocol";
import { Refresh } from "./refresh";
import { section, serverSettings } from "./settings";

/** VS Code's own command by which the user trusts the workspace. */
const trustCommand = "workbench.trust.manage";

/** A server that ends so often within so many milliseconds is not started again: it would end again. */
const mostRestarts = 4;
const restartPeriod = 180_000;

/** The progress of a run: its end is told by onRunFinished. What is done besides, such as building HEAD, has a progress of another name. */
const ofRun = /^hotlens\/run\/\d+$/u;

type Progress = WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd;

/** Carries out one of the server's commands; undefined if that has failed, which the user has then been told. */
export type CommandHandler = (command: string, given: unknown[]) => Promise<unknown>;

/** The language server, and what it tells of its own accord. */
export class Server implements vscode.Disposable {
  /** The server's log, and the conversation with it if hotlens.trace.server wants it. */
  readonly log = vscode.window.createOutputChannel("hotlens: server", { log: true });

  private readonly finished = new vscode.EventEmitter<RunFinished>();
  /** A run has ended. */
  readonly onRunFinished = this.finished.event;
  private readonly printed = new vscode.EventEmitter<Printed>();
  /** The program that runs has printed something. Told once hotlens.output was asked to. */
  readonly onOutput = this.printed.event;
  private readonly working = new vscode.EventEmitter<string | undefined>();
  /** What the server is doing; undefined when it has done what was no run. */
  readonly onProgress = this.working.event;
  private besides: { readonly token: ProgressToken; readonly title: string } | undefined; // what is done that is no run
  private readonly trouble = new vscode.EventEmitter<string>();
  /** The server cannot be started, or has ended: why. */
  readonly onTrouble = this.trouble.event;

  private readonly started = new vscode.EventEmitter<undefined>();
  /** A server answers. */
  readonly onStarted = this.started.event;
  private readonly restarted = new vscode.EventEmitter<undefined>();
  /** The server has ended, and there is a new one, which knows of no run. */
  readonly onRestarted = this.restarted.event;

  private readonly cleared = new vscode.EventEmitter<undefined>();
  /** The server knows of no run any more, as the user wants it. */
  readonly onCleared = this.cleared.event;

  /** Carries out what lenses and the command palette ask for. */
  onCommand: CommandHandler = (command, given) => this.execute(command, given);

  private client: LanguageClient | undefined;
  private readonly lenses = new Refresh((document) => this.client?.getFeature(CodeLensRequest.method).getProvider(document)?.onDidChangeCodeLensEmitter);
  private readonly hints = new Refresh((document) => this.client?.getFeature(InlayHintRequest.method).getProvider(document)?.onDidChangeInlayHints);
  private ends: number[] = []; // when the server ended of its own accord, the last times
  private readonly subscriptions: { dispose(): unknown }[] = [this.log, this.finished, this.printed, this.working, this.trouble, this.started, this.restarted, this.cleared, this.lenses, this.hints];

  constructor(private readonly context: vscode.ExtensionContext) {
    this.subscriptions.push(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (document.languageId === "java" && contentChanges.length > 0) {
          this.lenses.changed([document.uri.toString()]);
        }
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.sendSettings()),
      vscode.extensions.onDidChange(() => this.sendSettings()),
    );
  }

  /** Starts the server. That it does not start is told the user, and no error. */
  async start(): Promise<void> {
    const command = this.executable();
    if (!fs.existsSync(command)) {
      this.trouble.fire(`There is no program ${command}. Set hotlens.server.path, or install the extension for this platform.`);
      return;
    }
    const run = { command, args: ["lsp"] };
    const serverOptions: ServerOptions = { run, debug: run };
    this.client = new LanguageClient(section, "hotlens", serverOptions, this.clientOptions());
    this.client.registerFeature({
      fillClientCapabilities: (capabilities: ClientCapabilities) => {
        capabilities.experimental = { hotlens: { trustCommand } };
      },
      initialize: () => undefined,
      getState: () => ({ kind: "static" }),
      clear: () => undefined,
    });
    this.client.onNotification("hotlens/runFinished", (run: RunFinished) => {
      this.finished.fire(run);
    });
    this.client.onNotification("hotlens/output", (piece: Printed) => {
      this.printed.fire(piece);
    });
    try {
      await this.client.start();
      this.started.fire(undefined);
    } catch (error) {
      this.trouble.fire(`The server did not start: ${messageOf(error)}`);
    }
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client?.needsStop()) {
      await client.stop();
    }
  }

  async restart(): Promise<void> {
    await this.stop();
    this.ends = [];
    await this.start();
    this.restarted.fire(undefined);
  }

  /** What to do about a server that has ended without being asked to. */
  private ended(): CloseHandlerResult {
    const now = Date.now();
    this.ends = [...this.ends.filter((end) => now - end < restartPeriod), now];
    if (this.ends.length > mostRestarts) {
      const message = `The server has ended ${this.ends.length.toString()} times within ${(restartPeriod / 60_000).toString()} minutes, and is not started again.`;
      this.trouble.fire(message);
      return { action: CloseAction.DoNotRestart, handled: true };
    }
    this.log.warn("The server has ended; it is started again. What it knew of runs is gone.");
    this.restarted.fire(undefined);
    return { action: CloseAction.Restart, handled: true };
  }

  /** Has the server carry out a command. Its answer is trusted to be what the protocol says. */
  async execute<T>(command: string, given: unknown[]): Promise<T> {
    if (!this.client?.isRunning()) {
      throw new Error("the server does not run; its log says why");
    }
    return (await this.client.sendRequest(ExecuteCommandRequest.type, { command, arguments: given })) as T;
  }

  /** Has the server forget what was run. */
  async clear(): Promise<void> {
    await this.execute("hotlens.clear", []);
    this.cleared.fire(undefined);
  }

  /** Asks the server something of our own. Its answer is trusted to be what the protocol says. */
  async request<T>(method: string, params: object): Promise<T> {
    if (!this.client?.isRunning()) {
      throw new Error("the server does not run; its log says why");
    }
    return await this.client.sendRequest<T>(method, params);
  }

  /** Tells the server something of our own. */
  async tell(method: string, params: object): Promise<void> {
    await this.client?.sendNotification(method, params);
  }

  /** The lenses of a document, asked for beside VS Code, which would look as if it had asked for those that it shows. */
  async lensesOf(document: vscode.TextDocument): Promise<CodeLens[]> {
    return (await this.client?.sendRequest(CodeLensRequest.type, { textDocument: { uri: Server.uriOf(document) } })) ?? [];
  }

  /** The document's address as the server knows it. */
  static uriOf(document: vscode.TextDocument): string {
    return document.uri.toString();
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private executable(): string {
    const configured = vscode.workspace.getConfiguration(section).get<string>("server.path", "");
    const name = process.platform === "win32" ? "hotlens.exe" : "hotlens";
    return configured || this.context.asAbsolutePath(path.join("bin", name));
  }

  private clientOptions(): LanguageClientOptions {
    return {
      documentSelector: ["java", "kotlin", "scala", "groovy"].map((language) => ({ scheme: "file", language })),
      initializationOptions: serverSettings,
      outputChannel: this.log,
      traceOutputChannel: this.log,
      diagnosticCollectionName: section,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue }), // if the server has ended, that is told as well
        closed: () => this.ended(),
      },
      middleware: {
        provideCodeLenses: (document, token, next) => {
          this.lenses.asked(document);
          return next(document, token);
        },
        provideInlayHints: (document, range, token, next) => {
          this.hints.asked(document);
          return next(document, range, token);
        },
        executeCommand: (command, given) => this.onCommand(command, given),
        handleWorkDoneProgress: (token, progress: Progress) => {
          this.follow(token, progress);
        },
        workspace: {
          configuration: (request) => request.items.map((item) => (item.section === section ? serverSettings() : null)),
          didChangeConfiguration: () => this.sendSettings(),
        },
      },
    };
  }

  /** Tells what a progress says. One that a run has taken the place of has nothing to say any more. */
  private follow(token: ProgressToken, progress: Progress): void {
    const besides = this.besides?.token === token ? this.besides : undefined;
    if (progress.kind === "begin") {
      this.besides = ofRun.test(token.toString()) ? undefined : { token, title: progress.title.replace(/^hotlens: /u, "") };
    } else if (progress.kind === "end") {
      if (besides) {
        this.besides = undefined;
        this.working.fire(undefined);
      }
    } else if (progress.message !== undefined && (besides || ofRun.test(token.toString()))) {
      this.working.fire(besides ? `${besides.title}: ${progress.message}` : progress.message);
    }
  }

  private async sendSettings(): Promise<void> {
    if (this.client?.isRunning()) {
      await this.client.sendNotification(DidChangeConfigurationNotification.type, { settings: { [section]: serverSettings() } });
    }
  }
}

/** What an error says to the user. */
export function messageOf(error: unknown): string {
  return error instanceof ResponseError || error instanceof Error ? error.message : String(error);
}
