// A Java extension as hotlens meets one: a lens at each method, hints of parameters' names, a hover, and errors of a compiler.

const vscode = require("vscode");

const selector = [{ scheme: "file", language: "java" }, { scheme: "jdt", language: "java" }, { scheme: "untitled", language: "java" }];
const declaration = /^ {4}public (?:static )?\w+ (\w+)\(/;
const reading = "read(";
const broken = "= nothing;";

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
};
