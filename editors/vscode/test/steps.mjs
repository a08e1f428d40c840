// The steps of a walk through one session: each begins where the one before has ended.

import { join, resolve } from "node:path";
import { after, before, test } from "node:test";

import { Session } from "./session.mjs";

/** Where pictures of what was on the screen are left when a step fails. */
const pictures = resolve(process.env.HOTLENS_PICTURES || "build/pictures");

/**
 * Opens a session for the tests of a file, with what is kept for them if that is given, and returns how its steps are told: by a name, and what
 * is done with the session. After a step that fails nothing is as the others expect it, so that they fail as well, without being tried.
 */
export function walk(file, options, goldens) {
  let session, failed;
  before(async () => { session = await Session.open(file, options); });
  after(async () => {
    await session?.close();
    if (!failed) goldens?.write();
  });
  return (name, body) => {
    test(name, async () => {
      if (failed) throw `not tried, as "${failed}" has failed`; // without a stack, which would say nothing
      try {
        await body(session);
      } catch (error) {
        failed = name;
        const picture = join(pictures, `${name.replace(/\W+/g, "-")}.png`);
        const shown = await session.screenshot(picture).then(() => `what was on the screen then: ${picture}`, (trouble) => `no picture of the screen: ${trouble.message}`);
        throw new Error(`${error.message}\n${shown}`, { cause: error });
      }
    });
  };
}
