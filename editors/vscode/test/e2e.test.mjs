// The extension as a user meets it: installed from its package, on the demo, from the first look at
// an untrusted folder to the flame graph, and through what goes wrong on the way.

import assert from "node:assert/strict";

import { eventually, plain } from "./session.mjs";
import { walk } from "./steps.mjs";

// What runs for ever is ended by the steps, not by limits.
const step = walk("src/shop/Main.java", { extra: { "hotlens.timeout": "5m", "hotlens.maxBytecodes": 0 } });

/**
 * Leaves out what other JDKs or processors make differently: the last digit of a share, as the whole holds
 * the class library's start-up; and what the inliner has decided, which depends on the compiler's thresholds.
 */
function stable(text) {
  return text.replace(/(\d)\.\d%/g, "$1.x%").replace(/(%) [●◐○]/g, "$1");
}

async function lensesAre(session, ...expected) {
  await eventually("the lenses", async () => assert.deepEqual((await session.lenses()).map(stable), expected));
}

async function firstLensIs(session, expected) {
  await eventually("the first lens", async () => assert.match((await session.lenses())[0] ?? "", expected));
}

async function hintsAre(session, ...expected) {
  await eventually("the hints", async () => assert.deepEqual((await session.hints()).map(stable), expected));
}

async function statusIs(session, expected) {
  await eventually("the status bar item", async () => assert.equal(await session.status(), expected));
}

/** The hotlens processes with a role: "lsp" or "worker". */
function hotlens(session, role) {
  return session.processes().filter(({ command }) => new RegExp(`(^|/)hotlens ${role}$`).test(command));
}

const ranLens = "▶ Profile | exit 0 · printed 27 lines | 1 call · ≈ 54 ms, 100% of run";
const ranHints = [
  'Path file = Path.of(args.length > 0 ? args[0] : "data/orders.txt")×1 5.x%;',
  "Catalogue catalogue = Catalogue.standard()×1 2.x%;",
  "List<Order> orders = new OrderReader(catalogue).read(file)×1 48%;",
  "Money listPrice = order.listPrice()×300 14%;",
  "Money price = PriceRules.forCustomer(order.customer()).price(order, listPrice)×300 4.x%;",
  "report.add(order, listPrice, price)×300 1.x%;",
  "System.out.print(report.text()×1 19%);",
];
const ranStatus = "shop.Main: 333,106 calls";

/** What the lens of a new server begins with: the run is that of the one before. */
const fromHistory = /^hotlens: numbers of the run of \d{4}-\d\d-\d\d \d\d:\d\d; save to run again \| ▶ Profile \|/;

/** An edit that makes the program run for ever: where, and what is inserted. */
const endless = [24, 1, "for (long i = 1; i != 0; i++);"];

/** Starts the program with the endless loop, and waits until it runs. */
async function runEndlessly(session) {
  await session.insert(...endless);
  await session.save();
  await eventually("the program to run", async () => assert.match(await session.status(), /^running/));
}

step("nothing runs in an untrusted folder", async (session) => {
  const notTrusted = "hotlens: this workspace is not trusted, so nothing is compiled or run (click to change that)";
  await lensesAre(session, notTrusted);
  await statusIs(session, "hotlens: not trusted");
  await session.focusEditor();
  await session.save();
  // The server handles messages in their order: it has seen the save when it answers this.
  await session.command("hotlens: Show the Program's Output");
  await eventually("the answer", async () => assert.deepEqual((await session.output()).filter(Boolean), ["No program has run yet: save a Java file to start one."]));
  await session.command("View: Toggle Panel Visibility");
  await lensesAre(session, notTrusted);
  await hintsAre(session);
  assert.deepEqual(session.processes().filter(({ command }) => command.split(" ")[0].endsWith("/java")), [], "a JDK runs");
  assert.deepEqual(hotlens(session, "worker"), [], "a worker runs");
});

step("the lens leads to trust", async (session) => {
  await session.page.locator(".codelens-decoration a").first().click();
  await session.page.locator(".workspace-trust-editor .monaco-button", { hasText: /^Trust$/ }).first().click();
  await session.tab("Main.java");
  await lensesAre(session, "▶ Profile");
  await statusIs(session, "hotlens");
});

