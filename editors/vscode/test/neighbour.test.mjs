// Beside another Java extension: nothing twice, nothing taken away, the compiler's errors are left to it, and what it knows of class paths is used.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { Goldens } from "./golden.mjs";
import { eventually } from "./session.mjs";
import { walk } from "./steps.mjs";

const goldens = new Goldens(import.meta.url);

const step = walk("src/shop/Main.java", {
  extra: { "security.workspace.trust.enabled": false }, extensions: [fileURLToPath(new URL("neighbour", import.meta.url))],
  files: { "../tax/src/tax/Tax.java": "package tax; public class Tax { public static int rate() { return 19; } }" },
}, goldens);

/** The lenses of both extensions, ours behind those of the other, whose order is that in which they happened to start. */
async function lenses(session) {
  const all = (await session.lenses()).flatMap((line) => line.split(" | "));
  const other = (lens) => lens === "1 reference";
  return [...all.filter(other), ...all.filter((lens) => !other(lens))];
}

step("its lenses, hints and hovers stand beside ours", async (session) => {
  await eventually("the lenses", async () => assert.deepEqual(await lenses(session), ["1 reference", "▶ Profile"]));
  await session.focusEditor();
  await session.save();
  await goldens.shows("the lenses", () => lenses(session));
  await goldens.shows("the hint", async () => (await session.hints()).filter((text) => text.includes("read(")));
  const hover = (await session.hover(26, 38)).join("\n");
  assert.match(hover, /^hotlens 300 calls/m);
  assert.match(hover, /^what the Java extension says$/m);
});

step("what does not compile is said once", async (session) => {
  await session.insert(24, 1, "int broken = nothing;");
  await session.save();
  await eventually("the lens", async () => assert.match((await session.lenses()).join("; "), /hotlens: does not compile, line 24/));
  assert.deepEqual((await session.problems()).slice(1), ["nothing cannot be resolved to a variable [Ln 24, Col 14]"]);
});

/** Has the Java extension say something else of the projects. Nobody is told when that has reached the server: so files are saved until there is a lens. */
async function reload(session, projects, lens) {
  writeFileSync(join(session.workspace, "neighbour.json"), JSON.stringify(projects));
  await session.command("Reload Projects");
  await eventually(`a lens ${lens}`, async () => {
    await session.save();
    for (let looks = 0; !(await session.lenses()).join("; ").match(lens); looks++) {
      assert(looks < 50, `the lenses are ${(await session.lenses()).join("; ")}`);
      await pause(100);
    }
  });
}

step("a save goes by what it says of the projects", async (session) => {
  await session.erase(24, 1, "int broken = nothing;");
  await session.insert(24, 1, "tax.Tax.rate();");
  await session.save();
  await eventually("the lens", async () => assert.match((await session.lenses()).join("; "), /hotlens: does not compile, line 24/));
  const own = { runtime: ["bin"], test: ["bin"], output: "bin", sources: ["src"] };
  const tax = { runtime: ["../tax/bin"], test: ["../tax/bin"], output: "../tax/bin", sources: ["../tax/src"] };
  await reload(session, { ".": { ...own, test: ["bin", "../tax/bin"] }, "../tax": tax }, /exit 0 · printed 27 lines/);
  await reload(session, { ".": own, "../tax": tax }, /hotlens: does not compile, line 24/);
});
