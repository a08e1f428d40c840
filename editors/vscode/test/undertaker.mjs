// Ends what a session has started and removes its folder, however the session's own process has ended.
//
// usage: node undertaker.mjs FOLDER
//
// It waits until its standard input ends or SIGTERM comes. If "closed" was said there, the processes were told to end, and get
// the time for it; those that do not are printed, one a line, and the exit status is 1. Else they are ended at once.

import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

import { processesOf } from "./processes.mjs";

/** How long processes may live after they were told to end, in milliseconds: it only passes where one does not. */
const grace = 20_000;
/** The same for those of a session that was broken off. Somebody waits at the keyboard. */
const haste = 2_000;

const folder = process.argv[2];

let said = "";
await new Promise((ended) => {
  process.stdin.on("data", (data) => { said += data; });
  process.stdin.once("end", ended);
  process.stdin.once("error", ended);
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, ended);
});
process.stdin.destroy();

const orderly = said.includes("closed");
if (!orderly) kill("SIGTERM");
let left = processesOf(folder);
for (const end = Date.now() + (orderly ? grace : haste); left.length > 0 && Date.now() < end; left = processesOf(folder)) await pause(50);
for (const end = Date.now() + grace; processesOf(folder).length > 0 && Date.now() < end; await pause(50)) kill("SIGKILL");
rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
if (orderly && left.length > 0) {
  for (const { pid, command } of left) console.log(`${pid} ${command}`);
  process.exitCode = 1;
}

function kill(signal) {
  for (const { pid } of processesOf(folder)) {
    try { process.kill(pid, signal); } catch { /* it has ended */ }
  }
}
