import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { pino } from "pino";
import {
  writeDelayMs,
  LastUses,
  lastUsesFile,
  readLastUses,
  lastingUseMs,
} from "../../src/auth/last-uses.ts";
import { RatedLog } from "../../src/server/runtime/rated-log.ts";
import { bounded } from "../support/timeouts.ts";
import { DayClock } from "../support/day-clock.ts";
import { Peer } from "../support/peer.ts";
import { startTestService, temporaryFolder } from "../support/service.ts";

const usesOn = (data: string, clock: DayClock, connected: () => readonly string[]) => {
  const log = new RatedLog(pino({ level: "silent" }));
  const file = lastUsesFile(data);
  let changes = 0;
  const counting: typeof file = Object.assign(lastUsesFile(data), {
    change: (...[change]: Parameters<typeof file.change>) => {
      changes += 1;
      return file.change(change);
    },
  });
  const uses = new LastUses({
    file: counting,
    has: (id) => id !== "nobody",
    connected,
    clock,
    log,
  });
  return { uses, changes: () => changes, kept: () => readLastUses(file), close: () => log.close() };
};

test(
  "GUEST-6: uses are written together, some minutes later, and of whoever stays connected once an hour",
  bounded,
  async (t) => {
    const clock = new DayClock();
    let connected: readonly string[] = [];
    const { uses, changes, kept, close } = usesOn(await temporaryFolder(t), clock, () => connected);
    t.after(close);
    for (const id of ["a", "b", "a", "nobody"]) uses.note(id);
    assert.deepEqual([changes(), kept()], [0, {}], "nothing is written by a login");
    assert.deepEqual([...uses.all().keys()], ["a", "b"], "it is known at once");
    clock.pass(writeDelayMs);
    await uses.flush();
    assert.equal(changes(), 1);
    assert.deepEqual(Object.keys(kept()), ["a", "b"]);
    connected = ["a", "nobody"];
    const before = kept()["a"];
    for (let ms = 2 * writeDelayMs; ms < lastingUseMs; ms += writeDelayMs) {
      clock.pass(writeDelayMs);
      await uses.flush();
    }
    assert.deepEqual([changes(), kept()["a"]], [1, before], "nothing is written meanwhile");
    clock.pass(writeDelayMs);
    await uses.flush();
    assert.equal(changes(), 2);
    assert(Date.parse(kept()["a"] ?? "") === clock.now() && kept()["a"] !== before);
    uses.note("b");
    await uses.close();
    assert.equal(Date.parse(kept()["b"] ?? ""), clock.now(), "what waits is written at the end");
  },
);

test(
  "GUEST-6: the users are not written for a login, and last uses that cannot be read keep nobody out",
  bounded,
  async (t) => {
    const first = await startTestService(t);
    const users = await readFile(join(first.data, "users.json"), "utf8");
    await Peer.login(t, first.port, first.viewer);
    await first.stop();
    assert.equal(await readFile(join(first.data, "users.json"), "utf8"), users);
    const used = readLastUses(lastUsesFile(first.data));
    assert.equal(Object.keys(used).length, 1, "a stop writes the rest");

    await writeFile(join(first.data, "last-uses.json"), "{");
    const again = await startTestService(t, { again: first });
    await Peer.login(t, again.port, again.viewer);
    await again.stop();
    assert.equal(await readFile(join(first.data, "last-uses.json"), "utf8"), "{", "left as it is");
    assert(again.log.some(({ msg }) => msg.includes("last uses of tokens cannot be saved")));
  },
);
