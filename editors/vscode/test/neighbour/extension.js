// A Java extension as hotlens meets one: a lens at each method, hints of parameters' names, a hover, errors of a compiler, and an
// interface that tells of the projects: what the file neighbour.json of the workspace says, which is read when projects are "reloaded".

const fs = require("node:fs");
const path = require("node:path");

const vscode = require("vscode");

const selector = [{ scheme: "file", language: "java" }, { scheme: "jdt", language: "java" }, { scheme: "untitled", language: "java" }];
const declaration = /^ {4}public (?:static )?\w+ (\w+)\(/;
const reading = "read(";
const broken = "= nothing;";

/** What the extension exports: see https://github.com/redhat-developer/vscode-java, extension.api.ts. It is not ready before the projects were reloaded once. */
function exported(context) {
  const folder = () => vscode.workspace.workspaceFolders[0].uri;
  const at = (name) => path.join(folder().fsPath, name);
  const changed = new vscode.EventEmitter();
  let projects = {};
  let ready;
  const isReady = new Promise((resolve) => { ready = () => resolve(true); });
  const of = (uri) => {
    const project = projects[path.relative(at("."), vscode.Uri.parse(uri).fsPath) || "."];
    if (!project) throw new Error("Given URI does not belong to any Java project.");
    return project;
  };
  context.subscriptions.push(
    changed,
    vscode.commands.registerCommand("java.projectConfiguration.update", () => {
      projects = JSON.parse(fs.readFileSync(at("neighbour.json"), "utf8"));
      ready();
      changed.fire(folder());
    }),
    vscode.commands.registerCommand("java.execute.workspaceCommand", (command) => {
      if (command !== "java.project.getAll") throw new Error(`No delegateCommandHandler for ${command}`);
      return Object.keys(projects).map((name) => vscode.Uri.file(at(name)).toString());
    }),
  );
  return {
    apiVersion: "0.14",
    serverMode: "Standard",
    serverReady: () => isReady,
    onDidClasspathUpdate: changed.event,
    getClasspaths: async (uri, { scope }) => ({ projectRoot: uri, classpaths: of(uri)[scope].map(at), modulepaths: [] }),
    getProjectSettings: async (uri) => ({
      "org.eclipse.jdt.ls.core.outputPath": at(of(uri).output),
      "org.eclipse.jdt.ls.core.classpathEntries": of(uri).sources.map((source) => ({ kind: 3, path: at(source), output: null, attributes: {} })),
    }),
  };
}

exports.activate = (context) => {
  const methods = (document) => Array.from({ length: document.lineCount }, (_, line) => document.lineAt(line)).filter(({ text }) => declaration.test(text));
  const errors = vscode.languages.createDiagnosticCollection("Java");
  const check = (document) => {
    if (document.languageId !== "java") return;
    const at = document.getText().indexOf(broken);
    const range = at >= 0 && new vscode.Range(document.positionAt(at + 2), document.positionAt(at + 9));
    errors.set(document.uri, range ? [new vscode.Diagnostic(range, "nothing cannot be resolved to a variable")] : []);
  };
  context.subscriptions.push(
    errors,
    vscode.workspace.onDidChangeTextDocument(({ document }) => check(document)),
    vscode.commands.registerCommand("java.show.references", () => {}),
    vscode.languages.registerCodeLensProvider(selector, {
      provideCodeLenses: (document) => methods(document).map(({ range }) => new vscode.CodeLens(range, { title: "1 reference", command: "java.show.references" })),
    }),
    vscode.languages.registerInlayHintsProvider(selector, {
      provideInlayHints: (document) => {
        const at = document.getText().indexOf(reading);
        return at < 0 ? [] : [new vscode.InlayHint(document.positionAt(at + reading.length), "path:", vscode.InlayHintKind.Parameter)];
      },
    }),
    vscode.languages.registerHoverProvider(selector, { provideHover: () => new vscode.Hover("what the Java extension says") }),
  );
  return exported(context);
};
