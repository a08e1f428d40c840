// The extension as a user meets it: installed from its package, on the demo, from the first look at
// an untrusted folder to the flame graph, and through what goes wrong on the way.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { Goldens } from "./golden.mjs";
import { eventually, plain } from "./session.mjs";
import { walk } from "./steps.mjs";

const goldens = new Goldens(import.meta.url);

// What runs for ever is ended by the steps, not by limits.
const step = walk("src/shop/Main.java", { extra: { "hotlens.timeout": "5m", "hotlens.maxBytecodes": 0 } }, goldens);

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

/** What the last good run shows. */
async function showsRun(session) {
  await goldens.shows("the lens of main", async () => (await session.lenses()).map(stable));
}

async function showsHints(session) {
  await goldens.shows("the hints of main", async () => (await session.hints()).map(stable));
}

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
  await eventually("the answer", async () => assert.deepEqual((await session.output()).filter(Boolean), ["No program has run: this workspace is not trusted, so nothing is compiled or run."]));
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
  await showsRun(session);
  await showsHints(session);
  await statusIs(session, ranStatus);
});

step("a hover tells the exact numbers", async (session) => {
  await goldens.shows("the hover of a call", async () => {
    const [sum, numbers, , ...rows] = (await session.hover(27, 72)).map(stable); // between them is the heading of the table
    return [sum, numbers, ...rows.slice(0, 3).map((row) => row.split(" | ").slice(0, 3).join(" | "))];
  });
});

step("the call hierarchy has the executed calls", async (session) => {
  await session.goto(26, 38);
  await session.command("Calls: Show Call Hierarchy");
  await goldens.shows("the callers in the call hierarchy", async () => (await session.rows()).map(stable));
  await session.command("Calls: Show Outgoing Calls");
  await goldens.shows("the callees in the call hierarchy", async () => (await session.rows()).map(stable));
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
  await showsRun(session);
  await showsHints(session);
  await session.tab("Main.java");
});

step("what another tool writes is read again and run, although nothing tells of a save", async (session) => {
  const [main, order] = ["src/shop/Main.java", "src/shop/orders/Order.java"].map((name) => join(session.workspace, name));
  const [mainText, orderText] = [main, order].map((file) => readFileSync(file, "utf8"));
  writeFileSync(order, `${orderText}// This file is not open.\n`);
  writeFileSync(main, mainText.replace("        SalesReport report", "        orders.get(0).listPrice();\n$&"));
  await statusIs(session, "shop.Main: 333,758 calls");
  await firstLensIs(session, /^▶ Profile \| exit 0 · printed 27 lines \| 1 call · /);
  writeFileSync(order, orderText);
  writeFileSync(main, mainText);
  await statusIs(session, ranStatus);
  await showsRun(session);
  await showsHints(session);
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
  await showsRun(session);
});

step("an uncaught exception is an error at its line, and the output is a click away", async (session) => {
  const edit = [24, 1, 'Integer.parseInt("twelve");'];
  await session.insert(...edit);
  await session.save();
  const failure = 'java.lang.NumberFormatException: For input string: "twelve"';
  await statusIs(session, "NumberFormatException: For input string:…"); // cut between words
  await goldens.shows("the lens of a main that throws", async () => (await session.lenses()).map(stable));
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
  await goldens.shows("the lens of a main that has thrown before", async () => (await session.lenses()).map(stable));
});

step("a failure names its program, also where another one still does not compile", async (session) => {
  const edit = [24, 1, "System.exit(3);"];
  writeFileSync(join(session.workspace, "src/shop/Broken.java"), "package shop;\n\nclass Broken {\n    public static void main(String[] args) {\n        nothing();\n    }\n}\n");
  await session.show("Broken.java");
  await session.focusEditor();
  await session.save("src/shop/Broken.java");
  await statusIs(session, "hotlens: does not compile");
  await session.tab("Main.java");
  await session.insert(...edit);
  await session.save();
  await statusIs(session, "hotlens: 1 of 2 ran, Main failed, Broken does…"); // cut between words
  await firstLensIs(session, /^▶ Profile \| ✗ exit 3 \| /);
  await session.closeTab("Broken.java");
  await session.save();
  await statusIs(session, "shop.Main: exit status 3");
  assert.equal(await session.statusItem.locator("a").getAttribute("aria-label"), "hotlens: shop.Main: exit status 3");
  await session.erase(...edit);
  await session.save();
  await statusIs(session, ranStatus);
});

