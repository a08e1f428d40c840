// Beside another Java extension: nothing twice, nothing taken away, and the compiler's errors are left to it.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

import { eventually } from "./session.mjs";
import { walk } from "./steps.mjs";

const step = walk("src/shop/Main.java", {
  extra: { "security.workspace.trust.enabled": false }, extensions: [fileURLToPath(new URL("neighbour", import.meta.url))],
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
  await lensesAre(session, "▶ Profile", "exit 0 · printed 27 lines", "1 call · ≈ 51 ms, 100% of run");
  await eventually("the hints", async () => {
    const [line] = (await session.hints()).filter((text) => text.includes("read("));
    assert.match(line ?? "", /\.read\(path:file\)×1 44%;$/);
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
