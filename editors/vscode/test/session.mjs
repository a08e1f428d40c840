// VS Code as a user has it: code-server with the packaged extension, in a headless Chromium.
//
// Environment: HOTLENS_VSIX is the packaged extension, HOTLENS_CODE_SERVER the folder that
// .ci/get-code-server.sh has filled, CHROMIUM the browser if it is not the chromium on PATH.
//
// All that is started and written is in one temporary folder, and ends and goes with the session, also where that is
// broken off: see undertaker.mjs. No wait is without end, and what was waited for in vain is said.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { processesOf } from "./processes.mjs";

const codeServer = resolve(required("HOTLENS_CODE_SERVER"));
const { chromium } = createRequire(join(codeServer, "package.json"))("playwright-core");

/** How long anything may take, in milliseconds: generous, as it only passes when something is broken. */
export const patience = 120_000;

/** How long this process waits, when it ends, for what it has started: longer than the undertaker takes. */
const farewell = 30_000;

/** How long a key may take to show its effect before it is pressed again, in milliseconds: of use only where it was lost. */
const keyTime = 10_000;

/** How long drawing a picture may take, in milliseconds. A page that hangs does not get one. */
const pictureTime = 10_000;

/** The sessions that are open. */
const open = new Set();

// Ctrl-C comes to every process at the terminal, SIGTERM to this one, SIGHUP when the terminal goes.
for (const [signal, number] of Object.entries({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 })) process.on(signal, () => process.exit(128 + number));
process.on("exit", () => { for (const session of open) session.breakOff(); });

/** The settings of the user: quiet, and with nothing between the test and the editor. */
const settings = {
  "editor.minimap.enabled": false,
  "editor.hover.above": false,
  "workbench.reduceMotion": "on",
  "workbench.quickOpen.closeOnFocusLost": false, // a view that is slow to take the focus would close the command palette
  "editor.inlayHints.enabled": "on",
  "editor.autoClosingBrackets": "never",
  "files.autoSave": "off",
  "chat.disableAIFeatures": true,
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "security.workspace.trust.startupPrompt": "never",
  "security.workspace.trust.banner": "never",
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "window.commandCenter": false,
  "workbench.colorTheme": "Default Dark Modern",
  "workbench.editor.useModal": "off",
  "workbench.enableExperiments": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
};

function required(variable) {
  const value = process.env[variable];
  assert(value, `${variable} is not set: run these tests with "make test-editors"`);
  return value;
}

/** The file that a command's name stands for. */
function onPath(command) {
  const found = process.env.PATH.split(delimiter).map((folder) => join(folder, command)).find((file) => existsSync(file));
  assert(found, `there is no ${command} on PATH: install it, or let CHROMIUM name a browser of its kind`);
  return found;
}

/** One VS Code on a copy of the demo. */
export class Session {
  #folder = realpathSync(mkdtempSync(join(tmpdir(), "hotlens-vscode-")));
  #log = "";
  #file;
  #server;
  #context;
  #undertaker;
  page;
  workspace = join(this.#folder, "demo");

  /** Installs the extension, and others from their folders, and opens a file of the demo. Extra are settings of the user, files more files of the demo: their texts by name, or URLs to copy. */
  static async open(file, { width = 1280, height = 800, extra = {}, extensions = [], files = {} } = {}) {
    const session = new Session();
    session.#file = file;
    session.#watch();
    try {
      await session.#install();
      for (const [name, content] of Object.entries(files)) {
        const path = join(session.workspace, name);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, content instanceof URL ? readFileSync(content) : content);
      }
      for (const folder of extensions) session.#add(folder);
      await session.#serve(extra);
      await session.#browse({ width, height });
    } catch (error) {
      await session.close();
      throw error;
    }
    return session;
  }

