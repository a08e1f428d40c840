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

/** A row of what hotlens.contexts answers. */
export interface ContextRow {
  /** The callers, outermost first. */
  readonly path: string;
  readonly calls: number;
  readonly figure: string;
  /** Of the run, from 0 to 1. */
  readonly share: number;
}

/** A row of what hotlens.hottest answers. */
export interface HotPlace {
  readonly uri: string;
  readonly range: Range;
  readonly title: string;
  readonly calls: number;
  readonly share: number;
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

/** What hotlens.toggle answers: what is shown now. */
export interface Shown {
  readonly lenses: boolean;
  readonly hints: boolean;
  readonly hovers: boolean;
}
