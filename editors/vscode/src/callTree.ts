// The tree of calls around a method: its callers upwards and its callees downwards, with their
// costs, asked for level by level and page by page, so that a million contexts are no matter.

import * as path from "node:path";
import * as vscode from "vscode";

import { toRange } from "./output";
import type { CallNode, CallTree, Method, Step } from "./protocol";
import type { Server } from "./server";

const viewId = "hotlens.callTree";

type Direction = "callers" | "callees";

/** What the tree is about. */
interface Root {
  readonly uri: string;
  readonly method: Method;
}

/** An element of the view: where one can go from it, how it was reached, and what is loaded of it. */
class Branch {
  children: (Branch | More)[] | undefined;

  constructor(
    readonly direction: Direction,
    readonly steps: readonly Step[],
    readonly node: CallNode | undefined, // undefined: the method itself, in this direction
  ) {}

  /** Whether it is known that there is nothing to be seen there. */
  get isEmpty(): boolean {
    return this.children?.length === 0;
  }
}

/** Stands for the nodes of a level that have not been asked for yet. */
class More {
  constructor(
    readonly of: Branch,
    readonly left: number,
  ) {}
}

/** The view. It appears when it is first asked for. */
export class CallTreeView implements vscode.Disposable, vscode.TreeDataProvider<Branch | More> {
  private readonly changed = new vscode.EventEmitter<Branch | undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view = vscode.window.createTreeView(viewId, { treeDataProvider: this, showCollapseAll: true });
  private readonly subscriptions: { dispose(): unknown }[];
  private root: Root | undefined;
  private branches: Branch[] = [];

  constructor(private readonly server: Server) {
    this.subscriptions = [
      this.changed,
      this.view,
      server.onRunFinished((run) => {
        if (run.status === "ok" || run.status === "limit") {
          this.restart(); // the steps mean the same in the new run, but what is expanded is the view's to remember
        }
      }),
      vscode.commands.registerCommand("hotlens.callTree.more", (more: More) => this.load(more.of)),
    ];
  }

  /** Shows what a method was called from, and what it called. */
  async show(uri: string, method: Method): Promise<void> {
    // The request says why there is nothing to show, if there is nothing.
    const { title, summary } = await this.ask({ uri, method }, new Branch("callers", [], undefined), 0);
    this.root = { uri, method };
    this.view.message = `${title}: ${summary}`;
    this.restart();
    await vscode.commands.executeCommand("setContext", "hotlens.hasCallTree", true);
    await vscode.commands.executeCommand(`${viewId}.focus`);
  }

  async getChildren(of?: Branch | More): Promise<(Branch | More)[]> {
    if (!of) {
      return this.branches;
    }
    if (of instanceof More) {
      return [];
    }
    if (!of.children) {
      await this.page(of);
    }
    return of.children ?? [];
  }

  getTreeItem(of: Branch | More): vscode.TreeItem {
    if (of instanceof More) {
      const item = new vscode.TreeItem(`${of.left.toLocaleString("en-US")} more …`);
      item.command = { command: "hotlens.callTree.more", title: "Show More", arguments: [of] };
      return item;
    }
    const { node } = of;
    if (!node) {
      const [label, nothing] = of.direction === "callers" ? ["Called from", "nothing: a thread begins here"] : ["Calls", "nothing"];
      const item = new vscode.TreeItem(label, of.isEmpty ? vscode.TreeItemCollapsibleState.None : vscode.TreeItemCollapsibleState.Expanded);
      if (of.isEmpty) {
        item.description = nothing;
      }
      return item;
    }
    const item = new vscode.TreeItem(node.name, node.expandable ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.None);
    const calls = `${node.calls.toLocaleString("en-US")} ${node.calls === 1 ? "call" : "calls"}`;
    item.description = `${percent(node.share)} · ${node.figure} · ${calls}${node.call ? ` · ${path.basename(node.call.uri)}:${node.line.toString()}` : ""}`;
    item.tooltip = `${node.name}\n${percent(node.share)}, ${node.figure}${node.self ? `, of which ${node.self} by itself` : ""}\n${calls}`;
    item.iconPath = new vscode.ThemeIcon(node.origin === "app" ? "symbol-method" : "library");
    const place = node.call ?? node.declaration;
    if (place) {
      item.command = { command: "vscode.open", title: "Show", arguments: [vscode.Uri.parse(place.uri), { selection: toRange(place.range), preserveFocus: true }] };
    }
    return item;
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private restart(): void {
    this.branches = this.root ? [new Branch("callers", [], undefined), new Branch("callees", [], undefined)] : [];
    this.changed.fire(undefined);
  }

  /** Shows the next page of a level. */
  private async load(of: Branch): Promise<void> {
    await this.page(of);
    this.changed.fire(of);
  }

  /** Adds the next page of a level. A run that does not have it any more has none. */
  private async page(of: Branch): Promise<void> {
    const loaded = (of.children ?? []).filter((child) => child instanceof Branch);
    const { root } = this;
    if (!root) {
      return;
    }
    try {
      const { nodes, total } = await this.ask(root, of, loaded.length);
      const next = nodes.map((node) => new Branch(of.direction, [...of.steps, node.step], node));
      const left = total - loaded.length - next.length;
      of.children = [...loaded, ...next, ...(left > 0 && next.length > 0 ? [new More(of, left)] : [])];
      if (!of.node && of.isEmpty) {
        this.changed.fire(of); // it says so
      }
    } catch {
      of.children = loaded;
    }
  }

  private ask({ uri, method }: Root, { direction, steps }: Branch, offset: number): Promise<CallTree> {
    return this.server.execute<CallTree>("hotlens.tree", [uri, { direction, method, steps, offset }]);
  }
}

/** A share as the server writes them: "37%", "0.4%", "<0.1%". */
export function percent(share: number): string {
  const value = 100 * share;
  if (value > 0 && value < 0.1) {
    return "<0.1%";
  }
  return `${value < 9.95 ? value.toFixed(1) : value.toFixed(0)}%`;
}
