// What the editor shows of the demo, kept in a file beside the walk: the contents are compared exactly, and a change of
// the cost model changes the file and no step.
//
// "node WALK.test.mjs --update" writes what is there now; read the diff.

import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, relative } from "node:path";
import { fileURLToPath } from "node:url";

import { eventually } from "./session.mjs";

/** Whether to write what is there. */
export const update = process.argv.includes("--update");

/**
 * How long something has to stay as it is to be taken for what is there, in milliseconds, where nothing of it was kept, and where its form is
 * another one: then it may be what was there before, on a machine that has much else to do.
 */
const rest = { unknown: 10_000, changed: 60_000 };

/** What is kept for one walk. */
export class Goldens {
  #file;
  #name;
  #kept;
  #seen = {};

  /** For the walk with a module's URL. */
  constructor(url) {
    const walk = fileURLToPath(url);
    this.#file = walk.replace(/\.test\.mjs$/, ".golden.json");
    this.#name = basename(this.#file);
    this.again = `node ${relative(process.cwd(), walk)} --update`;
    this.#kept = existsSync(this.#file) ? JSON.parse(readFileSync(this.#file, "utf8")) : {};
  }

  /**
   * Waits until what is looked at is what was kept under a name. To update, it waits until that has the form of what was
   * kept, numbers of the cost model and the order by them aside, or does not change any more. One name is one content: what is
   * asked for a second time has to be the same again.
   */
  async shows(name, look) {
    if (name in this.#seen || !update) {
      const kept = name in this.#seen ? this.#seen[name] : this.#kept[name];
      assert.notEqual(kept, undefined, `${this.#name} has nothing of "${name}" (make it with: ${this.again})`);
      this.#seen[name] = kept;
      await eventually(name, async () => assert.deepEqual(await look(), kept, `it is not what was kept; write it anew with: ${this.again}`));
      return;
    }
    let last, since = 0;
    this.#seen[name] = await eventually(name, async () => {
      const now = await look();
      assert.notEqual(now.length, 0, "nothing is shown");
      if (name in this.#kept && form(now) === form(this.#kept[name])) return now;
      if (JSON.stringify(now) !== last) [last, since] = [JSON.stringify(now), Date.now()];
      const still = name in this.#kept ? rest.changed : rest.unknown;
      assert(Date.now() - since > still, `it has not been the same for ${still / 1000} s`);
      return now;
    });
  }

  /** Writes what was seen, and nothing else, if that was asked for. */
  write() {
    if (update) writeFileSync(this.#file, `${JSON.stringify(this.#seen, undefined, 2)}\n`);
  }
}

/** What stays of a content whatever the cost model says. */
function form(content) {
  return [content].flat().map((line) => String(line).replace(/[▲▼] [+-]\S+|≈ [\d.,]+ \S+|<?[\d.x]+%/gu, "#")).sort().join("\n");
}
