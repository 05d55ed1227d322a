import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { randomCases, scaled } from "../../campaign/scale.ts";
import { bundledProgram } from "../../support/bundled-program.ts";
import { seededRandom } from "../../support/random.ts";
import { newUser, temporaryFolder } from "../../support/service.ts";
import { openHome, textsOf } from "./homes.ts";

const program = fileURLToPath(new URL("killed-home-program.ts", import.meta.url));

/** Runs the program until it is killed; resolves with the last revision that it told, 0 for none. */
const killedAfter = (data: string, calls: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const args = [bundledProgram(program), data, String(calls)];
    execFile(process.execPath, args, (error, out, err) => {
      if (error?.signal === "SIGKILL") resolve(Number(out.trim().split("\n").at(-1)));
      else reject(new Error(`it was not killed: ${err}`));
    });
  });

test(
  "HOMES-25: a home that is opened, saved to and closed in turn loses nothing that was answered, whenever the process is killed",
  { timeout: scaled(120_000, 1_800_000) },
  async (t) => {
    const random = seededRandom(t);
    const data = await temporaryFolder(t);
    await newUser(data, "admin", true);
    let [last, marked] = [0, 0];
    const rounds = randomCases(8, 400);
    for (let round = 0; round < rounds; round += 1) {
      const calls = 1 + random.below(600);
      const when = `round ${round}, ${calls} calls`;
      const told = Math.max(last, await killedAfter(data, calls));
      if (existsSync(join(data, "log", "clean-shutdown"))) marked += 1;
      const home = await openHome(data);
      const { revision } = home.actor;
      assert(
        revision >= told && revision <= told + 1,
        `${when}: ${revision} is there, ${told} told`,
      );
      for (const [rev, text] of await textsOf(home)) {
        const { rev: own, devices } = JSON.parse(text);
        assert.equal(own, rev, when);
        const { x } = devices[rev % 50];
        // A whole plan has each device at its own place.
        assert.equal(
          x,
          rev % 20 === 1 ? rev % 50 : rev,
          `${when}: revision ${rev} is as it was saved`,
        );
      }
      await home.close();
      last = revision;
    }
    assert(last > rounds, `${last} revisions`);
    t.diagnostic(`${rounds} kills, ${marked} of them while the log was closed or only read`);
  },
);