step("a save shows what the program did", async (session) => {
  await session.focusEditor();
  await session.save();
  await lensesAre(session, ranLens);
  await hintsAre(session, ...ranHints);
  await statusIs(session, ranStatus);
});

step("a hover tells the exact numbers", async (session) => {
  const rows = (await session.hover(27, 72)).map(stable);
  assert.deepEqual(rows.slice(0, 6), [
    "hotlens 300 calls · ≈ 2.2 ms, 4.x% of run",
    "≈ 2.2 ms · 271,758 bytecodes · 962 objects · 17,688 bytes allocated",
    rows[2], // the heading
    rows[3], rows[4], rows[5],
  ]);
  assert.deepEqual(rows.slice(3, 6).map((row) => row.split(" | ").slice(0, 3)), [
    ["Retail.price", "240", "80%"],
    ["Wholesale.price", "45", "15%"],
    ["lambda in PriceRules static initializer:9", "15", "5.x%"],
  ]);
});

step("the call hierarchy has the executed calls", async (session) => {
  await session.goto(26, 38);
  await session.command("Calls: Show Call Hierarchy");
  await eventually("the callers", async () => assert.deepEqual((await session.rows()).map(stable), [
    "Order.listPrice≈ 7.5 ms, 14% of run", "Main.main14% · 300 calls here",
  ]));
  await session.command("Calls: Show Outgoing Calls");
  await eventually("the callees", async () => assert.deepEqual((await session.rows()).map(stable), [
    "Order.listPrice≈ 7.5 ms, 14% of run",
    "Bundle.price8.x% · 1,627 calls here",
    "Money.plus1.x% · 4,920 calls here",
    "ArrayList.Itr.next0.x% · 673 calls here",
    "ArrayList.iterator0.x% · 300 calls here",
    "ArrayList.Itr.hasNext0.x% · 973 calls here",
    "Order.Line.quantity0.x% · 5,593 calls here",
    "Order.Line.product0.x% · 4,920 calls here",
    "Article.price0.x% · 3,293 calls here",
  ]));
  await session.command("View: Show Explorer");
  await session.tab("Main.java");
});

step("an edit takes the numbers away, and taking it back brings them back", async (session) => {
  const edit = [21, 9, "int unused = 1; "];
  await session.insert(...edit);
  await lensesAre(session, "▶ Profile | ○ exit 0 · printed 27 lines · before Main.java was edited | edited since the run");
  await hintsAre(session);
  await session.erase(...edit);
  await session.page.keyboard.press("Control+0"); // VS Code gives its own question up when the editor loses the focus
  await lensesAre(session, ranLens);
  await hintsAre(session, ...ranHints);
  await session.tab("Main.java");
});

step("what does not compile says so, and keeps the last results", async (session) => {
  const edit = [24, 1, "int broken = nothing;"];
  await session.insert(...edit);
  await session.save();
  await statusIs(session, "hotlens: does not compile");
  await firstLensIs(session, /^hotlens: does not compile, line 24: cannot find symbol.* · showing the last run \| ▶ Profile \| edited since the run$/);
  await eventually("the error in the text", async () => assert.equal(await session.page.locator(".editor-instance .squiggly-error").count(), 1));
  await session.erase(...edit);
  await session.save();
  await statusIs(session, ranStatus);
  await lensesAre(session, ranLens);
});

step("an uncaught exception is an error at its line, and the output is a click away", async (session) => {
  const edit = [24, 1, 'Integer.parseInt("twelve");'];
  await session.insert(...edit);
  await session.save();
  const failure = 'java.lang.NumberFormatException: For input string: "twelve"';
  await statusIs(session, `${failure.slice(0, 47)}…`);
  await lensesAre(session, "▶ Profile | ✗ exit 1 · NumberFormatException at line 24 · printed 5 lines | 1 call · ≈ 33 ms, 100% of run · ▼ -39%");
  assert.deepEqual(await session.problems(), [
    "Main.javasrc/shop 1", `uncaught ${failure}, thrown by NumberFormatException.forInputString hotlens [Ln 24, Col 1]`,
  ]);
  await session.statusItem.click();
  await eventually("the program's output", async () => {
    const lines = await session.output();
    assert.equal(lines[0], `Exception in thread "main" ${failure}`);
    assert.match(lines.join("\n"), /^at shop\.Main\.main\(.*src\/shop\/Main\.java:24\)$/m);
  });
  await session.command("View: Toggle Panel Visibility");
  await session.tab("Main.java");
  await session.erase(...edit);
  await session.save();
  await statusIs(session, ranStatus);
  await lensesAre(session, `${ranLens} · ▲ +63%`);
});

