// The tests of the workspace in VS Code's own view of tests: which there are, what became of them when they last ran, by
// whomever that was started, and running some of them.

import * as vscode from "vscode";

import { toRange } from "./output";
import { CoverageView } from "./coverage";
import type { CoveredFile, ListedTest, Output, RunFinished, TestReport } from "./protocol";
import { messageOf, type Server } from "./server";

/** The extension that lists the tests of a workspace, too, and has its own signs beside the lines. */
const otherLister = "vscjava.vscode-java-test";

/** For how long files may go on changing before the list is made again, in milliseconds. */
const settling = 300;

/** Fills the view of tests. It is empty where another extension lists the tests, unless the user wants both. */
export class Tests implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController("hotlens", "hotlens");
  /** What items are about: those of packages, and of single invocations, are missing. */
  private readonly subjects = new WeakMap<vscode.TestItem, ListedTest>();
  private readonly items = new Map<string, vscode.TestItem>();
  /** Runs that the user has asked this view for, by their generation. */
  private readonly asked = new Map<number, (finished: RunFinished) => void>();
  /** Ends of runs that nobody has asked for yet: a short one may end before the answer that says its generation. */
  private readonly early = new Map<number, RunFinished>();
  private readonly subscriptions: { dispose(): unknown }[];
  private readonly coverage = new CoverageView((name, method) => this.items.get(idOf(name, method)));
  private listing: NodeJS.Timeout | undefined;
  private starting = 0;

  constructor(private readonly server: Server) {
    const profile = this.controller.createRunProfile("Profile with hotlens", vscode.TestRunProfileKind.Run, (request, token) => this.run(request, token), true);
    const covering = this.controller.createRunProfile(
      "Coverage with hotlens",
      vscode.TestRunProfileKind.Coverage,
      (request, token) => this.run(request, token, true),
      true,
    );
    this.coverage.serve(covering);
    this.controller.refreshHandler = () => this.list();
    this.subscriptions = [
      this.controller,
      profile,
      covering,
      server.onRunFinished((finished) => {
        this.finish(finished);
      }),
      server.onStarted(() => {
        this.listSoon();
      }),
      vscode.workspace.onDidSaveTextDocument((document) => {
        if (document.languageId === "java") {
          this.listSoon();
        }
      }),
      vscode.workspace.onDidDeleteFiles(() => {
        this.listSoon();
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("hotlens.testExplorer")) {
          this.listSoon();
        }
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        this.listSoon();
      }),
      vscode.extensions.onDidChange(() => {
        this.listSoon();
      }),
    ];
  }

  dispose(): void {
    clearTimeout(this.listing);
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private listSoon(): void {
    clearTimeout(this.listing);
    this.listing = setTimeout(() => void this.list(), settling);
  }

  /** Whether the user wants the tests here. */
  private wanted(): boolean {
    const setting = vscode.workspace.getConfiguration("hotlens").get<string>("testExplorer", "auto");
    return setting === "on" || (setting === "auto" && vscode.extensions.getExtension(otherLister) === undefined);
  }

  private async list(): Promise<void> {
    let listed: ListedTest[] = [];
    try {
      if (this.wanted()) {
        listed = await this.server.request<ListedTest[]>("hotlens/tests", {});
      }
    } catch (error) {
      this.server.log.warn(messageOf(error)); // what was listed before is better than nothing
      return;
    }
    const known = new Set<string>();
    for (const test of listed) {
      known.add(this.put(test).id);
    }
    for (const [id, item] of this.items) {
      if (!known.has(id)) {
        this.items.delete(id);
        (item.parent?.children ?? this.controller.items).delete(id);
      }
    }
    this.controller.items.forEach((item) => {
      if (!this.subjects.has(item) && item.children.size === 0) {
        this.controller.items.delete(item.id); // a package without tests
      }
    });
  }

  /** Makes or changes the item of a test. A nested class stands in the one around it, others in their package. */
  private put(test: ListedTest): vscode.TestItem {
    const id = idOf(test.class, test.method);
    const uri = vscode.Uri.parse(test.uri);
    let item = this.items.get(id);
    if (item?.uri?.toString() !== uri.toString()) {
      const around = this.items.get(test.method ? idOf(test.class) : test.class.replace(/\$[^$]*$/, ""));
      const outer = around ?? this.packageOf(test.class);
      const name = test.class.slice(Math.max(test.class.lastIndexOf("/"), around ? test.class.lastIndexOf("$") : 0) + 1);
      item = this.controller.createTestItem(id, test.method ?? name, uri);
      (outer?.children ?? this.controller.items).add(item);
      this.items.set(id, item);
    }
    item.range = toRange(test.range);
    item.description = test.method ? "" : test.left ? "not among the build's tests" : (test.execution ?? "");
    item.sortText = test.method ? test.range.start.line.toString().padStart(7, "0") : "";
    this.subjects.set(item, test);
    return item;
  }

  /** The item of a class's package; none of the unnamed one. */
  private packageOf(name: string): vscode.TestItem | undefined {
    const label = name.slice(0, Math.max(0, name.lastIndexOf("/"))).replaceAll("/", ".");
    if (label === "") {
      return undefined;
    }
    const id = `package ${label}`;
    let item = this.controller.items.get(id);
    if (!item) {
      item = this.controller.createTestItem(id, label);
      this.controller.items.add(item);
    }
    return item;
  }

  /** Runs tests: those of each source set together, one set after the other. All tests are those that the build runs. */
  private async run(request: vscode.TestRunRequest, token: vscode.CancellationToken, coverage = false): Promise<void> {
    const asBuild = request.include === undefined;
    const chosen = request.include ?? [...this.controller.items].map(([, item]) => item);
    const bySet = new Map<string, ListedTest[]>();
    const run = this.controller.createTestRun(request);
    for (const item of withoutInner(chosen)) {
      for (const test of this.wholes(item, new Set(request.exclude))) {
        if (!asBuild || !test.left) {
          bySet.set(test.set, [...(bySet.get(test.set) ?? []), test]);
        }
      }
      this.each(item, (inner) => {
        if (!asBuild || !this.subjects.get(inner)?.left) {
          run.enqueued(inner);
        }
      });
    }
    try {
      for (const tests of bySet.values()) {
        if (token.isCancellationRequested) {
          break;
        }
        const [first] = tests;
        if (!first) {
          continue;
        }
        this.starting++;
        let finished: Promise<RunFinished>;
        try {
          const references = tests.map((test) => ({ class: test.class, name: test.method ?? "", descriptor: "" }));
          const uri = this.items.get(idOf(first.class))?.uri?.toString() ?? first.uri; // a method may be inherited from another module's class
          const { generation } = await this.server.execute<{ generation: number }>("hotlens.test", [uri, references, { asBuild, coverage }]);
          finished = this.ended(generation);
        } finally {
          if (--this.starting === 0) {
            this.early.clear();
          }
        }
        const stopping = token.onCancellationRequested(() => void this.server.execute("hotlens.stop", []));
        for (const test of tests) {
          const item = this.items.get(idOf(test.class, test.method));
          if (item) {
            this.each(item, (inner) => {
              run.started(inner);
            });
          }
        }
        const end = await finished;
        stopping.dispose();
        this.report(run, end);
        if (!end.tests) {
          this.fail(run, tests, end);
          continue; // the output and the coverage are those of a run before
        }
        await this.output(run, first);
        if (coverage) {
          this.coverage.add(run, await this.server.request<CoveredFile[]>("hotlens/coverage", {}));
        }
      }
    } catch (error) {
      run.appendOutput(`${messageOf(error)}\r\n`);
      void vscode.window.showErrorMessage(`hotlens: ${messageOf(error)}`);
    } finally {
      run.end();
    }
  }

  /** The end of a run that was asked for. */
  private ended(generation: number): Promise<RunFinished> {
    const early = this.early.get(generation);
    return early ? Promise.resolve(early) : new Promise((resolve) => this.asked.set(generation, resolve));
  }

  /** Takes what the server says of a run. Those that a save or a lens has started appear, too. */
  private finish(finished: RunFinished): void {
    const resolve = this.asked.get(finished.generation);
    if (resolve) {
      this.asked.delete(finished.generation);
      resolve(finished);
      return;
    }
    if (this.starting > 0) {
      this.early.set(finished.generation, finished);
    }
    if (finished.tests?.length && this.starting === 0 && this.wanted()) {
      const run = this.controller.createTestRun(new vscode.TestRunRequest(), finished.target, false);
      this.report(run, finished);
      run.end();
    }
  }

  /** Says what became of tests. Invocations of a parameterised one, of which there are several, stand below it. */
  private report(run: vscode.TestRun, finished: RunFinished): void {
    if (!finished.tests) {
      run.appendOutput(`${finished.message}\r\n`);
      return;
    }
    const invocations = new Map<string, TestReport[]>();
    for (const test of finished.tests) {
      const id = idOf(test.class, test.method);
      invocations.set(id, [...(invocations.get(id) ?? []), test]);
    }
    for (const [id, tests] of invocations) {
      const item = this.items.get(id);
      const [only] = tests;
      if (!item || !only) {
        continue;
      }
      if (tests.length === 1) {
        if (only.method) {
          item.children.replace([]);
        }
        say(run, item, only);
        continue;
      }
      item.children.replace(
        tests.map((test, number) => {
          const inner = this.controller.createTestItem(`${id}[${number.toString()}]`, test.display ?? `[${(number + 1).toString()}]`, item.uri);
          inner.range = item.range;
          inner.sortText = number.toString().padStart(7, "0");
          return inner;
        }),
      );
      tests.forEach((test, number) => {
        const inner = item.children.get(`${id}[${number.toString()}]`);
        if (inner) {
          say(run, inner, test);
        }
      });
      sayAll(run, item, tests);
    }
  }

  /** Says of tests why none of them has run, unless that is because something newer runs. */
  private fail(run: vscode.TestRun, tests: readonly ListedTest[], end: RunFinished): void {
    for (const test of end.status === "cancelled" ? [] : tests) {
      const item = this.items.get(idOf(test.class, test.method));
      if (item) {
        this.each(item, (inner) => {
          run.errored(inner, []); // what the run has said stands in its output once
        });
      }
    }
  }

  /** Shows what the tests have printed with the run. */
  private async output(run: vscode.TestRun, test: ListedTest): Promise<void> {
    try {
      const { text } = await this.server.execute<Output>("hotlens.output", [test.uri, { show: false }]);
      run.appendOutput(text.replaceAll(/\r?\n/g, "\r\n"));
    } catch {
      // It was not even started: what the server has said of that is there.
    }
  }

  /** What is to be run of an item: itself, or of one that holds what is left out the others. */
  private wholes(item: vscode.TestItem, without: ReadonlySet<vscode.TestItem>): ListedTest[] {
    const test = this.subjects.get(item);
    if (without.has(item)) {
      return [];
    }
    if (!test && item.parent) {
      return this.wholes(item.parent, without); // of one invocation all of them run
    }
    const nested = [...item.children].map(([, child]) => child);
    if (!test) {
      return nested.flatMap((child) => this.wholes(child, without)); // a package
    }
    const split = !test.method && nested.some((child) => without.has(child) || this.subjects.get(child)?.method === undefined);
    return split ? nested.flatMap((child) => this.wholes(child, without)) : [test];
  }

  private each(item: vscode.TestItem, visit: (item: vscode.TestItem) => void): void {
    if (this.subjects.get(item)?.method) {
      visit(item);
    } else if (item.children.size === 0 && item.parent) {
      visit(item.parent);
    }
    item.children.forEach((child) => {
      if (this.subjects.has(child)) {
        this.each(child, visit);
      }
    });
  }
}