  /** Has the session cleared away when this process ends, however it does. */
  #watch() {
    const script = fileURLToPath(new URL("undertaker.mjs", import.meta.url));
    this.#undertaker = spawn(process.execPath, [script, this.#folder], { detached: true, stdio: ["pipe", "pipe", "inherit"] });
    this.#undertaker.stdin.on("error", () => { /* it has ended */ });
    for (const handle of [this.#undertaker, this.#undertaker.stdin, this.#undertaker.stdout]) handle.unref(); // it waits for us, not we for it
    open.add(this);
  }

  /** Ends everything at once, and waits for that without giving way to anything else: this process is about to end. */
  breakOff() {
    this.#undertaker.kill("SIGTERM");
    const never = new Int32Array(new SharedArrayBuffer(4));
    for (const end = Date.now() + farewell; existsSync(this.#folder) && Date.now() < end;) Atomics.wait(never, 0, 0, 50);
  }

  #environment() {
    const at = (name) => join(this.#folder, name);
    return {
      ...process.env, HOME: at("home"), XDG_CONFIG_HOME: at("config"), XDG_DATA_HOME: at("share"), XDG_CACHE_HOME: at("cache"), XDG_RUNTIME_DIR: at("run"),
      TMPDIR: at("tmp"), EXTENSIONS_GALLERY: "{}", // else it asks the gallery about extensions
    };
  }

  #spawn(args) {
    const entry = join(codeServer, "node_modules/code-server/out/node/entry.js");
    const started = spawn(process.execPath, [entry, "--config", join(this.#folder, "config.yaml"), "--user-data-dir", join(this.#folder, "data"),
      "--extensions-dir", join(this.#folder, "extensions"), ...args],
    { env: this.#environment(), detached: true, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [started.stdout, started.stderr]) stream.on("data", (data) => { this.#log += data; });
    return started;
  }

  async #install() {
    for (const name of ["home", "run", "tmp", "data/User", "data/Machine"]) mkdirSync(join(this.#folder, name), { recursive: true, mode: 0o700 });
    cpSync(fileURLToPath(new URL("../../demo", import.meta.url)), this.workspace, { recursive: true });
    const installing = this.#spawn(["--install-extension", resolve(required("HOTLENS_VSIX"))]);
    const [status] = await within("installing the extension", once(installing, "exit"));
    assert.equal(status, 0, `the extension could not be installed:\n${this.#log}`);
  }

  /** Adds an extension that is not packaged. */
  #add(source) {
    const { name, publisher, version } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
    const relativeLocation = `${publisher}.${name}-${version}`;
    const folder = join(this.#folder, "extensions", relativeLocation);
    cpSync(source, folder, { recursive: true });
    const list = join(this.#folder, "extensions/extensions.json");
    const entry = { identifier: { id: `${publisher}.${name}` }, version, location: { $mid: 1, path: folder, scheme: "file" }, relativeLocation, metadata: {} };
    writeFileSync(list, JSON.stringify([...JSON.parse(readFileSync(list, "utf8")), entry]));
  }

  async #serve(extra) {
    writeFileSync(join(this.#folder, "data/User/settings.json"), JSON.stringify({ ...settings, ...extra }));
    this.#server = this.#spawn(["--auth", "none", "--bind-addr", "127.0.0.1:0", "--disable-telemetry", "--disable-update-check"]);
    const listening = /listening on (http:\/\/127\.0\.0\.1:\d+)/;
    await eventually("code-server to listen", () => {
      assert.equal(this.#server.exitCode, null, `code-server has ended:\n${this.#log}`);
      assert.match(this.#log, listening);
    });
    this.address = listening.exec(this.#log)[1];
  }

  async #browse(viewport) {
    this.#context = await chromium.launchPersistentContext(join(this.#folder, "chromium"), {
      executablePath: process.env.CHROMIUM || onPath("chromium"), headless: true, viewport, timeout: patience,
      env: this.#environment(), handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false, // they are handled above
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    });
    this.page = this.#context.pages()[0] ?? await this.#context.newPage();
    this.page.setDefaultTimeout(patience);
    this.page.setDefaultNavigationTimeout(patience);
    const payload = JSON.stringify([["openFile", `vscode-remote://${new URL(this.address).host}${join(this.workspace, this.#file)}`]]);
    await this.page.goto(`${this.address}/?folder=${encodeURIComponent(this.workspace)}&payload=${encodeURIComponent(payload)}`);
    await this.page.locator(".editor-instance .view-lines").first().waitFor();
  }

  /** Ends everything, and says what has not ended. */
  async close() {
    try {
      if (this.#context) await within("the browser to close", this.#context.close());
    } finally {
      if (this.#server?.pid) {
        try { process.kill(-this.#server.pid, "SIGTERM"); } catch { /* it has ended */ }
      }
      let left = "";
      this.#undertaker.stdout.on("data", (data) => { left += data; });
      const ended = once(this.#undertaker, "close");
      this.#undertaker.stdin.end("closed");
      await within("all processes to end", ended);
      open.delete(this);
      assert.equal(left, "", "processes have outlived VS Code");
    }
  }

  /** The processes that the session has started, and what those have started. */
  processes() {
    return processesOf(this.#folder);
  }

  // ---- What is shown ----

  /** The lines of the editor that have hints, with them. */
  async hints() {
    const lines = await this.page.locator(".editor-instance .view-line").allTextContents();
    return lines.map(plain).filter((line) => /×\S+ [<>]?[\d.]+%/u.test(line));
  }

  async lenses() {
    const texts = await this.page.locator(".editor-instance .codelens-decoration").allInnerTexts();
    return texts.map((text) => text.replace(/\s+/gu, " ").trim()).filter((text) => text !== "");
  }

  get statusItem() {
    return this.page.locator("#hotlens\\.hotlens\\.hotlens\\.run");
  }

  async status() {
    return plain(await this.statusItem.innerText());
  }

  /** Collects what the status bar item says from now on, and returns what tells it: each text once for as long as it stands. */
  async statuses() {
    await this.statusItem.evaluate((item) => {
      const seen = window.hotlensStatuses = [item.innerText];
      new MutationObserver(() => { if (item.innerText !== seen.at(-1)) seen.push(item.innerText); }).observe(item, { characterData: true, childList: true, subtree: true });
    });
    return async () => (await this.page.evaluate(() => window.hotlensStatuses)).map(plain);
  }

  /** The rows of the tree in the side bar. */
  async rows() {
    return (await this.#rows.allInnerTexts()).map((text) => plain(text.replace(/\s+/gu, " ")));
  }

  /** The first of them with a text. */
  row(text) {
    return this.#rows.filter({ hasText: text }).first();
  }

  get #rows() {
    return this.page.locator(".tree-explorer-viewlet-tree-view .monaco-list-row");
  }

  /** The entries of the list to choose from that is open, once there are some. */
  async choices() {
    const rows = this.page.locator(".quick-input-list .monaco-list-row");
    await rows.first().waitFor();
    return (await rows.allInnerTexts()).map((text) => plain(text.replace(/\s+/gu, " ")));
  }

  /** Chooses the entry of that list which has a text. */
  async choose(text) {
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first().click();
  }

  /** The rows of the list of problems, which is shown for it. */
  async problems() {
    await this.page.keyboard.press("Control+Shift+M");
    const rows = this.page.locator(".markers-panel .monaco-list-row");
    await rows.first().waitFor();
    const texts = await rows.allInnerTexts();
    await this.command("View: Toggle Panel Visibility");
    return texts.map((text) => plain(text.replace(/\s+/gu, " ")));
  }

  /** The page of the panel that is open. */
  get webview() {
    return this.page.frameLocator("iframe.webview").frameLocator("#active-frame");
  }

  /** What is told of the place at the cursor: VS Code shows names of files, as those of its tabs, in hovers as well. */
  get contentHover() {
    return this.page.locator(".monaco-resizable-hover .monaco-hover", { hasText: "hotlens" }).first();
  }

  /** The hover at a place, counted from 1: its paragraphs, and the cells of its tables. */
  async hover(line, column) {
    await this.goto(line, column);
    const hover = this.contentHover;
    await this.command("Show or Focus Hover");
    await hover.waitFor();
    const rows = await hover.locator("p, tr").evaluateAll((all) => all.map((row) => [...(row.cells ?? [row])].map((cell) => cell.textContent).join(" | ")));
    await this.page.keyboard.press("Escape");
    return rows.map(plain);
  }

  // ---- What a user does ----

  /** Goes to the editor in the first column, and waits until keys reach it. */
  async focusEditor() {
    await eventually("the editor to have the focus", async () => {
      await this.page.keyboard.press("Control+1");
      await this.page.locator(".editor-group-container.active .monaco-editor.focused").first().waitFor({ timeout: keyTime });
    });
  }

  /** Opens a file of the workspace by its name. */
  async show(name) {
    const input = await this.#asked("Control+P");
    await input.fill(name);
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: name }).first().click();
    await this.page.locator(".tab.active", { hasText: name }).first().waitFor();
    await this.chosen();
  }

  /** Goes to an editor that is open. */
  async tab(name) {
    await this.page.locator(".tab", { hasText: name }).first().click();
    await this.page.locator(".tab.active", { hasText: name }).first().waitFor();
  }

  /** Closes an editor that is open, whatever has the focus. */
  async closeTab(name) {
    const tab = this.page.locator(".tab", { hasText: name }).first();
    await tab.click({ button: "middle" });
    await tab.waitFor({ state: "detached" });
  }

  /** Writes the settings of the workspace. */
  settings(values) {
    mkdirSync(join(this.workspace, ".vscode"), { recursive: true });
    writeFileSync(join(this.workspace, ".vscode/settings.json"), JSON.stringify(values));
  }

  /** Loads the window again. */
  async reload() {
    await this.page.reload();
    await this.page.locator(".editor-instance .view-lines").first().waitFor();
  }

  /** Saves a file of the demo, the one that was opened first unless another is named, and waits until it is written. */
  async save(name = this.#file) {
    const file = join(this.workspace, name);
    const before = statSync(file, { bigint: true }).mtimeNs;
    await this.page.keyboard.press("Control+S");
    await eventually(`${file} to be written`, () => assert.notEqual(statSync(file, { bigint: true }).mtimeNs, before));
  }

  /** The lines of the output that is shown in the panel. */
  async output() {
    return (await this.page.locator(".panel .view-line").allTextContents()).map(plain);
  }

  /** Waits until no list to choose from is open. */
  async chosen() {
    await this.page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  }

  /** Inserts a text at a place, as pasting does. */
  async insert(line, column, text) {
    await this.goto(line, column);
    await this.page.keyboard.insertText(text);
  }

  /** Deletes a text that was inserted at a place. */
  async erase(line, column, text) {
    await this.goto(line, column);
    for (const _ of text) await this.page.keyboard.press("Delete");
  }

  /** Carries out a command by its title. The list has what may be carried out when it is opened: as for a file that has just been shown, that may come later. */
  async command(title) {
    await eventually(`the command ${title}`, async () => {
      const input = await this.#asked("F1");
      await input.fill(`>${title}`);
      await this.page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().click({ timeout: keyTime });
    });
  }

  /** The field that a key opens. A key that comes while a page takes the focus is lost: then it is pressed again. */
  async #asked(key) {
    const input = this.page.locator(".quick-input-widget input").first();
    return eventually(`the field that ${key} opens`, async () => {
      await this.page.keyboard.press(key);
      await input.waitFor({ timeout: keyTime });
      return input;
    });
  }

  /** Puts the cursor in front of a text of the editor. */
  async goto(line, column) {
    const input = await this.#asked("Control+G");
    await input.fill(`:${line}:${column}`);
    await input.press("Enter");
    await this.chosen();
  }

  async screenshot(png) {
    mkdirSync(dirname(png), { recursive: true });
    await this.page.screenshot({ path: png, timeout: pictureTime });
  }
}

/** The text without what tells its width apart: VS Code draws several kinds of spaces. */
export function plain(text) {
  return text.replace(/[^\S\n]+/gu, " ").trim();
}

async function within(what, promise) {
  const abort = new AbortController();
  const late = pause(patience, undefined, { signal: abort.signal }).then(() => { throw new Error(`${what} took longer than ${patience / 1000} s`); });
  try {
    return await Promise.race([promise, late]);
  } finally {
    abort.abort();
    late.catch(() => {});
  }
}

/** Tries until a check holds, and then returns what it returns. The last failure is told if it never does. */
export async function eventually(what, check) {
  for (const end = Date.now() + patience; ;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) {
        throw new Error(`waited ${patience / 1000} s in vain for ${what}: ${error.message}`, { cause: error });
      }
      await pause(100);
    }
  }
}
