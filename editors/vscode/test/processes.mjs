// The processes that work in a session's folder.

import { readFileSync, readdirSync } from "node:fs";

/**
 * The processes whose environment or command line names a folder, and what these have started, but for who waits for them: all that was
 * started with the folder. Workers have an environment of their own, so that they are known by who has started them.
 */
export function processesOf(folder) {
  const all = new Map();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number)) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ").trim();
      if (!command || command.includes("undertaker.mjs") || pid === process.pid) continue; // no command: a zombie
      const parent = Number(readFileSync(`/proc/${pid}/stat`, "latin1").replace(/^.*\) \S /s, "").split(" ")[0]);
      const names = command.includes(folder) || readFileSync(`/proc/${pid}/environ`, "latin1").includes(folder);
      all.set(pid, { pid, command, parent, names });
    } catch { /* it has ended, or is another user's */ }
  }
  const belongs = (process) => process !== undefined && (process.names || belongs(all.get(process.parent)));
  return [...all.values()].filter(belongs).map(({ pid, command }) => ({ pid, command }));
}
