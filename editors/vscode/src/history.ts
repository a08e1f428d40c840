// What runs are compared with: one that is the last now, the one before each, the commit that the workspace stands at, or one of the runs that the server keeps.

import * as vscode from "vscode";

import type { PastRun } from "./protocol";
import { Server } from "./server";

/** How long an acknowledgement stands in the status bar, in milliseconds. */
const acknowledgement = 4000;

function acknowledge(text: string): void {
  vscode.window.setStatusBarMessage(`$(flame) ${text}`, acknowledgement);
}

interface Action extends vscode.QuickPickItem {
  readonly carryOut: () => Promise<void>;
}

interface PastItem extends vscode.QuickPickItem {
  readonly run: PastRun;
}

/** Lets the user choose what the coming runs are compared with. */
export async function chooseBaseline(server: Server, document: vscode.TextDocument): Promise<void> {
  const actions: Action[] = [
    {
      label: "The last run, from now on",
      carryOut: async () => {
        await server.execute("hotlens.baseline", []);
        acknowledge("the coming runs are compared with the last one");
      },
    },
    {
      label: "HEAD",
      description: "the workspace as git has committed it, built and run in the background",
      carryOut: async () => {
        const { commit } = await server.execute<{ commit: string }>("hotlens.baseline", [Server.uriOf(document), "HEAD"]);
        acknowledge(`runs are compared with commit ${commit.slice(0, 7)}`);
      },
    },
    {
      label: "Each with the one before it",
      description: "as without a baseline",
      carryOut: async () => {
        await server.execute("hotlens.baseline", ["previous"]);
        acknowledge("each run is compared with the one before it");
      },
    },
  ];
  const chosen = await vscode.window.showQuickPick(actions, { title: "Compare the coming runs with" });
  await chosen?.carryOut();
}

/** Lets the user choose a kept run, and what to do with it. */
export async function choosePastRun(server: Server, document: vscode.TextDocument): Promise<void> {
  const ask = <T>(request: object): Promise<T> => server.execute<T>("hotlens.history", [Server.uriOf(document), request]);
  const { runs } = await ask<{ runs: PastRun[] }>({});
  if (runs.length === 0) {
    void vscode.window.showInformationMessage("hotlens: no runs of this workspace are kept yet.");
    return;
  }
  const choose = async (among: PastRun[], title: string): Promise<PastRun | undefined> => {
    // All in one line would be cut off behind the first half of its numbers.
    const items = among.map((run): PastItem => ({ label: run.name, description: run.outcome, detail: run.detail, run }));
    return (await vscode.window.showQuickPick(items, { title, matchOnDescription: true, matchOnDetail: true }))?.run;
  };
  const run = await choose(runs, "Past runs");
  if (!run) {
    return;
  }
  const compare = async (a: number, b: number): Promise<void> => {
    const ids = [a, b].sort((x, y) => x - y);
    const { uri } = await ask<{ uri: string }>({ compare: ids, show: false });
    await vscode.window.showTextDocument(vscode.Uri.parse(uri), { preview: true });
  };
  const actions: Action[] = [];
  const { before } = run;
  if (before !== null) {
    actions.push({ label: "Compare with the run before it", carryOut: () => compare(before, run.id) });
  }
  if (runs.length > 1) {
    actions.push({
      label: "Compare with another run…",
      carryOut: async () => {
        const other = await choose(runs.filter((candidate) => candidate.id !== run.id), "Compare with");
        if (other) {
          await compare(other.id, run.id);
        }
      },
    });
  }
  actions.push(
    {
      label: "Make it the baseline",
      carryOut: async () => {
        const { title } = await ask<{ title: string }>({ restore: run.id });
        acknowledge(`changes are told since the ${title}`);
      },
    },
    {
      label: "Remove all kept runs of this workspace",
      carryOut: async () => {
        await ask({ clear: true });
        acknowledge("the kept runs of this workspace are removed");
      },
    },
  );
  const action = await vscode.window.showQuickPick(actions, { title: run.title });
  await action?.carryOut();
}
