import assert from "node:assert/strict";
import { renameSync } from "node:fs";
import { chmod, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { right } from "fp-ts/lib/Either.js";
import { Waker } from "../../src/homes/waker.ts";
import { WakingLine } from "../../src/homes/waking-line.ts";
import { wakerLimits } from "../../src/homes/home-limits.ts";
import { boundaryTo } from "../../src/server/runtime/boundary.ts";
import { closeReasons } from "../../src/server/websocket/close.ts";
import { revOf } from "../service/revisions.ts";
import { runInProcess } from "../support/run-command.ts";
import { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { bounded } from "../support/timeouts.ts";
import { openLink, startTestHomes as startWithProvider } from "./provider-service.ts";
import { ask, newHomeRecord, startTestHomes } from "../support/homes.ts";

const moved = [closeReasons.homeMoved.code, closeReasons.homeMoved.reason];

/** Exchanges two folders before anybody can notice that one was away. */
const exchange = (one: string, other: string): void => {
  const aside = `${one}.aside`;
  renameSync(one, aside);
  renameSync(other, one);
  renameSync(aside, other);
};

test(
  "HOMES-175: homes whose folders are exchanged while they are awake wake again as each other, and mix nothing",
  bounded,
  async (t) => {
    const { home, log } = await startTestHomes(t, { config: { homePollMs: 10, loginDelayMs: 0 } });
    const [one, two] = [home("one"), home("two")];
    const [first, second] = [await one.login(one.admin), await two.login(two.admin)];
    for (const number of [1, 2]) await first.save(numberedPlan(number));
    await second.save(numberedPlan(1));
    exchange(one.data, two.data);
    for (const desk of [first, second]) {
      const { code, reason } = await desk.closed;
      assert.deepEqual([code, reason], moved);
    }
    const wrong = await one.login(one.admin).then(
      () => "let in",
      () => "refused",
    );
    assert.equal(wrong, "refused", "a token of the home that was there is none of the other");
    assert.equal(revOf(await (await one.login(two.admin)).result("floorplan/plan/get")), 1);
    assert.equal(revOf(await (await two.login(one.admin)).result("floorplan/plan/get")), 2);
    assert.deepEqual(
      log.filter(({ level }) => Number(level) >= 60),
      [],
    );
  },
);

test(
  "HOMES-176: a home that is moved away while it is awake does not come back as an empty one",
  bounded,
  async (t) => {
    const { home, root, log, stop } = await startTestHomes(t);
    const one = home("one");
    const desk = await one.login(one.admin);
    await desk.save(numberedPlan(1));
    renameSync(one.data, join(root, "away"));
    await desk.closed;
    await stop();
    assert.deepEqual(await readdir(join(root, "homes")), ["two"]);
    assert.equal(
      log.some(({ msg }) => msg === "a home's usage is not kept"),
      false,
    );
  },
);

test(
  "HOMES-176: a command with a mistyped home makes none, beside the service or without it",
  bounded,
  async (t) => {
    const { root, stop } = await startTestHomes(t, { ids: ["one"] });
    const create = (id: string) =>
      runInProcess(["token", "create", "x", "--data", join(root, "homes", id)]);
    const refused = async () => {
      const { code, err } = await create("onne");
      assert.equal(code, 1);
      assert(err.includes(`there is no home onne in ${join(root, "homes")}`), err);
      assert.deepEqual(await readdir(join(root, "homes")), ["one"]);
    };
    await refused();
    await stop();
    await refused();
    assert.equal((await create("one")).code, 0);
  },
);

test(
  "HOMES-177: a change of a home is followed though its record cannot be read at first",
  bounded,
  async (t) => {
    const { home, root } = await startTestHomes(t, { config: { homesLookAgainMs: 10 } });
    const one = home("one");
    const peer = await one.login(one.admin);
    const file = join(one.data, "home.json");
    await writeFile(file, "{");
    // The first that is noticed of its folder since the start counts as a change.
    await chmod(one.data, 0o750);
    assert.equal((await ask(Number(new URL(one.url).port), "/healthz")).status, 200);
    const record = { ...newHomeRecord, suspended_at: "2026-01-01T00:00:00.000Z" };
    await writeFile(join(root, "home.json"), JSON.stringify(record));
    await rename(join(root, "home.json"), file);
    const { code, reason } = await peer.closed;
    assert.deepEqual([code, reason], moved);
  },
);

test("HOMES-177: a change that changes nothing ends no connection", bounded, async (t) => {
  const { ask: askProvider, url } = await startWithProvider(t);
  const made = await askProvider("POST", "/provider/homes", { id: "a", quotas: { home_saves: 5 } });
  const token = await openLink(made.body["link"]);
  const peer = await Peer.login(t, Number(new URL(url).port), token, {
    url: `${url.replace("http", "ws")}/h/a/api/websocket`,
  });
  for (const same of [
    { suspended: false },
    { quotas: { home_saves: 5, home_uploads: null } },
    { name: "Other" },
  ])
    assert.equal((await askProvider("PATCH", "/provider/homes/a", same)).status, 200);
  assert.equal(revOf(await peer.result("floorplan/plan/get")), 0);
  await askProvider("PATCH", "/provider/homes/a", { quotas: { home_saves: 6 } });
  const { code, reason } = await peer.closed;
  assert.deepEqual([code, reason], moved);
});

test("HOMES-6: a home that cannot be closed keeps no other from it", bounded, async () => {
  const closed: string[] = [];
  const reported: unknown[] = [];
  const waker = new Waker({
    line: new WakingLine(2, 10),
    most: 10,
    open: async (id: string) =>
      right({
        finish: async () => undefined,
        close: async () => {
          if (id === "bad") throw new Error("no disk");
          // Later than the other's error.
          await new Promise((resolve) => setImmediate(resolve));
          closed.push(id);
        },
      }),
    limits: { ...wakerLimits, homeIdle: 60_000, stopMs: 1000 },
    boundary: boundaryTo((error) => void reported.push(error)),
  });
  for (const id of ["bad", "good"]) {
    const used = await waker.use(id);
    assert("right" in used);
    used.right.release();
  }
  await assert.rejects(waker.close(), /no disk/);
  assert.deepEqual([closed, reported.length], [["good"], 1]);
});
