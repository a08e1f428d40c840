// The flame graph of a run: the page that the server writes, in a panel, in the colours of the
// editor's theme, with a way to the sources.

import * as crypto from "node:crypto";
import * as fs from "node:fs/promises";
import * as path from "node:path";
import * as vscode from "vscode";

import { panelColumn, sourceColumn } from "./columns";
import type { Exported } from "./protocol";
import { messageOf, Server } from "./server";

/** What the page says: that the user wants to see a source. */
interface OpenSource {
  readonly path: string;
  readonly line: number;
}

/** The panel with the flame graph. There is one at most. */
export class FlameGraph implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private old = false; // there has been a run since the panel was filled
  private fills = 0; // how often the page was asked for
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly server: Server,
  ) {
    this.subscriptions = [
      server.onRunFinished((run) => {
        if (run.status === "ok" || run.status === "limit") {
          this.changed();
        }
      }),
      server.onProgress((phase) => {
        if (phase === undefined) {
          this.changed(); // HEAD was built, and is what is compared with
        }
      }),
    ];
  }

  /** Shows the run that covers the Java file at hand, beside the editor; the newest one where there is none. */
  async show(): Promise<void> {
    const document = vscode.window.activeTextEditor?.document;
    const panel = this.panel ?? vscode.window.createWebviewPanel("hotlens.flameGraph", "Flame Graph", panelColumn(), { enableScripts: true, enableFindWidget: false });
    if (!this.panel) {
      this.panel = panel;
      panel.onDidDispose(() => (this.panel = undefined));
      panel.onDidChangeViewState(() => {
        this.renew();
      });
      panel.webview.onDidReceiveMessage((message: OpenSource) => open(message));
    }
    try {
      await this.fill(panel, document?.languageId === "java" ? document : undefined);
    } catch (error) {
      panel.dispose(); // there is nothing to show, which the user is told
      throw error;
    }
    panel.reveal(undefined, false);
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
    this.panel?.dispose();
  }

  /** Shows that there is a newer run, or that it is compared with another one. */
  changed(): void {
    this.old = true;
    this.renew();
  }

  /** Shows the newest run where an older one is being looked at. If that cannot be, the older one stays. */
  private renew(): void {
    if (this.panel?.visible && this.old) {
      void this.fill(this.panel).catch((error: unknown) => {
        this.server.log.warn(`The flame graph was not renewed: ${messageOf(error)}`);
      });
    }
  }

  private async fill(panel: vscode.WebviewPanel, covered?: vscode.TextDocument): Promise<void> {
    this.old = false;
    const fill = ++this.fills;
    const newest = (): Promise<string> => this.page([]);
    const page = await (covered ? this.page([Server.uriOf(covered)]).catch(newest) : newest());
    if (fill === this.fills) { // else it is older than what has been asked for since, and may come later
      panel.webview.html = adapted(page);
    }
  }

  /** The page of a run, as the server exports it: of the one that covers a file, or of the newest one. */
  private async page(covered: string[]): Promise<string> {
    const folder = (this.context.storageUri ?? this.context.globalStorageUri).fsPath;
    await fs.mkdir(folder, { recursive: true });
    const file = path.join(folder, `flamegraph-${crypto.randomUUID()}.html`);
    try {
      const { path: written } = await this.server.execute<Exported>("hotlens.export", [...covered, "flamegraph", file]);
      return await fs.readFile(written, "utf8");
    } finally {
      await fs.rm(file, { force: true });
    }
  }
}

/** Shows a source, in a column where there is one already. */
async function open({ path: file, line }: OpenSource): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const uri = path.isAbsolute(file) || !folder ? vscode.Uri.file(file) : vscode.Uri.joinPath(folder, file);
  const at = new vscode.Position(Math.max(0, line - 1), 0);
  await vscode.window.showTextDocument(uri, { selection: new vscode.Range(at, at), viewColumn: sourceColumn() });
}

/** The page with the theme's colours, and with buttons that lead to sources. */
function adapted(page: string): string {
  const style = `<style>
    :root, :root[data-theme] {
      --page: var(--vscode-editor-background); --text: var(--vscode-editor-foreground); --quiet: var(--vscode-descriptionForeground);
      --line: var(--vscode-widget-border, var(--vscode-contrastBorder, var(--vscode-editorGroup-border)));
      --raised: var(--vscode-editorWidget-background); --accent: var(--vscode-focusBorder); --edge: var(--vscode-contrastBorder, var(--vscode-editor-background));
    }
    body { padding: 0; font-family: var(--vscode-font-family); font-size: var(--vscode-font-size); }
    #details .place { font-family: var(--vscode-editor-font-family); }
  </style>`;
  const script = `<script>(() => {
    const vscode = acquireVsCodeApi();
    window.hotlensState = vscode.getState(); // of the page of the run before
    document.addEventListener("hotlens-state", ({ detail }) => vscode.setState(detail));
    const follow = () => {
      const light = document.body.classList.contains("vscode-light") || document.body.classList.contains("vscode-high-contrast-light");
      const theme = light ? "light" : "dark";
      if (document.documentElement.dataset.theme !== theme) document.documentElement.dataset.theme = theme;
    };
    follow();
    new MutationObserver(follow).observe(document.body, { attributes: true, attributeFilter: ["class"] });
    document.addEventListener("hotlens-place", ({ detail: { path, line, row } }) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "open";
      button.textContent = "Open";
      button.title = "Show the source (o)";
      button.addEventListener("click", () => vscode.postMessage({ path, line }));
      row.append(button);
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "o" && !event.ctrlKey && !event.metaKey && !event.altKey && !event.target.closest("input, select")) {
        document.querySelector("#details .open")?.click();
      }
    });
  })();</script>`;
  return page.replace("</head>", () => `${style}\n</head>`).replace("<header>", () => `${script}\n<header>`);
}
