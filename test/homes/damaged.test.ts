import assert from "node:assert/strict";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { RawPeer, upgradeRequest } from "../server/raw-peer.ts";
import { revOf } from "../service/revisions.ts";
import { diskWith } from "../support/disk.ts";
import { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { eventually } from "../support/polling.ts";
import { bounded } from "../support/timeouts.ts";
import {
  ask,
  asleep,
  startTestHomes,
  type TestHome,
  type TestHomes,
  type TestHomesOptions,
} from "../support/homes.ts";

/** Starts again on two homes with a plan, the first of which `damage` has changed meanwhile. */
const startDamaged = async (
  t: Parameters<typeof startTestHomes>[0],
  damage: (home: TestHome) => Promise<unknown>,
  options: TestHomesOptions = {},
): Promise<TestHomes> => {
  const first = await startTestHomes(t, options);
  const homes = ["one", "two"].map(first.home);
  for (const home of homes) {
    const desk = await home.login(home.admin);
    for (const number of [1, 2, 3]) await desk.save(numberedPlan(number));
  }
  await first.stop();
  for (const home of homes.slice(0, 1)) await damage(home);
  return startTestHomes(t, { ...options, again: { root: first.root, homes } });
};

/** The other home is as it was, and can be saved. */
const assertOthersGoOn = async ({ home, port }: TestHomes): Promise<void> => {
  const two = home("two");
  const desk = await two.login(two.admin);
  const rev = revOf(await desk.result("floorplan/plan/get"));
  assert.equal(await desk.save(numberedPlan(rev + 1)), rev + 1);
  assert.equal((await ask(port, "/healthz")).status, 200);
};

const linesOf = (log: TestHomes["log"], level: number): string =>
  JSON.stringify(log.filter((line) => line["level"] === level));

const fatal = 60;

test(
  "HOMES-12: a home whose log is damaged says so to its users, and others go on",
  bounded,
  async (t) => {
    const homes = await startDamaged(t, async ({ data }) => {
      const names = await readdir(join(data, "log"));
      const name = names.find((each) => /\d/.test(each)) ?? "";
      const bytes = await readFile(join(data, "log", name));
      const at = bytes.indexOf("Room 2");
      assert(at > 0, "the plan is in the log");
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      await writeFile(join(data, "log", name), bytes);
    });
    const one = homes.home("one");
    const heard = async (id: string, token: string) => {
      const url = `ws://127.0.0.1:${homes.port}/h/${id}/api/websocket`;
      const peer = await Peer.open(t, homes.port, { url });
      peer.send({ type: "auth", access_token: token });
      return { closed: await peer.closed, received: peer.received };
    };
    const { closed } = await heard("one", one.admin);
    assert.equal(closed.code, 1001);
    assert.match(closed.reason, /^the plan is not loaded: \d+\.seg, offset \d+: /);
    const wrong = "w".repeat(43);
    assert.deepEqual(await heard("one", wrong), await heard("two", wrong));
    await assertOthersGoOn(homes);
    assert.equal(linesOf(homes.log, fatal), "[]");
  },
);

for (const name of ["users.json", "home.json"])
  test(
    `HOMES-12: a home whose ${name} is damaged is refused in words, until it is mended`,
    bounded,
    async (t) => {
      const kept: { bytes?: Buffer } = {};
      const config = { homesFailedMs: 1 };
      const homes = await startDamaged(
        t,
        async ({ data }) => {
          if (name === "users.json") kept.bytes = await readFile(join(data, name));
          await writeFile(join(data, name), '{"version":');
        },
        { config },
      );
      const { port, log, home } = homes;
      const { status, headers, body } = await ask(port, "/h/one/settings.json");
      assert.deepEqual(
        [status, headers["content-type"], JSON.parse(body).message],
        [
          503,
          "application/json; charset=utf-8",
          "this home cannot be opened: see the service's log",
        ],
      );
      const peer = await RawPeer.connect(t, port);
      peer.write(upgradeRequest("/h/one/api/websocket"));
      assert.match(await peer.responseHead(), /^HTTP\/1\.1 503 /);
      assert.match(await peer.rest(), /this home cannot be opened/);
      await assertOthersGoOn(homes);
      const told = log.find(({ msg }) => msg === "a home cannot be opened");
      assert.equal(told?.["home"], "one");
      assert(String(told?.["reason"]).includes(name), JSON.stringify(told));
      const file = join(home("one").data, name);
      assert.equal(await readFile(file, "utf8"), '{"version":', "it is left as it was");
      await (kept.bytes === undefined ? rm(file) : writeFile(file, kept.bytes));
      await eventually(async () => {
        const again = await ask(port, "/h/one/settings.json");
        return again.status === 200 ? { seen: again } : { not: again.body };
      }, bounded.timeout);
      const one = home("one");
      assert.equal(revOf(await (await one.login(one.admin)).result("floorplan/plan/get")), 3);
    },
  );

test(
  "HOMES-12: a damaged record of what a home used keeps nobody out of it",
  bounded,
  async (t) => {
    const config = { homeIdle: 30 };
    const damage = ({ data }: TestHome) => writeFile(join(data, "usage.json"), "]");
    const homes = await startDamaged(t, damage, { config });
    const one = homes.home("one");
    const desk = await one.login(one.admin);
    assert.equal(await desk.save(numberedPlan(4)), 4);
    desk.ws.close();
    await desk.closed;
    await asleep(one);
    assert.equal(revOf(await (await one.login(one.admin)).result("floorplan/plan/get")), 4);
    await assertOthersGoOn(homes);
  },
);

test(
  "HOMES-12: a full disk under one home stops its saves alone, for that time",
  bounded,
  async (t) => {
    let isFull = false;
    const fs = diskWith(async ({ name, path }) => {
      if (isFull && name === "write" && path.includes("/one/"))
        throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
    });
    const homes = await startTestHomes(t, { fs });
    const one = homes.home("one");
    const desk = await one.login(one.admin);
    assert.equal(await desk.save(numberedPlan(1)), 1);
    isFull = true;
    const { code, message } = await desk.error("floorplan/plan/save", { plan: numberedPlan(2) });
    assert.equal(code, "not_loaded", message);
    assert.match(message, /no room to save it now/);
    assert.equal(revOf(await desk.result("floorplan/plan/get")), 1);
    await assertOthersGoOn(homes);
    isFull = false;
    const rev = await eventually(async () => {
      const reply = await desk.command("floorplan/plan/save", { plan: numberedPlan(2) });
      return reply["success"] === true
        ? { seen: revOf(reply["result"]) }
        : { not: JSON.stringify(reply) };
    }, bounded.timeout);
    assert.equal(rev, 2);
  },
);
