// The extension as a user meets it: installed from its package, on the demo, from the first look at
// an untrusted folder to the flame graph.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Session, eventually, plain } from "./session.mjs";

/** @type {Session} */
let session;

before(async () => { session = await Session.open("src/shop/Main.java"); });

after(async () => { await session?.close(); });

/** A test that leaves a picture of VS Code where it fails, if HOTLENS_PICTURES names a folder. */
function step(name, body) {
  test(name, async () => {
    try {
      await body();
    } catch (error) {
      if (process.env.HOTLENS_PICTURES) await session.screenshot(`${process.env.HOTLENS_PICTURES}/${name.replace(/\W+/g, "-")}.png`);
      throw error;
    }
  });
}

/**
 * Leaves out what other JDKs or processors make differently: the last digit of a share, as the whole holds
 * the class library's start-up; and what the inliner has decided, which depends on the compiler's thresholds.
 */
function stable(text) {
  return text.replace(/(\d)\.\d%/g, "$1.x%").replace(/(%) [●◐○]/g, "$1");
}

async function lensesAre(...expected) {
  await eventually("the lenses", async () => assert.deepEqual((await session.lenses()).map(stable), expected));
}

async function hintsAre(...expected) {
  await eventually("the hints", async () => assert.deepEqual((await session.hints()).map(stable), expected));
}

async function statusIs(expected) {
  await eventually("the status bar item", async () => assert.equal(await session.status(), expected));
}

const ranLens = "▶ Profile | exit 0 · printed 27 lines | 1 call · ≈ 51 ms, 100% of run";
const ranHints = [
  'Path file = Path.of(args.length > 0 ? args[0] : "data/orders.txt")×1 5.x%;',
  "Catalogue catalogue = Catalogue.standard()×1 2.x%;",
  "List<Order> orders = new OrderReader(catalogue).read(file)×1 44%;",
  "Money listPrice = order.listPrice()×300 20%;",
  "Money price = PriceRules.forCustomer(order.customer()).price(order, listPrice)×300 3.x%;",
  "report.add(order, listPrice, price)×300 1.x%;",
  "System.out.print(report.text()×1 18%);",
];
const ranStatus = "shop.Main: 333,106 calls";

step("nothing runs in an untrusted folder", async () => {
  const notTrusted = "hotlens: this workspace is not trusted, so nothing is compiled or run (click to change that)";
  await lensesAre(notTrusted);
  await statusIs("hotlens: not trusted");
  await session.focusEditor();
  await session.save();
  // The server handles messages in their order: it has seen the save when it answers this.
  await session.command("hotlens: Show the Program's Output");
  await eventually("the answer", async () => assert.deepEqual((await session.output()).filter(Boolean), ["No program has run yet: save a Java file to start one."]));
  await session.command("View: Toggle Panel Visibility");
  await lensesAre(notTrusted);
  assert.deepEqual(session.processes().filter(({ command }) => command.split(" ")[0].endsWith("/java")), [], "a JDK runs");
});

step("the lens leads to trust", async () => {
  await session.page.locator(".codelens-decoration a").first().click();
  await session.page.locator(".workspace-trust-editor .monaco-button", { hasText: /^Trust$/ }).first().click();
  await session.page.locator(".tab", { hasText: "Main.java" }).first().click();
  await lensesAre("▶ Profile");
  await statusIs("hotlens");
});

step("a save shows what the program did", async () => {
  await session.focusEditor();
  await session.save();
  await lensesAre(ranLens);
  await hintsAre(...ranHints);
  await statusIs(ranStatus);
});

step("a hover tells the exact numbers", async () => {
  const rows = (await session.hover(27, 72)).map(stable);
  assert.deepEqual(rows.slice(0, 6), [
    "hotlens 300 calls · ≈ 2 ms, 3.x% of run",
    "≈ 2 ms · 271,758 bytecodes · 962 objects · 17,688 bytes allocated",
    rows[2], // the heading
    rows[3], rows[4], rows[5],
  ]);
  assert.deepEqual(rows.slice(3, 6).map((row) => row.split(" | ").slice(0, 3)), [
    ["Retail.price", "240", "80%"],
    ["Wholesale.price", "45", "15%"],
    ["lambda in PriceRules static initializer:9", "15", "5.x%"],
  ]);
});