step("Stop ends a long run, and shows what it did", async (session) => {
  await runEndlessly(session);
  await session.command("hotlens: Stop the Run");
  await firstLensIs(session, /^▶ Profile \| ■ stopped by you after [\d.]+ \S+ · was at line \d+ \| 1 call · /);
  await eventually("the status bar item", async () => assert.match(await session.status(), /stopped/));
  await session.erase(...endless);
  await session.save();
  await showsRun(session);
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
  await showsRun(session);
  await statusIs(session, ranStatus);
});

step("a second save ends the run of the first", async (session) => {
  await runEndlessly(session);
  await session.erase(...endless);
  await session.save();
  await showsRun(session);
  await showsHints(session);
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
  await showsRun(session);
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
  await showsRun(session);
  await showsHints(session);
  await statusIs(session, ranStatus);
  assert.equal(await session.page.locator(".notification-toast").count(), 0, "a message popped up");
});

step("the hottest calls are a list", async (session) => {
  await session.command("hotlens: Go to a Hot Call…");
  const first = session.page.locator(".quick-input-list .monaco-list-row").first();
  const shown = async () => stable(plain(await first.innerText()).replace(/\s+/gu, " "));
  await goldens.shows("the hottest call", shown);
  await session.page.locator(".quick-input-widget input").first().fill("Order.listPrice › 2");
  await goldens.shows("a hot call of two targets", shown);
  await session.page.locator(".quick-input-titlebar [aria-label='By another metric…']").click();
  await session.choose("allocations");
  await session.page.locator(".quick-input-title", { hasText: "The hottest calls of the run by allocations" }).waitFor();
  await goldens.shows("the call that allocates most", shown);
  await session.page.keyboard.press("Escape");
});

