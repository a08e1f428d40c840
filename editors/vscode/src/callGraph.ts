// The call graph of one method: what has called it at its left, what it has called at its right, in a panel whose page
// (page/callGraph.ts) draws what hotlens.callGraph answers.

import * as crypto from "node:crypto";
import * as vscode from "vscode";

import { panelColumn, sourceColumn } from "./columns";
import { toRange } from "./output";
import type { CallGraph, FromGraphPage, Location, Method, ToGraphPage } from "./protocol";
import { messageOf, type Server } from "./server";

/** What is shown. */
interface Shown {
  readonly uri: string;
  readonly method: Method;
}

/** The panel. There is one at most. */
export class CallGraphView implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private shown: Shown | undefined;
  private metric: string | undefined; // undefined: that of the settings
  private former: Shown[] = []; // what was shown before, the last one last
  private state: ToGraphPage | undefined; // what the page shows or, while it is hidden, will
  private readonly subscription: vscode.Disposable;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly server: Server,
  ) {
    this.subscription = server.onRunFinished((run) => {
      if (this.shown && (run.status === "ok" || run.status === "limit")) {
        void this.renew(this.shown);
      }
    });
  }

  /** Shows a method, beside the editor. */
  async show(uri: string, method: Method): Promise<void> {
    const graph = await this.ask({ uri, method }); // which says why there is nothing to show
    this.panel ??= this.open();
    this.follow({ uri, method }, graph);
    this.panel.reveal(undefined, false);
  }

  dispose(): void {
    this.subscription.dispose();
    this.panel?.dispose();
  }

  private open(): vscode.WebviewPanel {
    const script = vscode.Uri.joinPath(this.context.extensionUri, "dist");
    const panel = vscode.window.createWebviewPanel("hotlens.callGraph", "Call Graph", panelColumn(), { enableScripts: true, localResourceRoots: [script] });
    panel.onDidDispose(() => {
      this.panel = this.shown = this.state = undefined;
      this.former = [];
    });
    panel.webview.onDidReceiveMessage((message: FromGraphPage) => this.receive(message));
    panel.webview.html = page(panel.webview, script);
    return panel;
  }

  private async receive(message: FromGraphPage): Promise<void> {
    const { shown } = this;
    switch (message.kind) {
      case "ready":
        this.post();
        break;
      case "open":
        await reveal(message.place);
        break;
      case "show":
        if (shown) {
          await this.move({ uri: message.uri ?? shown.uri, method: message.method });
        }
        break;
      case "back": {
        const before = this.former.pop();
        if (before) {
          this.shown = undefined;
          await this.move(before);
        }
        break;
      }
      case "metric":
        this.metric = message.metric;
        if (shown) {
          await this.renew(shown);
        }
    }
  }

  /** Goes from the method that is shown to another. */
  private async move(to: Shown): Promise<void> {
    try {
      this.follow(to, await this.ask(to));
    } catch (error) {
      void vscode.window.showErrorMessage(`hotlens: ${messageOf(error)}`);
    }
  }

  private follow(to: Shown, graph: CallGraph): void {
    if (this.shown && JSON.stringify(this.shown) !== JSON.stringify(to)) {
      this.former.push(this.shown);
    }
    this.shown = to;
    this.state = { graph, back: this.former.length > 0, problem: undefined };
    this.post();
  }

  /** Shows the same method in a newer run, or by another metric. Where that does not have it, the page says so and keeps what it has. */
  private async renew(shown: Shown): Promise<void> {
    try {
      this.follow(shown, await this.ask(shown));
    } catch (error) {
      if (this.state) {
        this.state = { ...this.state, problem: messageOf(error) };
        this.post();
      }
    }
  }

  private post(): void {
    if (this.panel && this.state) {
      this.panel.title = `Calls of ${this.state.graph.title}`;
      void this.panel.webview.postMessage(this.state);
    }
  }

  private ask({ uri, method }: Shown): Promise<CallGraph> {
    return this.server.execute<CallGraph>("hotlens.callGraph", [uri, { method, show: false, ...(this.metric === undefined ? {} : { metric: this.metric }) }]);
  }
}

/** Shows a place of the source, in a column where there is one already. */
async function reveal({ uri, range }: Location): Promise<void> {
  await vscode.window.showTextDocument(vscode.Uri.parse(uri), { selection: toRange(range), viewColumn: sourceColumn() });
}

function page(webview: vscode.Webview, folder: vscode.Uri): string {
  const nonce = crypto.randomUUID();
  const at = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString();
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${webview.cspSource} 'nonce-${nonce}'; script-src 'nonce-${nonce}'">
<title>Call graph</title>
<link rel="stylesheet" href="${at("callGraph.css")}">
</head>
<body>
<header></header>
<main></main>
<footer></footer>
<script nonce="${nonce}" src="${at("callGraph.js")}"></script>
</body>
</html>`;
}