step("Stop ends a long run, and shows what it did", async (session) => {
  await runEndlessly(session);
  await session.command("hotlens: Stop the Run");
  await firstLensIs(session, /^▶ Profile \| ■ stopped by you after [\d.]+ \S+ \| 1 call · /);
  await eventually("the status bar item", async () => assert.match(await session.status(), /stopped/));
  await session.erase(...endless);
  await session.save();
  await lensesAre(session, ranLens);
  await statusIs(session, ranStatus);
});

step("the output grows while the program runs", async (session) => {
  const prints = [24, 1, 'for (long i = 1; i != 0; i++) if (i % 20_000_000 == 0) System.out.println(i / 20_000_000 + " rounds");'];
  await session.command("hotlens: Show the Program's Output");
  await session.focusEditor();
  await session.insert(...prints);
  await session.save();
  let rounds = 0;
  for (const time of ["the first output", "more of it"]) {
    rounds = await eventually(time, async () => {
      const last = (await session.output()).findLast((line) => / rounds$/.test(line));
      assert(parseInt(last ?? "0") > rounds, `the last line is ${last}`);
      return parseInt(last);
    });
  }
  assert.match(await session.status(), /^running/);
  await session.command("hotlens: Stop the Run");
  await eventually("the end", async () => assert.match((await session.output()).filter(Boolean).at(-1), /^\[shop\.Main: the program was stopped as you asked; the numbers are what it did until then\]$/));
  await session.command("View: Toggle Panel Visibility");
  await session.tab("Main.java");
  await session.erase(...prints);
  await session.save();
  await lensesAre(session, ranLens);
  await statusIs(session, ranStatus);
});

step("a second save ends the run of the first", async (session) => {
  await runEndlessly(session);
  await session.erase(...endless);
  await session.save();
  await lensesAre(session, ranLens);
  await hintsAre(session, ...ranHints);
  await statusIs(session, ranStatus);
});

step("a worker that is killed is told, and the next save works", async (session) => {
  await runEndlessly(session);
  const workers = hotlens(session, "worker");
  assert.notEqual(workers.length, 0);
  for (const { pid } of workers) process.kill(pid, "SIGKILL");
  await firstLensIs(session, /^hotlens: the run failed: .* · showing the last run \| ▶ Profile \| edited since the run$/);
  await statusIs(session, "hotlens: the run failed");
  await session.erase(...endless);
  await session.save();
  await lensesAre(session, ranLens);
  await statusIs(session, ranStatus);
});

step("a server that is killed is started again", async (session) => {
  const [{ pid }, ...others] = hotlens(session, "lsp");
  assert.deepEqual(others, []);
  process.kill(pid, "SIGKILL");
  await statusIs(session, "hotlens");
  await firstLensIs(session, fromHistory);
  await session.focusEditor();
  await session.save();
  await lensesAre(session, ranLens);
  await hintsAre(session, ...ranHints);
  await statusIs(session, ranStatus);
  assert.equal(await session.page.locator(".notification-toast").count(), 0, "a message popped up");
});

step("the hottest calls are a list", async (session) => {
  await session.command("hotlens: Go to a Hot Call…");
  const first = session.page.locator(".quick-input-list .monaco-list-row").first();
  await eventually("the list", async () => {
    assert.equal(stable(plain(await first.innerText()).replace(/\s+/gu, " ")), "Main.main › OrderReader.read48% · 1 call Main.java:22");
  });
  await session.page.keyboard.press("Escape");
});

