// The commands: those of the server, with what they lack when the user calls them by name, and
// those of the extension.

import * as path from "node:path";
import * as vscode from "vscode";

import type { CallGraphView } from "./callGraph";
import { percent, type CallTreeView } from "./callTree";
import type { FlameGraph } from "./flameGraph";
import { chooseBaseline, choosePastRun } from "./history";
import { toRange, type ProgramOutput } from "./output";
import type { Exported, HotPlace, Method, Passed, Shown } from "./protocol";
import { messageOf, Server } from "./server";
import { counted } from "./words";

/** The formats of hotlens.export, and what they are for. */
const formats = [
  { label: "flamegraph", description: "one page for any web browser", suffix: "html" },
  { label: "pprof", description: "go tool pprof, Pyroscope, Parca", suffix: "pb.gz" },
  { label: "callgrind", description: "KCachegrind", suffix: "callgrind" },
  { label: "speedscope", description: "speedscope.app", suffix: "speedscope.json" },
  { label: "cpuprofile", description: "VS Code, Chrome's developer tools", suffix: "cpuprofile" },
  { label: "collapsed", description: "flamegraph.pl, inferno", suffix: "collapsed" },
  { label: "jacoco", description: "coverage for build servers, with the setting hotlens.coverage", suffix: "xml" },
  { label: "lcov", description: "coverage for genhtml, with the setting hotlens.coverage", suffix: "info" },
  { label: "json", description: "hotlens diff, scripts", suffix: "json" },
];

/** What calls can be hot by. */
const metrics = ["cost", "bytecodes", "calls", "allocations", "bytes", "time", "wait"];

/** The button of the list of hot calls. */
const byAnotherMetric = { iconPath: new vscode.ThemeIcon("list-ordered"), tooltip: "By another metric…" };

/** An entry of a list to choose from, with what it stands for. */
interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

/** Carries out commands, and tells the user why one cannot be. */
export class Commands implements vscode.Disposable {
  private readonly subscriptions: vscode.Disposable[];
  private sizes = ""; // those that were asked for last, as they were typed

