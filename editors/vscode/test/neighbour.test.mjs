// Beside another Java extension: nothing twice, nothing taken away, the compiler's errors are left to it, and what it knows of class paths is used.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { eventually } from "./session.mjs";
import { walk } from "./steps.mjs";

const step = walk("src/shop/Main.java", {
  extra: { "security.workspace.trust.enabled": false }, extensions: [fileURLToPath(new URL("neighbour", import.meta.url))],
  files: { "../tax/src/tax/Tax.java": "package tax; public class Tax { public static int rate() { return 19; } }" },
});

/** The lenses of both extensions, whose order is that in which they happened to start. */
async function lensesAre(session, ...expected) {
  await eventually("the lenses", async () => {
    const lenses = (await session.lenses()).flatMap((line) => line.split(" | "));
    assert.deepEqual([lenses.filter((lens) => lens === "1 reference").length, ...lenses.filter((lens) => lens !== "1 reference")], [1, ...expected]);
  });
}

step("its lenses, hints and hovers stand beside ours", async (session) => {
  await lensesAre(session, "▶ Profile");
  await session.focusEditor();
  await session.save();
  await lensesAre(session, "▶ Profile", "exit 0 · printed 27 lines", "1 call · ≈ 54 ms, 100% of run");
  await eventually("the hints", async () => {
    const [line] = (await session.hints()).filter((text) => text.includes("read("));
    assert.match(line ?? "", /\.read\(path:file\)×1 48%;$/);
  });
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