step("past runs are listed and compared", async (session) => {
  const edit = [24, 1, "orders.get(0).listPrice();"];
  await session.insert(...edit);
  await session.save();
  await statusIs(session, "shop.Main: 333,758 calls");
  await session.command("hotlens: Past Runs…");
  const run = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d · shop\.Main · exit 0 · 333,758 calls · ≈ 54 ms$/;
  await eventually("the list", async () => assert.match((await session.choices())[0], run));
  await session.choose("333,758 calls");
  await eventually("what to do with it", async () => assert.deepEqual(await session.choices(), [
    "Compare with the run before it", "Compare with another run…", "Make it the baseline", "Remove all kept runs of this workspace",
  ]));
  await session.choose("Compare with the run before it");
  await session.page.locator(".tab.active", { hasText: /comparison-\d+-\d+\.txt/ }).waitFor();
  const text = async () => (await session.page.locator(".editor-instance .view-line").allTextContents()).map(plain);
  await eventually("the comparison", async () => {
    const lines = await text();
    assert.match(lines[1], /^head: .* 333,758 calls · ≈ 54 ms$/);
    assert(lines.includes("calls 333,106 333,758 +652 ▲ +0.2%"), lines.join("\n"));
  });
  await session.closeTab("comparison-");
  await session.tab("Main.java");
  await session.erase(...edit);
  await session.save();
  await statusIs(session, ranStatus);
});

step("what a call passes stands beside it", async (session) => {
  await session.goto(27, 72);
  await session.command("hotlens: Show What the Call Here Passes");
  const page = session.webview;
  const texts = async (selector) => (await page.locator(selector).allInnerTexts()).map(plain);
  await eventually("the page", async () => assert.deepEqual(await texts("h2, h3, p"), [
    "PriceRule.price(Order, Money)", "was called 300 times by Main.main at Main.java:27",
    "receiver PriceRule", "Retail ×240 (80%) · Wholesale ×45 (15%) · lambda of PriceRules ×15 (5.0%)", "1: Order", "always Order", "2: Money", "always Money",
  ]));
  await session.closeTab("Preview Main-27.md");
  await session.tab("Main.java");
  await lensesAre(session, ranLens);
});

step("a method's lens shows its call tree, level by level", async (session) => {
  await session.page.locator(".codelens-decoration a", { hasText: "of run" }).first().click();
  const texts = async () => (await session.rows()).map(stable);
  await eventually("the tree", async () => {
    const shown = await texts();
    assert.deepEqual(shown.slice(0, 4), ["Called fromnothing: a thread begins here", "Calls", "OrderReader.read48% · 1 call · Main.java:22", "SalesReport.text19% · 1 call · Main.java:30"]);
  });
  await session.row("OrderReader.read").locator(".monaco-tl-twistie").click();
  await eventually("the next level", async () => {
    assert.equal((await texts())[3], "OrderReader.parse35% · 300 calls · OrderReader.java:23");
  });
  await session.row("OrderReader.parse").click();
  await session.page.locator(".tab.active", { hasText: "OrderReader.java" }).waitFor();
  await session.command("View: Toggle Panel Visibility");
  await session.tab("Main.java");
});

step("the call graph of a method leads to its neighbours and to the sources", async (session) => {
  await session.goto(26, 1);
  await session.command("hotlens: Show the Call Graph of This Method");
  const graph = session.webview;
  const texts = async (selector) => (await graph.locator(selector).allInnerTexts()).map((text) => stable(plain(text.replace(/\s+/gu, " "))));
  await eventually("the calls of main", async () => assert.deepEqual((await texts(".callees > ol > li")).slice(0, 5), [
    "OrderReader.read 1 call · 48%, ≈ 26 ms Main.java:22 Centre",
    "SalesReport.text 1 call · 19%, ≈ 10 ms Main.java:30 Centre",
    "Order.listPrice 300 calls · 14%, ≈ 7.5 ms Main.java:26 Centre",
    "Path.of 1 call · 5.x%, ≈ 2.8 ms Main.java:20 library Centre",
    "price, line 27 300 calls · targets: 3 seen Retail.price 240 calls · 3.x%, ≈ 2.1 ms 80% of these calls Centre " +
      "Wholesale.price 45 calls · 0.x%, ≈ 91 µs 15% of these calls Centre lambda in PriceRules static initializer:9 15 calls · <0.x%, ≈ 2.1 µs 5% of these calls Centre",
  ]));
  assert.deepEqual(await texts(".callers .nothing"), ["Nothing: a thread begins here."]);
  await graph.locator(".card", { hasText: "Order.listPrice" }).locator(".centre").click();
  await eventually("the callers of listPrice", async () => assert.deepEqual(await texts(".callers > ol > li"), ["Main.main 300 calls · 14%, ≈ 7.5 ms Main.java:26 Centre"]));
  await graph.locator(".callers button", { hasText: "Main.java:26" }).click();
  await session.page.locator(".tab.active", { hasText: "Main.java" }).waitFor();
  await graph.locator("header button", { hasText: "Back" }).click();
  await eventually("main again", async () => assert.deepEqual(await texts("h1"), ["Main.main"]));
  await session.closeTab("Calls of Main.main");
});

