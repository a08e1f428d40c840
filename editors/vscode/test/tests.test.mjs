// The tests of a workspace in VS Code's own view of tests.

import assert from "node:assert/strict";

import { eventually, plain } from "./session.mjs";
import { walk } from "./steps.mjs";

const moneyTest = `package shop.pricing;

import static org.junit.Assert.assertEquals;

import org.junit.Ignore;
import org.junit.Test;

public class MoneyTest {
    @Test
    public void adds() {
        assertEquals("5.00", Money.cents(200).plus(Money.cents(300)).toString());
    }

    @Test
    public void rounds() {
        assertEquals("0.02", Money.cents(25).percent(10).toString());
    }

    @Ignore("not yet")
    @Test
    public void later() {
    }
}
`;

const jar = (name) => new URL(`../../../.tools/java/usr/share/java/${name}`, import.meta.url);

const step = walk("test/shop/pricing/MoneyTest.java", {
  extra: { "security.workspace.trust.enabled": false, "testing.automaticallyOpenTestResults": "neverOpen" },
  files: { "test/shop/pricing/MoneyTest.java": moneyTest, "lib/junit4.jar": jar("junit4.jar"), "lib/hamcrest.jar": jar("hamcrest.jar") },
});

/** The rows of the view of tests: what they are called, and what became of them. */
async function testsAre(session, ...expected) {
  await eventually("the tests", async () => {
    const rows = await session.page.locator(".test-explorer .monaco-list-row").evaluateAll((all) => all.map((row) => row.getAttribute("aria-label")));
    assert.deepEqual(rows.map((row) => plain(row).replace(/, in [\d.]+\S*/u, "")), expected);
  });
}

step("the view of tests lists those that there are", async (session) => {
  await session.page.locator(".activitybar [aria-label^=Testing]").first().click();
  for (const name of ["shop.pricing", "MoneyTest"]) {
    await session.page.locator(".test-explorer .monaco-list-row", { hasText: name }).click();
    await session.page.keyboard.press("ArrowRight"); // opens it
  }
  assert.equal(await session.page.locator(".notification-list-item").count(), 0, "there is something to complain about");
  await testsAre(session, "shop.pricing (Not yet run)", "MoneyTest (Not yet run)", "adds (Not yet run)", "rounds (Not yet run)", "later (Not yet run)");
});

step("tests that were tried in vain after a save leave its result in the status bar", async (session) => {
  const statuses = await session.statuses();
  await session.show("Main.java");
  await session.focusEditor();
  await session.save("src/shop/Main.java");
  // Which of the words about the tests stand long enough to be drawn is chance.
  await eventually("the tests to be tried", async () => {
    const results = (await statuses()).map((text) => /MoneyTest/u.test(text) ? "MoneyTest" : text).filter((text) => /MoneyTest|calls$/u.test(text));
    assert.deepEqual(results.filter((text, index) => text !== results[index - 1]), ["shop.Main: 333,106 calls", "MoneyTest", "shop.Main: 333,106 calls"], (await statuses()).join("; "));
  });
  await testsAre(session, "shop.pricing (Not yet run)", "MoneyTest (Not yet run)", "adds (Not yet run)", "rounds (Not yet run)", "later (Not yet run)");
  await session.tab("MoneyTest.java");
});

step("all of them run", async (session) => {
  await session.command("Test: Run All Tests");
  await testsAre(session, "shop.pricing (Failed)", "MoneyTest (Failed)", "adds (Passed)", "rounds (Failed)", "later (Skipped)");
  await eventually("the status bar item", async () => assert.equal(await session.status(), "hotlens: 1 of 3 tests failed"));
});

step("those that do not compile are told so, and not as they ran before", async (session) => {
  const edit = [16, 9, "int broken = nothing; "];
  await session.tab("MoneyTest.java");
  await session.insert(...edit);
  await session.save();
  await eventually("the status bar item", async () => assert.equal(await session.status(), "hotlens: does not compile"));
  await session.command("Test: Run All Tests");
  await testsAre(session, "shop.pricing (Errored)", "MoneyTest (Errored)", "adds (Errored)", "rounds (Errored)", "later (Errored)");
  await session.tab("MoneyTest.java");
  await session.erase(...edit);
  await session.save();
  await testsAre(session, "shop.pricing (Failed)", "MoneyTest (Failed)", "adds (Passed)", "rounds (Failed)", "later (Skipped)");
});

step("with coverage, the view of it and the lines say what they have executed", async (session) => {
  await session.command("Test: Run All Tests with Coverage");
  await eventually("the files of the coverage", async () => {
    const rows = await session.page.locator(".pane", { hasText: "Test Coverage" }).locator(".monaco-list-row").evaluateAll((all) => all.map((row) => row.textContent));
    assert.ok(rows.some((row) => /^Money\.java/u.test(row)) && rows.some((row) => /^Main\.java.*0\.00%/u.test(row)), rows.join("; "));
  });
  await session.show("Money.java");
  await eventually("signs beside executed lines, and others", async () => {
    assert.ok((await session.page.locator(".coverage-deco-gutter.coverage-deco-hit").count()) > 0, "no line is executed");
    assert.ok((await session.page.locator(".coverage-deco-gutter.coverage-deco-miss").count()) > 0, "all lines are executed");
  });
  await testsAre(session, "shop.pricing (Failed)", "MoneyTest (Failed)", "adds (Passed)", "rounds (Failed)", "later (Skipped)");
});

step("a save runs those that it can reach, and says so there", async (session) => {
  await session.tab("MoneyTest.java");
  await session.goto(16, 26);
  await session.page.keyboard.press("Delete");
  await session.page.keyboard.insertText("3");
  await session.save();
  await testsAre(session, "shop.pricing (Passed)", "MoneyTest (Passed)", "adds (Passed)", "rounds (Passed)", "later (Skipped)");
  await eventually("the status bar item", async () => assert.equal(await session.status(), "hotlens: 2 tests passed, 1 skipped"));
});
