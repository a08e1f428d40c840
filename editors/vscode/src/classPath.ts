// Tells the server what Red Hat's Java extension knows of the projects: class paths, folders of sources, options of the compiler.

import * as vscode from "vscode";

import type { ClassPaths, JavaProject, JavaSupport } from "./protocol";
import { messageOf, type Server } from "./server";

const javaExtension = "redhat.java";

/** For how long the extension has to be quiet before it is asked, in milliseconds: an import tells of one project after the other. */
const settling = 500;

/** How long it may take over one answer, in milliseconds. It answers at once where it has read the projects. */
const patience = 30_000;

/** How many projects it is asked about. */
const mostProjects = 2000;

/** What is asked of each project: see the server, which understands Eclipse's keys. */
const settings = [
  "org.eclipse.jdt.ls.core.classpathEntries",
  "org.eclipse.jdt.ls.core.outputPath",
  ...["source", "release", "codegen.targetPlatform", "codegen.methodParameters", "problem.enablePreviewFeatures", "processAnnotations"].map((key) => `org.eclipse.jdt.core.compiler.${key}`),
];

/** What the extension exports, as far as it is used (its API 0.14). Older ones lack some of it. */
interface JavaApi {
  readonly serverMode?: string;
  serverReady?(): Promise<boolean>;
  getClasspaths?(uri: string, options: { scope: "runtime" | "test" }): Promise<ClassPaths>;
  getProjectSettings?(uri: string, keys: string[]): Promise<Record<string, unknown>>;
  readonly onDidClasspathUpdate?: vscode.Event<vscode.Uri>;
  readonly onDidProjectsImport?: vscode.Event<vscode.Uri[]>;
  readonly onDidProjectsDelete?: vscode.Event<vscode.Uri[]>;
  readonly onDidServerModeChange?: vscode.Event<string>;
}

/** Asks the extension whenever it may know something new, and passes that on. Nothing is asked in a workspace that is not trusted. */
export class ClassPath implements vscode.Disposable {
  private readonly subscriptions: { dispose(): unknown }[];
  private api: JavaApi | undefined;
  private asking: NodeJS.Timeout | undefined;
  private generation = 0;

  constructor(private readonly server: Server) {
    const ask = (): void => {
      this.askSoon();
    };
    this.subscriptions = [server.onStarted(ask), server.onRestarted(ask), vscode.workspace.onDidGrantWorkspaceTrust(ask), vscode.extensions.onDidChange(ask)];
  }

  dispose(): void {
    this.generation++;
    clearTimeout(this.asking);
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private askSoon(): void {
    const generation = ++this.generation; // what is being answered is out of date
    clearTimeout(this.asking);
    this.asking = setTimeout(() => {
      void this.ask(generation);
    }, settling);
  }

  private async ask(generation: number): Promise<void> {
    const extension = vscode.extensions.getExtension<JavaApi | undefined>(javaExtension);
    if (!extension || !vscode.workspace.isTrusted) {
      return;
    }
    const tell = async (said: Omit<JavaSupport, "name">): Promise<void> => {
      if (generation === this.generation) {
        await this.server.tell("hotlens/classpath", { name: javaExtension, ...said } satisfies JavaSupport);
      }
    };
    try {
      await tell({ state: "importing", message: "it is still reading the projects" });
      const api = await extension.activate(); // waits for it, and does not start it a second time
      if (!api?.getClasspaths) {
        throw new Error("this version of it tells no other extension");
      }
      this.follow(api);
      if (api.serverMode === "LightWeight") {
        throw new Error("it runs in its lightweight mode, in which it reads no projects");
      }
      if ((await api.serverReady?.()) === false) {
        throw new Error("its server does not run");
      }
      await tell({ state: "ready", projects: await this.projects(api, () => generation === this.generation) });
    } catch (error) {
      this.server.log.warn(`${javaExtension} does not tell the class path: ${messageOf(error)}`);
      await tell({ state: "failed", message: messageOf(error) }).catch(() => undefined); // the server has ended: the next one is told
    }
  }

  /** Asks again when the extension says that something has changed. */
  private follow(api: JavaApi): void {
    if (this.api === api) {
      return;
    }
    this.api = api;
    for (const event of [api.onDidClasspathUpdate, api.onDidProjectsImport, api.onDidProjectsDelete, api.onDidServerModeChange]) {
      const subscription = (event as vscode.Event<unknown> | undefined)?.(() => {
        this.askSoon();
      });
      if (subscription) {
        this.subscriptions.push(subscription);
      }
    }
  }

  /** All its projects. One that it cannot tell of is left out, unless there is no other. */
  private async projects(api: JavaApi, wanted: () => boolean): Promise<JavaProject[]> {
    const projects: JavaProject[] = [];
    let problem: unknown;
    for (const root of (await roots()).slice(0, mostProjects)) {
      if (!wanted()) {
        break;
      }
      try {
        const [runtime, test, known] = await timely(
          Promise.all([api.getClasspaths?.(root, { scope: "runtime" }), api.getClasspaths?.(root, { scope: "test" }), api.getProjectSettings?.(root, settings)]),
        );
        if (runtime && test) {
          projects.push({ root: runtime.projectRoot ?? root, runtime, test, settings: known ?? {} });
        }
      } catch (error) {
        problem = error;
        this.server.log.debug(`${javaExtension} does not tell of ${root}: ${messageOf(error)}`);
      }
    }
    if (projects.length === 0 && problem !== undefined) {
      throw problem instanceof Error ? problem : new Error(messageOf(problem));
    }
    return projects;
  }
}

/** The addresses of the projects' folders. */
async function roots(): Promise<string[]> {
  const all = await timely(vscode.commands.executeCommand<string[] | undefined>("java.execute.workspaceCommand", "java.project.getAll"));
  return all ?? [];
}

/** Waits for an answer, but not without end. */
async function timely<T>(answer: Thenable<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`it has not answered within ${(patience / 1000).toString()} s`));
    }, patience);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
