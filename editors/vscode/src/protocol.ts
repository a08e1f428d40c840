// What the server says beyond the Language Server Protocol: its notification, and the answers to
// its commands.

/** hotlens/runFinished: a run has ended, or was not started after all. */
export interface RunFinished {
  readonly generation: number;
  readonly status: "ok" | "unchanged" | "compile-error" | "no-target" | "limit" | "failed" | "cancelled";
  readonly wallMillis: number;
  /** What happened, in one sentence. */
  readonly message: string;
  /** With reason: what was run. */
  readonly target?: string;
  /** Why that was run; absent for what the saved file holds. */
  readonly reason?: string;
  /** How far the save has come that has led to it, if that runs anything else. */
  readonly save?: SaveReport;
  /** Of a program that is unchanged: its last run, whose results are shown again. */
  readonly again?: RunFinished;
  /** Tests that were never run before were tried, and have nothing to do with what was saved. */
  readonly inVain?: boolean;
  /** Of the program; absent where it did not run to its end. */
  readonly exitStatus?: number;
  /** The exception that has ended the main thread. */
  readonly failure?: string;
  /** What became of the tests of a run of tests, in the order in which they ended. */
  readonly tests?: readonly TestReport[];
}

/** What has become of all that a save runs. */
export interface SaveReport {
  readonly failed: number;
  /** Programs that a limit has ended. */
  readonly stopped: number;
  /** Programs and tests that do not compile. */
  readonly uncompiled: number;
  /** "3 of 4 ran, Tool failed". */
  readonly message: string;
  /** The messages of the runs. */
  readonly runs: readonly string[];
  /** The file whose output tells most. */
  readonly output: string;
}

/** What became of a test, or of one invocation of it. */
export interface TestReport {
  /** With slashes. */
  readonly class: string;
  /** Absent for a class that failed as a whole. */
  readonly method?: string;
  /** What the framework calls the invocation, where that is not the method's name. */
  readonly display?: string;
  readonly status: "passed" | "failed" | "aborted" | "skipped" | "unfinished";
  /** Why it was skipped, or did not end. */
  readonly reason?: string;
  readonly nanos?: number;
  readonly message?: string;
  readonly expected?: string;
  readonly actual?: string;
  readonly failedAt?: Location;
  readonly stack?: readonly { readonly label: string; readonly line?: number }[];
}

/** What hotlens/tests answers with: a test method, or a class that has some. */
export interface ListedTest {
  /** With slashes. */
  readonly class: string;
  readonly method?: string;
  /** Tests with the same can run together. */
  readonly set: string;
  /** The build leaves it out, where it runs all. */
  readonly left?: boolean;
  /** What of the build runs it, where that is not the usual one. */
  readonly execution?: string;
  readonly uri: string;
  readonly range: Range;
}

/** What hotlens/coverage answers with: a source file of the last run. */
export interface CoveredFile {
  readonly uri: string;
  readonly lines: readonly CoveredLine[];
  readonly tests?: readonly { readonly class: string; readonly method: string; readonly lines: readonly CoveredLine[] }[];
}

/** A line with code, from 1. */
export interface CoveredLine {
  readonly line: number;
  readonly executed: boolean;
  /** Whether they were taken. */
  readonly branches?: readonly boolean[];
}

/** hotlens/classpath: what another extension knows of the projects, or why it tells nothing. */
export interface JavaSupport {
  readonly name: string;
  readonly state: "importing" | "ready" | "failed";
  /** Of a state that is not "ready": one sentence. */
  readonly message?: string;
  readonly projects?: readonly JavaProject[];
}

/** A project, as the other extension has it. */
export interface JavaProject {
  /** The address of its folder. */
  readonly root: string;
  readonly runtime: ClassPaths;
  readonly test: ClassPaths;
  /** By Eclipse's keys. */
  readonly settings: Record<string, unknown>;
}

/** What Red Hat's Java extension answers to getClasspaths. */
export interface ClassPaths {
  readonly projectRoot?: string;
  readonly classpaths: readonly string[];
  readonly modulepaths: readonly string[];
}

/** What hotlens.output answers. */
export interface Output {
  /** The last of what the program has printed, to both streams. */
  readonly text: string;
  /** Places in the text that name lines of the user's own source. */
  readonly links: readonly { readonly range: Range; readonly target: Location }[];
}

/** What hotlens/output tells while a program runs, to those who have asked hotlens.output to follow. */
export interface Printed {
  /** What was told before is replaced by the text, which else follows it. */
  readonly begins: boolean;
  readonly text: string;
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

/** What hotlens.callGraph answers: a method with the executed edges at it. */
export interface CallGraph {
  readonly title: string;
  readonly summary: string;
  readonly metric: string;
  readonly metrics: readonly string[];
  readonly method: Method;
  /** One target each, which is the caller. */
  readonly callers: readonly CallSite[];
  readonly callees: readonly CallSite[];
  /** Left out, as there are so many. */
  readonly moreCallers: number;
  readonly moreCallees: number;
}

/** A place that calls. */
export interface CallSite {
  readonly name: string;
  /** From 1; 0 when unknown. */
  readonly line: number;
  readonly calls: number;
  readonly targets: readonly CallTarget[];
  /** How many methods it could call by the class hierarchy, and how many by the classes that have had objects; 0 where that was not asked for. */
  readonly possible: number;
  readonly instantiated: number;
  /** Some of the methods that it could call and has not, where that was asked for, and how many there are besides. */
  readonly unseen?: readonly string[];
  readonly moreUnseen?: number;
  readonly place?: Location;
}

/** The other end of an edge. */
export interface CallTarget {
  readonly method: Method;
  readonly name: string;
  readonly origin: "app" | "library" | "vm";
  readonly calls: number;
  /** Of the site's calls or, of a caller's, of those of the method, from 0 to 1. */
  readonly callShare: number;
  /** Of the run, from 0 to 1. */
  readonly share: number;
  readonly figure: string;
  readonly inlining?: string;
  readonly declaration?: Location;
}

/** What the page of the call graph is told. */
export interface ToGraphPage {
  readonly graph: CallGraph;
  /** Whether there is a method to go back to. */
  readonly back: boolean;
  /** Why the graph is not that of the newest run. */
  readonly problem: string | undefined;
}

/** What the page of the call graph asks for. */
export type FromGraphPage =
  | { readonly kind: "ready" | "back" }
  | { readonly kind: "open"; readonly place: Location }
  | { readonly kind: "show"; readonly method: Method; readonly uri?: string }
  | { readonly kind: "metric"; readonly metric: string };

/** A row of what hotlens.hottest answers. */
export interface HotPlace {
  readonly uri: string;
  readonly range: Range;
  readonly caller: string;
  /** Of several targets each with its share of the calls. */
  readonly callees: string;
  /** How many targets these are. */
  readonly targets: number;
  readonly calls: number;
  readonly share: number;
  /** The same with its unit. */
  readonly figure: string;
}

/** A row of what hotlens.history lists. */
export interface PastRun {
  readonly id: number;
  /** The main class and its arguments, and its folder where there are several programs of that name. */
  readonly name: string;
  /** The run of the same program before it. */
  readonly before: number | null;
  /** How the program ended, "" if none was started. */
  readonly outcome: string;
  /** All about it, in a line. */
  readonly title: string;
  /** Of that line all but target and outcome. */
  readonly detail: string;
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
