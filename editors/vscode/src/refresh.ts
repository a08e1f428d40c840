// Has VS Code ask again for lenses and hints where it has forgotten to.
//
// VS Code does not ask at once when lenses have changed: it waits a moment, and gives it up if the editor loses the focus
// meanwhile, until it gets it back (CodeLensContribution cancels on onDidBlurEditorText). Who saves and goes on to the terminal,
// or opens the flame graph, would go on seeing "edited since the run". Hints that change while VS Code waits
// for an answer are lost in the same way (InlayHintsController listens again only when it has the answer).

import * as vscode from "vscode";

/** How long VS Code is given to ask, in milliseconds, the first time and after each reminder. It waits 250, more where answers have been slow. */
const patience = [1000, 2000, 4000, 8000];

/** What VS Code is told by that something has changed. */
type Emitter = vscode.EventEmitter<void>;

/** Sees to one kind of annotations. */
export class Refresh implements vscode.Disposable {
  private readonly known = new Set<string>(); // documents that VS Code has asked about
  private readonly forgotten = new Set<string>(); // those of them that have changed since
  private readonly emitters = new Map<Emitter, vscode.Disposable>();
  private timer: NodeJS.Timeout | undefined;
  private reminding = false;

  /** What VS Code asks for is about a document; the server's client tells it of changes by emitters. */
  constructor(private readonly emitterOf: (document: vscode.TextDocument) => Emitter | undefined) {}

  /** VS Code asks. */
  asked(document: vscode.TextDocument): void {
    this.known.add(document.uri.toString());
    this.forgotten.delete(document.uri.toString());
    const emitter = this.emitterOf(document);
    if (emitter && !this.emitters.has(emitter)) {
      this.emitters.set(emitter, emitter.event(() => {
        if (!this.reminding) {
          this.changed(this.known);
        }
      }));
    }
  }

  /** There is something new to ask for, about these documents. */
  changed(documents: Iterable<string>): void {
    for (const uri of documents) {
      if (this.known.has(uri)) {
        this.forgotten.add(uri);
      }
    }
    this.await(0);
  }

  dispose(): void {
    clearTimeout(this.timer);
    vscode.Disposable.from(...this.emitters.values()).dispose();
  }

  private await(attempt: number): void {
    clearTimeout(this.timer);
    const delay = patience[attempt];
    if (delay !== undefined) {
      this.timer = setTimeout(() => {
        this.remind(attempt);
      }, delay);
    }
  }

  private remind(attempt: number): void {
    const shown = vscode.window.visibleTextEditors.map(({ document }) => document).filter(({ uri }) => this.forgotten.has(uri.toString()));
    if (shown.length === 0) {
      return; // hidden ones are asked about when they are shown
    }
    this.reminding = true;
    for (const emitter of new Set(shown.map((document) => this.emitterOf(document)))) {
      emitter?.fire();
    }
    this.reminding = false;
    this.await(attempt + 1);
  }
}