/** Identifies a class, or a test method of it. */
function idOf(name: string, method?: string): string {
  return method ? `${name}#${method}` : name;
}

/** Items without those that others of them hold. */
function withoutInner(items: readonly vscode.TestItem[]): vscode.TestItem[] {
  return items.filter((item) => {
    for (let around = item.parent; around; around = around.parent) {
      if (items.includes(around)) {
        return false;
      }
    }
    return true;
  });
}

/** Says what became of a test. */
function say(run: vscode.TestRun, item: vscode.TestItem, test: TestReport): void {
  const duration = (test.nanos ?? 0) / 1e6;
  switch (test.status) {
    case "passed":
      run.passed(item, duration);
      return;
    case "skipped":
    case "aborted":
      run.skipped(item);
      if (test.reason) {
        run.appendOutput(`${item.label} was skipped: ${test.reason}\r\n`, undefined, item);
      }
      return;
    case "unfinished":
      run.errored(item, messageAbout(item, test, test.reason ?? "The run ended before this test did."), duration);
      return;
    case "failed":
      run.failed(item, messageAbout(item, test, test.message ?? "The test failed."), duration);
  }
}

/** Says what became of a test by its invocations. Without it, VS Code's list of results has it as one that was skipped. */
function sayAll(run: vscode.TestRun, item: vscode.TestItem, invocations: readonly TestReport[]): void {
  const duration = invocations.reduce((sum, test) => sum + (test.nanos ?? 0) / 1e6, 0);
  if (invocations.some((test) => test.status === "failed" || test.status === "unfinished")) {
    run.failed(item, [], duration); // each invocation has its own message
  } else if (invocations.some((test) => test.status === "passed")) {
    run.passed(item, duration);
  } else {
    run.skipped(item);
  }
}

function messageAbout(item: vscode.TestItem, test: TestReport, text: string): vscode.TestMessage {
  const stack = (test.stack ?? []).map((frame) => `\n    at ${frame.label}${frame.line ? `:${frame.line.toString()}` : ""}`).join("");
  const message = new vscode.TestMessage(text + stack);
  if (test.expected !== undefined && test.actual !== undefined) {
    message.expectedOutput = test.expected;
    message.actualOutput = test.actual;
  }
  if (test.failedAt) {
    message.location = new vscode.Location(vscode.Uri.parse(test.failedAt.uri), toRange(test.failedAt.range));
  } else if (item.uri && item.range) {
    message.location = new vscode.Location(item.uri, item.range);
  }
  return message;
}