step("an edit takes the numbers away, and taking it back brings them back", async () => {
  const edit = [21, 9, "int unused = 1; "];
  await session.insert(...edit);
  await lensesAre("▶ Profile | exit 0 · printed 27 lines | edited since the run");
  await hintsAre();
  await session.erase(...edit);
  await lensesAre(ranLens);
  await hintsAre(...ranHints);
});

step("what does not compile says so, and keeps the last results", async () => {
  const edit = [24, 1, "int broken = nothing;"];
  await session.insert(...edit);
  await session.save();
  await statusIs("hotlens: does not compile");
  await eventually("the lens", async () => assert.match((await session.lenses()).join(), /^hotlens: does not compile, line 24: cannot find symbol/));
  await eventually("the error in the text", async () => assert.equal(await session.page.locator(".editor-instance .squiggly-error").count(), 1));
  await session.erase(...edit);
  await session.save();
  await statusIs(ranStatus);
  await lensesAre(ranLens);
});

step("an uncaught exception stands in the status bar, and the output is a click away", async () => {
  const edit = [24, 1, 'Integer.parseInt("twelve");'];
  await session.insert(...edit);
  await session.save();
  const failure = 'java.lang.NumberFormatException: For input string: "twelve"';
  await eventually("the status bar item", async () => assert.equal(await session.status(), `${failure.slice(0, 47)}…`));
  await lensesAre("▶ Profile | ✗ exit 1 · NumberFormatException at line 24 · printed 5 lines | 1 call · ≈ 29 ms, 100% of run · ▼ -43%");
  await session.statusItem.click();
  await eventually("the program's output", async () => {
    const lines = await session.output();
    assert.equal(lines[0], `Exception in thread "main" ${failure}`);
    assert.match(lines.join("\n"), /^at shop\.Main\.main\(.*src\/shop\/Main\.java:24\)$/m);
  });
  await session.command("View: Toggle Panel Visibility");
  await session.page.locator(".tab", { hasText: "Main.java" }).first().click();
  await session.erase(...edit);
  await session.save();
  await statusIs(ranStatus);
  await lensesAre(`${ranLens} · ▲ +75%`);
});

step("the hottest calls are a list", async () => {
  await session.command("hotlens: Go to a Hot Call…");
  const first = session.page.locator(".quick-input-list .monaco-list-row").first();
  await eventually("the list", async () => {
    assert.equal(stable((await first.innerText()).replace(/\s+/gu, " ").trim()), "Main.main › OrderReader.read44% · 1 call Main.java:22");
  });
  await session.page.keyboard.press("Escape");
});

step("a method's lens shows its call tree, level by level", async () => {
  await session.page.locator(".codelens-decoration a", { hasText: "of run" }).first().click();
  const rows = session.page.locator(".tree-explorer-viewlet-tree-view .monaco-list-row");
  const texts = async () => (await rows.allInnerTexts()).map((text) => stable(text.replace(/\s+/gu, " ").trim()));
  await eventually("the tree", async () => {
    const shown = await texts();
    assert.deepEqual(shown.slice(0, 4), ["Called from", "Calls", "OrderReader.read44% · 1 call · Main.java:22", "Order.listPrice20% · 300 calls · Main.java:26"]);
  });
  await rows.filter({ hasText: "OrderReader.read" }).locator(".monaco-tl-twistie").click();
  await eventually("the next level", async () => {
    assert.equal((await texts())[3], "OrderReader.parse34% · 300 calls · OrderReader.java:23");
  });
  await rows.filter({ hasText: "OrderReader.parse" }).click();
  await session.page.locator(".tab.active", { hasText: "OrderReader.java" }).waitFor();
  await session.page.locator(".tab", { hasText: "Main.java" }).first().click();
});

step("the flame graph leads to the sources", async () => {
  await session.command("hotlens: Show the Flame Graph");
  const graph = session.flameGraph;
  const frame = (name) => graph.locator(`g.frame[aria-label^="${name}"]`).first();
  await frame("shop.Main.main").waitFor();
  const label = await frame("shop.orders.Order.listPrice").getAttribute("aria-label");
  assert.match(label, /^shop\.orders\.Order\.listPrice\(\): 20% of cost, ≈ 10\.\d ms, src\/shop\/orders\/Order\.java:16$/);
  await frame("shop.orders.Order.listPrice").click();
  await graph.locator("#details .open").click();
  await session.page.locator(".tab.active", { hasText: "Order.java" }).waitFor();
  await eventually("the line", async () => assert.match(plain(await session.page.locator("#status\\.editor\\.selection").innerText()), /^Ln 16, /));
});
