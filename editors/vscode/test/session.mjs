// VS Code as a user has it: code-server with the packaged extension, in a headless Chromium.
//
// Environment: HOTLENS_VSIX is the packaged extension, HOTLENS_CODE_SERVER the folder that
// .ci/get-code-server.sh has filled, CHROMIUM the browser if it is not /usr/bin/chromium.
//
// All that is started and written is in one temporary folder, and ends and goes with the session.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const codeServer = resolve(required("HOTLENS_CODE_SERVER"));
const { chromium } = createRequire(join(codeServer, "package.json"))("playwright-core");

/** How long anything may take, in milliseconds: generous, as it only passes when something is broken. */
export const patience = 90_000;

/** How long processes may live after the session has told them to end. */
const shutdownGrace = 20_000;

/** The settings of the user: quiet, and with nothing between the test and the editor. */
const settings = {
  "editor.minimap.enabled": false,
  "editor.hover.above": false,
  "workbench.reduceMotion": "on",
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

/** One VS Code on a copy of the demo. */
export class Session {
  #folder = realpathSync(mkdtempSync(join(tmpdir(), "hotlens-vscode-")));
  #log = "";
  #file;
  #server;
  #context;
  page;
  workspace = join(this.#folder, "demo");

  /** Installs the extension, and opens a file of the demo. */
  static async open(file, { width = 1280, height = 800, extra = {} } = {}) {
    const session = new Session();
    session.#file = file;
    try {
      await session.#install();
      await session.#serve(extra);
      await session.#browse({ width, height });
    } catch (error) {
      await session.close();
      throw error;
    }
    return session;
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
      executablePath: process.env.CHROMIUM || "/usr/bin/chromium", headless: true, viewport, timeout: patience,
      env: this.#environment(),
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    });
    this.page = this.#context.pages()[0] ?? await this.#context.newPage();
    this.page.setDefaultTimeout(patience);
    const payload = JSON.stringify([["openFile", `vscode-remote://${new URL(this.address).host}${join(this.workspace, this.#file)}`]]);
    await this.page.goto(`${this.address}/?folder=${encodeURIComponent(this.workspace)}&payload=${encodeURIComponent(payload)}`);
    await this.page.locator(".editor-instance .view-lines").first().waitFor();
  }

  /** Ends everything, and says what has not ended. */
  async close() {
    await this.#context?.close();
    if (this.#server?.pid) {
      try { process.kill(-this.#server.pid, "SIGTERM"); } catch { /* it has ended */ }
    }
    let left = this.processes();
    for (const end = Date.now() + shutdownGrace; left.length > 0 && Date.now() < end; left = this.processes()) await pause(100);
    for (const { pid } of left) {
      try { process.kill(pid, "SIGKILL"); } catch { /* it has ended */ }
    }
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    assert.deepEqual(left, [], "processes have outlived VS Code");
  }

  /** The processes whose environment names this session's folder: everything that it has started. */
  processes() {
    const found = [];
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
      try {
        if (readFileSync(`/proc/${pid}/environ`, "latin1").includes(this.#folder)) {
          const command = readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ").trim();
          if (command) found.push({ pid: Number(pid), command }); // else it is a zombie
        }
      } catch { /* it has ended, or is another user's */ }
    }
    return found;
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

  /** The page of the flame graph. */
  get flameGraph() {
    return this.page.frameLocator("iframe.webview").frameLocator("#active-frame");
  }

  /** The hover at a place, counted from 1: its paragraphs, and the cells of its tables. */
  async hover(line, column) {
    await this.goto(line, column);
    const hover = this.page.locator(".monaco-hover", { hasText: "hotlens" }).first();
    await this.command("Show or Focus Hover");
    await hover.waitFor();
    const rows = await hover.locator("p, tr").evaluateAll((all) => all.map((row) => [...(row.cells ?? [row])].map((cell) => cell.textContent).join(" | ")));
    await this.page.keyboard.press("Escape");
    return rows.map(plain);
  }

  // ---- What a user does ----

  async focusEditor() {
    await this.page.locator(".editor-instance .view-lines").first().click({ position: { x: 500, y: 5 } });
  }

  /** Saves the file that was opened first, and waits until it is written. */
  async save() {
    const file = join(this.workspace, this.#file);
    const before = statSync(file, { bigint: true }).mtimeNs;
    await this.page.keyboard.press("Control+S");
    await eventually(`${file} to be written`, () => assert.notEqual(statSync(file, { bigint: true }).mtimeNs, before));
  }

  /** The lines of the output that is shown in the panel. */
  async output() {
    return (await this.page.locator(".panel .view-line").allTextContents()).map(plain);
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

  /** Carries out a command by its title. */
  async command(title) {
    await this.page.keyboard.press("F1");
    const input = this.page.locator(".quick-input-widget input").first();
    await input.waitFor();
    await input.fill(`>${title}`);
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().click();
  }

  /** Puts the cursor in front of a text of the editor. */
  async goto(line, column) {
    await this.page.keyboard.press("Control+G");
    const input = this.page.locator(".quick-input-widget input").first();
    await input.waitFor();
    await input.fill(`:${line}:${column}`);
    await input.press("Enter");
    await this.page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  }

  async screenshot(png) {
    await this.page.screenshot({ path: png });
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
        error.message = `waited in vain for ${what}: ${error.message}`;
        throw error;
      }
      await pause(100);
    }
  }
}