  constructor(
    private readonly server: Server,
    private readonly output: ProgramOutput,
    private readonly flameGraph: FlameGraph,
    private readonly callTree: CallTreeView,
    private readonly callGraph: CallGraphView,
  ) {
    server.onCommand = (command, given) => this.told(() => this.carryOut(command, given));
    this.subscriptions = [
      this.register("flameGraph", () => this.flameGraph.show()),
      this.register("restart", () => this.server.restart()),
      vscode.commands.registerCommand("hotlens.log", () => {
        this.server.log.show();
      }),
    ];
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private register(name: string, action: () => Promise<unknown>): vscode.Disposable {
    return vscode.commands.registerCommand(`hotlens.${name}`, () => this.told(action));
  }

  /** Does something, and shows the user the error with which it fails. */
  private async told<T>(action: () => Promise<T>): Promise<T | undefined> {
    try {
      return await action();
    } catch (error) {
      void vscode.window.showErrorMessage(`hotlens: ${messageOf(error)}`);
      return undefined;
    }
  }

  /** Carries out a command of the server's: given is what the lens says, nothing from the palette. */
  private async carryOut(command: string, given: unknown[]): Promise<unknown> {
    switch (command) {
      case "hotlens.profile":
      case "hotlens.test":
        return this.server.execute(command, given.length > 1 ? given : [Server.uriOf(javaDocument())]);
      case "hotlens.growth":
        return given.length > 1 ? this.server.execute(command, given) : this.growth();
      case "hotlens.output":
        return this.output.show(given);
      case "hotlens.hottest":
        return this.hottest();
      case "hotlens.contexts":
        return this.callTree.show(...(await this.methodOf(given)));
      case "hotlens.callGraph":
        return this.callGraph.show(...(await this.methodOf(given)));
      case "hotlens.root":
        return this.server.execute(command, await this.methodOf(given));
      case "hotlens.values":
        return this.values();
      case "hotlens.toggle":
        return this.toggle();
      case "hotlens.view":
        return this.server.execute(command, []);
      case "hotlens.export":
        return this.export();
      case "hotlens.baseline":
        await chooseBaseline(this.server, javaDocument());
        this.flameGraph.changed();
        return undefined;
      case "hotlens.clear":
        return this.server.clear();
      case "hotlens.history":
        await choosePastRun(this.server, javaDocument());
        this.flameGraph.changed();
        return undefined;
      default:
        return this.server.execute(command, given);
    }
  }

  /** Lists the hottest calls by a metric, that of the settings unless one is given, and goes to the one that is chosen. */
  private async hottest(metric?: string): Promise<void> {
    const document = javaDocument();
    const places = await this.server.execute<HotPlace[]>("hotlens.hottest", [Server.uriOf(document), ...(metric === undefined ? [] : [metric])]);
    const choices = places.map((place): Choice<HotPlace> => {
      const line = `${path.basename(vscode.Uri.parse(place.uri).path)}:${(place.range.start.line + 1).toString()}`;
      const several = place.targets > 1; // then their names are too long to have the numbers behind them
      return {
        label: `${place.caller} › ${several ? counted(place.targets, "target") : place.callees}`,
        description: `${percent(place.share)} · ${place.figure} · ${counted(place.calls, "call")}`,
        detail: several ? `${line} · ${place.callees}` : line,
        value: place,
      };
    });
    const title = `The hottest calls of the run${metric === undefined ? "" : ` by ${metric}`}`;
    const chosen = await choose(choices, title, "There is no run yet that covers this file: save it to start one.", byAnotherMetric);
    if (chosen === undefined) {
      return;
    }
    if ("uri" in chosen) {
      await vscode.window.showTextDocument(vscode.Uri.parse(chosen.uri), { selection: toRange(chosen.range) });
      return;
    }
    const other = await vscode.window.showQuickPick(metrics, { title: "The hottest calls of the run by another metric" });
    await (other && this.hottest(other));
  }

  /** Asks at which sizes the program of the file is to run, and has it run. */
  private async growth(): Promise<void> {
    const document = javaDocument();
    const typed = await vscode.window.showInputBox({
      title: "Run at several sizes, and show how methods grow",
      prompt: "The sizes of its input, which the program gets as its argument. None: fractions of the number that stands in hotlens.targets.",
      placeHolder: "1000 2000 4000 8000",
      value: this.sizes,
      validateInput: (text) => (wholeNumbers(text) ? undefined : "Whole numbers above 0, with spaces between them"),
    });
    const sizes = wholeNumbers(typed ?? "-");
    if (typed !== undefined && sizes) {
      this.sizes = typed;
      await this.server.execute("hotlens.growth", [Server.uriOf(document), sizes.length > 0 ? { sizes } : {}]);
    }
  }

  /** Has the program run again, and shows what the call at the cursor has passed. */
  private async values(): Promise<void> {
    const document = javaDocument();
    const { line, character } = vscode.window.activeTextEditor?.selection.active ?? new vscode.Position(0, 0);
    const passed = await this.server.execute<Passed>("hotlens.values", [Server.uriOf(document), { line, character }, { show: false }]);
    await vscode.commands.executeCommand("markdown.showPreviewToSide", vscode.Uri.parse(passed.uri));
  }

  private async toggle(): Promise<void> {
    const kinds = ["lenses", "hints", "hovers"].map((kind): Choice<string> => ({ label: `Hide or show ${kind}`, value: kind }));
    const chosen = await choose([...kinds, { label: "Hide or show everything", value: "all" }], "hotlens", "");
    if (chosen === undefined) {
      return;
    }
    const shown = await this.server.execute<Shown>("hotlens.toggle", [chosen]);
    const names = Object.entries(shown).flatMap(([kind, visible]) => (visible ? [kind] : []));
    vscode.window.setStatusBarMessage(`$(flame) shown: ${names.join(", ") || "nothing"}`, acknowledgement);
  }

  private async export(): Promise<void> {
    const document = javaDocument();
    const format = await vscode.window.showQuickPick(formats, { title: "Export the run", placeHolder: "The format", matchOnDescription: true });
    if (!format) {
      return;
    }
    const folder = vscode.workspace.getWorkspaceFolder(document.uri)?.uri ?? vscode.Uri.joinPath(document.uri, "..");
    const name = `hotlens-${path.parse(document.uri.path).name}.${format.suffix}`;
    const target = await vscode.window.showSaveDialog({ defaultUri: vscode.Uri.joinPath(folder, name), title: "Export the run" });
    if (!target) {
      return;
    }
    const written = await this.server.execute<Exported>("hotlens.export", [Server.uriOf(document), format.label, target.fsPath]);
    const show = "Show";
    if ((await vscode.window.showInformationMessage(`hotlens: wrote ${vscode.workspace.asRelativePath(written.path)}.`, show)) === show) {
      await (format.suffix === "html" ? vscode.env.openExternal(target) : vscode.commands.executeCommand("revealFileInOS", target));
    }
  }

  /** The file's address and method that a lens or a code action has given; from the palette, those of the method around the cursor. */
  private async methodOf(given: unknown[]): Promise<[uri: string, method: Method]> {
    const [uri, about] = given;
    const method = isRequest(about) ? about.method : about;
    if (typeof uri === "string" && isMethod(method)) {
      return [uri, method];
    }
    const document = javaDocument();
    const cursor = vscode.window.activeTextEditor?.selection.active ?? new vscode.Position(0, 0);
    const lenses = await this.server.lensesOf(document);
    const nearest = lenses
      .filter((lens) => lens.command?.command === "hotlens.contexts" && lens.range.start.line <= cursor.line)
      .sort((a, b) => b.range.start.line - a.range.start.line)[0];
    const found: unknown = nearest?.command?.arguments?.[1];
    if (!isMethod(found)) {
      throw new Error("the last run called no method here; put the cursor into a method with a lens");
    }
    return [Server.uriOf(document), found];
  }
}

/** How long a command that shows nothing else is acknowledged in the status bar, in milliseconds. */
const acknowledgement = 4000;

function isMethod(value: unknown): value is Method {
  return typeof value === "object" && value !== null && "class" in value && "name" in value && "descriptor" in value && value.name !== "";
}

function isRequest(value: unknown): value is { readonly method: unknown } {
  return typeof value === "object" && value !== null && "method" in value;
}

/** The Java file that the user looks at. */
function javaDocument(): vscode.TextDocument {
  const active = vscode.window.activeTextEditor?.document;
  const document = active?.languageId === "java" ? active : vscode.window.visibleTextEditors.find((editor) => editor.document.languageId === "java")?.document;
  if (!document) {
    throw new Error("open a Java file first");
  }
  return document;
}

/** The numbers of a text; undefined if there is anything else. */
function wholeNumbers(text: string): number[] | undefined {
  const words = text.split(/[\s,]+/u).filter(Boolean);
  return words.every((word) => /^[1-9]\d*$/u.test(word)) ? words.map(Number) : undefined;
}

/**
 * Lets the user choose, and returns what the choice stands for, or the button beside the title if that was pressed. An empty list is a
 * sentence.
 */
async function choose<T, B extends vscode.QuickInputButton = never>(choices: Choice<T>[], title: string, empty: string, button?: B): Promise<T | B | undefined> {
  if (choices.length === 0) {
    void vscode.window.showInformationMessage(`hotlens: ${empty}`);
    return undefined;
  }
  const list = vscode.window.createQuickPick<Choice<T>>();
  list.title = title;
  list.items = choices;
  list.matchOnDescription = true;
  list.buttons = button ? [button] : [];
  try {
    return await new Promise((resolve) => {
      list.onDidAccept(() => {
        resolve(list.selectedItems[0]?.value);
      });
      list.onDidTriggerButton(() => {
        resolve(button);
      });
      list.onDidHide(() => {
        resolve(undefined);
      });
      list.show();
    });
  } finally {
    list.dispose();
  }
}
