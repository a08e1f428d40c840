// Draws VS Code with the demo, and with its flame graph, for the README.
//
// usage: node screenshot.mjs CODE.png FLAMEGRAPH.png      environment: see session.mjs

import assert from "node:assert/strict";

import { Session, eventually } from "./session.mjs";

const [code, flameGraph] = process.argv.slice(2);
const session = await Session.open("src/shop/Main.java", {
  width: 1180, height: 690,
  extra: { "security.workspace.trust.enabled": false, "workbench.activityBar.location": "hidden", "breadcrumbs.enabled": false, "workbench.sideBar.location": "left" },
});
try {
  await session.page.locator(".codelens-decoration", { hasText: "Profile" }).first().waitFor();
  await session.command("View: Toggle Primary Side Bar Visibility");
  await session.focusEditor();
  await session.save();
  await eventually("the hints", async () => assert.notEqual((await session.hints()).length, 0));
  await session.goto(19, 1);
  await session.goto(27, 72);
  await session.command("Show or Focus Hover");
  const hover = session.contentHover;
  await hover.waitFor();
  await hover.evaluate((shown) => Promise.all(shown.getAnimations({ subtree: true }).map((animation) => animation.finished))); // it fades in
  await session.screenshot(code);
  await session.page.keyboard.press("Escape");
  await session.goto(19, 1);
  await session.command("hotlens: Show the Flame Graph");
  const frame = session.webview.locator('g.frame[aria-label^="shop.orders.Order.listPrice"]').first();
  await frame.click();
  await session.webview.locator("#details .open").waitFor();
  await session.screenshot(flameGraph);
} finally {
  await session.close();
}
