// What the server says beyond the Language Server Protocol: its notification, and the answers to
// its commands.

/** hotlens/runFinished: a run has ended, or was not started after all. */
export interface RunFinished {
  readonly generation: number;
  readonly status: "ok" | "unchanged" | "compile-error" | "no-target" | "limit" | "failed" | "cancelled";
  readonly wallMillis: number;
  /** What happened, in one sentence. */
  readonly message: string;
  /** Of the program; absent where it did not run to its end. */
  readonly exitStatus?: number;
  /** The exception that has ended the main thread. */
  readonly failure?: string;
}

/** What hotlens.output answers. */
export interface Output {
  /** The last of what the program has printed, to both streams. */
  readonly text: string;
  /** Places in the text that name lines of the user's own source. */
  readonly links: readonly { readonly range: Range; readonly target: Location }[];
}

/** A method as lenses name it to commands. */
export interface Method {
  readonly class: string;
  readonly name: string;
  readonly descriptor: string;
}

/** Leads from a node of a call tree to one of its branches. It means the same in the next run. */
export interface Step {
  readonly method: Method;
  readonly bci: number;
}

/** A node of a call tree. */
export interface CallNode {
  readonly step: Step;
  readonly name: string;
  readonly origin: "app" | "library" | "vm";
  readonly calls: number;
  /** Of the run, from 0 to 1. */
  readonly share: number;
  readonly figure: string;
  readonly self?: string;
  readonly expandable: boolean;
  /** Of the call in the caller's file, from 1; 0 when unknown. */
  readonly line: number;
  readonly call?: Location;
  readonly declaration?: Location;
}

/** What hotlens.tree answers: a page of one level. */
export interface CallTree {
  readonly title: string;
  readonly summary: string;
  readonly nodes: readonly CallNode[];
  /** Of the nodes on the level. */
  readonly total: number;
}

/** A row of what hotlens.hottest answers. */
export interface HotPlace {
  readonly uri: string;
  readonly range: Range;
  readonly title: string;
  readonly calls: number;
  readonly share: number;
}

/** A row of what hotlens.history lists. */
export interface PastRun {
  readonly id: number;
  /** The main class and its arguments. */
  readonly target: string;
  /** Whether it was built from its commit alone. */
  readonly built: boolean;
  /** All about it, in a line. */
  readonly title: string;
}

export interface Location {
  readonly uri: string;
  readonly range: Range;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

interface Position {
  readonly line: number;
  readonly character: number;
}

/** What hotlens.export answers. */
export interface Exported {
  readonly path: string;
  readonly format: string;
}

/** What hotlens.values answers: where a text in markdown is. */
export interface Passed {
  readonly text: string;
  readonly uri: string;
}

/** What hotlens.toggle answers: what is shown now. */
export interface Shown {
  readonly lenses: boolean;
  readonly hints: boolean;
  readonly hovers: boolean;
}