step("past runs are listed and compared", async (session) => {
  const edit = [24, 1, "orders.get(0).listPrice();"];
  await session.insert(...edit);
  await session.save();
  await statusIs(session, "shop.Main: 333,758 calls");
  await session.command("hotlens: Past Runs…");
  await goldens.shows("a past run", async () => (await session.choices())[0].replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, "DATE"));
  await session.choose("333,758 calls");
  await eventually("what to do with it", async () => assert.deepEqual(await session.choices(), [
    "Compare with the run before it", "Compare with another run…", "Make it the baseline", "Remove all kept runs of this workspace",
  ]));
  await session.choose("Compare with the run before it");
  await session.page.locator(".tab.active", { hasText: /comparison-\d+-\d+\.txt/ }).waitFor();
  const text = async () => (await session.page.locator(".editor-instance .view-line").allTextContents()).map(plain);
  await goldens.shows("the comparison with the run before", async () => {
    const lines = await text();
    assert(lines.includes("calls 333,106 333,758 +652 ▲ +0.2%"), lines.join("\n"));
    return lines[1].replace(/^head: \S+ \S+/, "head: DATE");
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
  await showsRun(session);
});

step("a method's lens shows its call tree, level by level", async (session) => {
  await session.page.locator(".codelens-decoration a", { hasText: "of run" }).first().click();
  const texts = async () => (await session.rows()).map(stable);
  await goldens.shows("the call tree of main", async () => (await texts()).slice(0, 4));
  await session.row("OrderReader.read").locator(".monaco-tl-twistie").click();
  await goldens.shows("the next level of the call tree", async () => (await texts()).filter((row) => row.startsWith("OrderReader.parse")));
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
  await goldens.shows("the calls of main in the call graph", async () => (await texts(".callees > ol > li")).slice(0, 5));
  assert.deepEqual(await texts(".callers .nothing"), ["Nothing: a thread begins here."]);
  await graph.locator(".card", { hasText: "Order.listPrice" }).locator(".centre").click();
  await goldens.shows("the callers of listPrice in the call graph", () => texts(".callers > ol > li"));
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
  await goldens.shows("a frame of the flame graph", () => frame("shop.orders.Order.listPrice").getAttribute("aria-label"));
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

step("runs are compared with what git has committed, in the flame graph as well", async (session) => {
  const graph = session.webview;
  const base = graph.locator("#colour option").last();
  for (const args of [["init", "-q"], ["add", "."], ["-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "-qm", "x"]]) execFileSync("git", args, { cwd: session.workspace });
  await session.tab("Main.java");
  await session.focusEditor();
  const edit = [24, 1, "for (Order each : orders) each.listPrice(); orders.get(0).listPrice();"];
  await session.insert(...edit);
  await session.command("hotlens: Compare the Coming Runs");
  await session.choose("the workspace as git has committed it");
  await session.save();
  await eventually("the comparison", async () => assert.match((await session.lenses())[0], /1 call · .* · ▲ \+[\d.]+% since HEAD$/));
  await statusIs(session, "shop.Main: 476,934 calls");
  await eventually("the flame graph's comparison", async () => assert.match(await base.innerText(), /^by change since the commit [0-9a-f]{7} \(HEAD\)$/));
  await eventually("the changes in the flame graph", async () => {
    const changes = await graph.locator(".d3-flame-graph-label").evaluateAll((labels) => labels.flatMap((label) => {
      const change = /^[▲▼] \S+ /u.exec(label.textContent);
      if (!change || label.style.display === "none") return [];
      const range = document.createRange();
      range.setStart(label.firstChild, 0);
      range.setEnd(label.firstChild, change[0].length);
      return [{ text: label.textContent, cut: range.getBoundingClientRect().right > label.getBoundingClientRect().right }];
    }));
    assert(changes.length > 3, "there are none");
    assert.deepEqual(changes.filter(({ cut }) => cut), [], "numbers that are cut off");
  });
  await session.tab("Main.java");
  await session.command("hotlens: Compare the Coming Runs");
  await session.choose("Each with the one before it");
  await eventually("the comparison with the run before", async () => assert.match((await session.lenses())[0], /1 call · .* · ▲ \+[\d.]+%$/));
  await session.erase(...edit);
  await session.save();
  await statusIs(session, ranStatus);
  await eventually("the comparison with the run before", async () => assert.match((await session.lenses())[0], /1 call · .* · ▼ -[\d.]+%$/));
  await session.command("hotlens: Compare the Coming Runs");
  await session.choose("The last run, from now on");
  await showsRun(session);
});

step("settings hold when the window is loaded again", async (session) => {
  session.settings({ "hotlens.hints": false });
  await session.tab("Main.java");
  await hintsAre(session);
  await showsRun(session);
  await session.reload();
  await firstLensIs(session, fromHistory);
  await session.focusEditor();
  await session.save();
  await showsRun(session);
  await hintsAre(session);
  await eventually("the server of the former window to end", () => assert.equal(hotlens(session, "lsp").length, 1));
});

step("a program runs at the sizes that are asked for, and its lenses say how it grows", async (session) => {
  const text = "package shop;\n\nclass Sums {\n    static long sum;\n\n    public static void main(String[] sizes) {\n        int n = Integer.parseInt(sizes[0]);\n"
    + "        for (int i = 0; i < n * n; i++) add(i);\n        System.out.println(sum);\n    }\n\n    static void add(int i) {\n        sum += i;\n    }\n}\n";
  writeFileSync(join(session.workspace, "src/shop/Sums.java"), text);
  await session.show("Sums.java");
  await session.command("hotlens: Run at Several Sizes");
  const sizes = session.page.locator(".quick-input-widget input").first();
  await sizes.fill("10 20 many");
  await session.page.locator(".quick-input-message", { hasText: "Whole numbers above 0, with spaces between them" }).waitFor();
  await sizes.fill("10 20 40 80");
  await sizes.press("Enter");
  await eventually("how add grows", async () => assert.match((await session.lenses()).at(-1), /^6,400 calls · .* · grows as n²$/));
});

step("results that are forgotten are shown nowhere", async (session) => {
  await session.command("hotlens: Forget the Results");
  await eventually("the lenses to go", async () => assert.deepEqual(await session.lenses(), ["▶ Profile"]));
  await statusIs(session, "hotlens");
});
