// The status bar item: what the server does, and how the last run went, or all that a save has run.

import * as vscode from "vscode";

import type { RunFinished } from "./protocol";
import type { Server } from "./server";
import { counted } from "./words";

/** The package of an exception's class, for which the status bar has no room. */
const packageName = /^(?:[\p{ID_Start}_$][\p{ID_Continue}$]*\.)+(?=[^\s:]+(?::|$))/u;

/** How long a message may be in the status bar, in characters. */
const briefLength = 48;

/** Shows the server's state. A click shows what the program printed. */
export class Status implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("hotlens.run", vscode.StatusBarAlignment.Left);
  private readonly subscriptions: { dispose(): unknown }[];
  private last: RunFinished | undefined; // what is shown
  private trouble: string | undefined;

  constructor(server: Server) {
    this.item.name = "hotlens";
    this.subscriptions = [
      this.item,
      server.onProgress((phase) => {
        this.trouble = undefined;
        if (phase === undefined) {
          this.rest();
        } else {
          this.show("$(sync~spin)", phase, "hotlens is at work. [Stop](command:hotlens.stop)");
        }
      }),
      server.onRunFinished((run) => {
        this.finish(run);
      }),
      server.onTrouble((problem) => {
        this.trouble = problem;
        this.rest();
      }),
      server.onRestarted(() => {
        this.last = this.trouble = undefined;
        this.rest();
      }),
      server.onCleared(() => {
        this.last = undefined;
        this.rest();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        this.rest();
      }),
    ];
    this.rest();
    this.item.show();
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private finish(run: RunFinished): void {
    if (run.inVain === true && this.last !== undefined && this.last.status !== "no-target") {
      // What the save has run before says more.
    } else if (run.status === "unchanged" && run.save === undefined) {
      this.last = run.again ?? run;
    } else if (run.status !== "cancelled") {
      this.last = run;
    }
    void vscode.commands.executeCommand("setContext", "hotlens.hasRun", true);
    this.rest();
  }

  /** Shows how things stand while nothing is under way. */
  private rest(): void {
    const run = this.last;
    if (this.trouble !== undefined) {
      this.show("$(error)", "hotlens does not run", `${this.trouble}\n\n[Log](command:hotlens.log) · [Restart](command:hotlens.restart)`, "error");
      this.item.command = "hotlens.log";
    } else if (!vscode.workspace.isTrusted) {
      this.show("$(shield)", "hotlens: not trusted", "Nothing is compiled or run in a folder that is not trusted. A click changes that.");
      this.item.command = "workbench.trust.manage";
    } else if (run === undefined) {
      this.show("$(flame)", "hotlens", "Save a Java file to see what its program does.\n\n[Profile this file](command:hotlens.profile)");
    } else {
      const { icon, text, severity } = appearance(run);
      const links = "[Output](command:hotlens.output) · [Flame graph](command:hotlens.flameGraph) · [Hot calls](command:hotlens.hottest)";
      const failure = run.failure === undefined ? "" : `${escaped(run.failure)}\n\n`;
      const told = run.save
        ? run.save.runs.map((message) => `- ${escaped(message)}`).join("\n")
        : `${failure}${escaped(run.message)} (${run.wallMillis.toLocaleString("en-US")} ms)`;
      this.show(icon, text, `${told}\n\n${links}`, severity);
      if (run.save) {
        this.item.command = { title: "Output", command: "hotlens.output", arguments: [run.save.output] };
      }
    }
  }

  private show(icon: string, text: string, tooltip: string, severity?: "warning" | "error"): void {
    this.item.text = `${icon} ${brief(text)}`;
    this.item.tooltip = new vscode.MarkdownString(tooltip);
    this.item.tooltip.isTrusted = {
      enabledCommands: ["output", "flameGraph", "hottest", "log", "restart", "profile", "stop"].map((name) => `hotlens.${name}`),
    };
    this.item.backgroundColor = severity && new vscode.ThemeColor(`statusBarItem.${severity}Background`);
    this.item.command = "hotlens.output";
    this.item.accessibilityInformation = { label: text.startsWith("hotlens") ? text : `hotlens: ${text}`, role: "button" };
  }
}

interface Appearance {
  readonly icon: string;
  readonly text: string;
  readonly severity?: "warning" | "error";
}

function appearance(run: RunFinished): Appearance {
  const count = (...statuses: string[]): number => run.tests?.filter(({ status }) => statuses.includes(status)).length ?? 0;
  const tests = { all: run.tests?.length ?? 0, failed: count("failed", "unfinished"), passed: count("passed") };
  if (run.save) {
    const { failed, stopped, uncompiled, message } = run.save;
    if (failed > 0) {
      return { icon: "$(error)", text: `hotlens: ${message}`, severity: "error" };
    }
    return stopped + uncompiled > 0 ? { icon: "$(warning)", text: `hotlens: ${message}`, severity: "warning" } : { icon: "$(flame)", text: message };
  }
  switch (run.status) {
    case "ok":
      if (tests.failed > 0) {
        return { icon: "$(error)", text: `hotlens: ${tests.failed.toString()} of ${counted(tests.all, "test")} failed`, severity: "error" };
      }
      if (run.exitStatus !== undefined && run.exitStatus !== 0) {
        return { icon: "$(error)", text: run.failure?.replace(packageName, "") ?? firstPart(run.message), severity: "error" };
      }
      if (tests.all > 0) {
        const skipped = tests.all - tests.passed;
        return { icon: "$(pass)", text: `hotlens: ${counted(tests.passed, "test")} passed${skipped > 0 ? `, ${skipped.toString()} skipped` : ""}` };
      }
      return { icon: "$(flame)", text: firstPart(run.message) };
    case "compile-error":
      return { icon: "$(warning)", text: "hotlens: does not compile" };
    case "failed":
      return { icon: "$(error)", text: "hotlens: the run failed", severity: "error" };
    case "limit":
      return { icon: "$(warning)", text: `hotlens: ${firstPart(run.message, ";")}`, severity: "warning" };
    default:
      return { icon: "$(flame)", text: `hotlens: ${run.message}` };
  }
}

/** A text without its end if it is too long for the status bar: it is cut between words, and so never within a number. */
function brief(text: string): string {
  if (text.length <= briefLength) {
    return text;
  }
  const end = text.lastIndexOf(" ", briefLength - 1);
  return `${text.slice(0, end > 0 ? end : briefLength - 1)}…`;
}

/** A message's first part: "Main: 333,106 calls" of "Main: 333,106 calls, 4,347,851 bytecodes". */
function firstPart(message: string, end = ", "): string {
  return message.split(end, 1)[0] ?? message;
}

/** The text as Markdown that stands for itself. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!<>|~]/g, "\\$&");
}