step("the flame graph has the exact numbers, and leads to the sources", async (session) => {
  await session.command("hotlens: Show the Flame Graph");
  const graph = session.webview;
  const frame = (name) => graph.locator(`g.frame[aria-label^="${name}"]`).first();
  await frame("shop.Main.main").waitFor();
  const label = await frame("shop.orders.Order.listPrice").getAttribute("aria-label");
  assert.match(label, /^shop\.orders\.Order\.listPrice\(\): 14% of cost, ≈ 7\.5\d? ms, src\/shop\/orders\/Order\.java:16$/);
  await graph.locator("#metric").selectOption({ label: "calls · 333,106" });
  await eventually("the frames by their calls", async () => {
    const label = await frame("shop.orders.Order.listPrice").getAttribute("aria-label");
    assert.equal(label, "shop.orders.Order.listPrice(): 43% of calls, 142,272, src/shop/orders/Order.java:16");
  });
  await frame("shop.orders.Order.listPrice").click();
  await graph.locator("#details .open").click();
  await session.page.locator(".tab.active", { hasText: "Order.java" }).waitFor();
  await eventually("the line", async () => assert.match(plain(await session.page.locator("#status\\.editor\\.selection").innerText()), /^Ln 16, /));
});

step("the flame graph stays as it is when there is a new run, and shows what has changed", async (session) => {
  const graph = session.webview;
  await graph.locator("#search").fill("plus");
  const told = async () => ({
    metric: await graph.locator("#metric option:checked").innerText(), found: await graph.locator("#search").inputValue(),
    zoomed: await graph.locator("#reset").isEnabled(), chosen: await graph.locator("#details h2").innerText(),
  });
  const before = { metric: "calls · 333,106", found: "plus", zoomed: true, chosen: "shop.orders.Order.listPrice()" };
  assert.deepEqual(await told(), before);
  await session.tab("Main.java");
  const edit = [24, 1, "orders.get(0).listPrice();"];
  await session.insert(...edit);
  await session.save();
  await eventually("the page of the new run", async () => assert.deepEqual(await told(), { ...before, metric: "calls · 333,758" }));
  await graph.locator("#colour").selectOption("change");
  await eventually("the change", async () => {
    const label = await graph.locator('g.frame[aria-label^="shop.orders.Order.listPrice"]').first().getAttribute("aria-label");
    assert.match(label, /^shop\.orders\.Order\.listPrice\(\): 43% of calls, 142,9\d\d, ▲ \+0\.5% since the last run, src/);
  });
  await session.tab("Main.java");
  await session.erase(...edit);
  await session.save();
  await statusIs(session, ranStatus);
});

step("settings hold when the window is loaded again", async (session) => {
  session.settings({ "hotlens.hints": false });
  await session.tab("Main.java");
  await hintsAre(session);
  await lensesAre(session, ranLens);
  await session.reload();
  await firstLensIs(session, fromHistory);
  await session.focusEditor();
  await session.save();
  await lensesAre(session, ranLens);
  await hintsAre(session);
  await eventually("the server of the former window to end", () => assert.equal(hotlens(session, "lsp").length, 1));
});
