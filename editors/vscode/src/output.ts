// What the last program printed, in a channel of its own.

import * as vscode from "vscode";

import type { Output, Range } from "./protocol";
import type { Server } from "./server";

/** The language of the channel, by which its text gets the links. */
const language = "hotlens-output";

/** The output channel of the program. It is filled when somebody looks, and from then on while programs run and when they have ended. */
export class ProgramOutput implements vscode.Disposable, vscode.DocumentLinkProvider {
  private channel: vscode.OutputChannel | undefined;
  private text = ""; // in the channel
  private links: Output["links"] = [];
  private readonly subscriptions: { dispose(): unknown }[];

  constructor(private readonly server: Server) {
    this.subscriptions = [
      server.onRunFinished((run) => {
        if (this.channel && (run.status === "ok" || run.status === "limit" || run.status === "failed")) {
          void this.fill(this.channel);
        }
      }),
      server.onOutput((piece) => {
        if (this.channel) {
          this.links = []; // until the program has ended
          this.put(this.channel, piece.begins ? piece.text : this.text + piece.text);
        }
      }),
      vscode.languages.registerDocumentLinkProvider({ language }, this),
    ];
  }

  /** Shows the channel. Given are the arguments of a lens: nothing, or the address of the file that was run. */
  async show(given: unknown[]): Promise<void> {
    this.channel ??= vscode.window.createOutputChannel("hotlens: program", language);
    await this.fill(this.channel, given[0]);
    this.channel.show(true);
  }

  /** The places in stack traces that are in the user's own sources. */
  provideDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
    return this.links.map(({ range, target }) => {
      const line = (target.range.start.line + 1).toString();
      return new vscode.DocumentLink(document.validateRange(toRange(range)), vscode.Uri.parse(target.uri).with({ fragment: `L${line}` }));
    });
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
    this.channel?.dispose();
  }

  private async fill(channel: vscode.OutputChannel, uri: unknown = null): Promise<void> {
    let text: string;
    try {
      ({ text, links: this.links } = await this.server.execute<Output>("hotlens.output", [uri, { show: false, follow: true }]));
    } catch {
      text = vscode.workspace.isTrusted
        ? "No program has run yet: save a Java file to start one.\n"
        : "No program has run: this workspace is not trusted, so nothing is compiled or run.\n";
      this.links = [];
    }
    this.put(channel, text);
  }

  /** Has the channel show a text. What is there already stays, so that somebody who reads it keeps the place. */
  private put(channel: vscode.OutputChannel, text: string): void {
    if (this.text !== "" && text.startsWith(this.text)) {
      channel.append(text.slice(this.text.length));
    } else {
      channel.replace(text);
    }
    this.text = text;
  }
}

/** A range of the protocol's as VS Code has it. */
export function toRange({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
