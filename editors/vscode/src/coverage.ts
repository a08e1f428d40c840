// What tests have executed, in VS Code's own view of coverage: by line and branch, in all and by each test.

import * as vscode from "vscode";

import type { CoveredFile, CoveredLine } from "./protocol";

/** What newer versions of VS Code ask for (since 1.94, "test coverage by test"). */
interface ByTest {
  includesTests?: vscode.TestItem[];
}
interface LoadsByTest {
  loadDetailedCoverageForTest?: (run: vscode.TestRun, file: vscode.FileCoverage, test: vscode.TestItem, token: vscode.CancellationToken) => Thenable<vscode.FileCoverageDetail[]>;
}

/** Hands what runs have executed over to VS Code. */
export class CoverageView {
  private readonly files = new WeakMap<vscode.FileCoverage, CoveredFile>();

  /** The items of tests are looked up by their class and method. */
  constructor(private readonly itemOf: (name: string, method: string) => vscode.TestItem | undefined) {}

  /** Has a profile answer what VS Code asks about its runs. */
  serve(profile: vscode.TestRunProfile & LoadsByTest): void {
    profile.loadDetailedCoverage = (_run, file) => Promise.resolve(details(this.files.get(file)?.lines ?? []));
    profile.loadDetailedCoverageForTest = (_run, file, test) => {
      const of = this.files.get(file)?.tests?.find(({ class: name, method }) => this.itemOf(name, method) === test);
      return Promise.resolve(details(of?.lines ?? []));
    };
  }

  /** Adds what a run has executed. */
  add(run: vscode.TestRun, files: readonly CoveredFile[]): void {
    for (const file of files) {
      const lines = count(file.lines.map(({ executed }) => executed));
      const branches = count(file.lines.flatMap((line) => line.branches ?? []));
      const covered: vscode.FileCoverage & ByTest = new vscode.FileCoverage(vscode.Uri.parse(file.uri), lines, branches.total > 0 ? branches : undefined);
      covered.includesTests = (file.tests ?? []).map(({ class: name, method }) => this.itemOf(name, method)).filter((item) => item !== undefined);
      this.files.set(covered, file);
      run.addCoverage(covered);
    }
  }
}

function count(executed: readonly boolean[]): vscode.TestCoverageCount {
  return new vscode.TestCoverageCount(executed.filter(Boolean).length, executed.length);
}

function details(lines: readonly CoveredLine[]): vscode.StatementCoverage[] {
  return lines.map(({ line, executed, branches = [] }) => {
    const at = new vscode.Position(line - 1, 0);
    const taken = branches.map((was, number) => new vscode.BranchCoverage(was, at, `${(number + 1).toString()} of ${branches.length.toString()}`));
    return new vscode.StatementCoverage(executed, new vscode.Range(at, at.with({ character: Number.MAX_SAFE_INTEGER })), taken);
  });
}
