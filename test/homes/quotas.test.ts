import assert from "node:assert/strict";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { makeQuotas } from "../../src/homes/quotas.ts";
import type { ServiceConfig } from "../../src/server/limits.ts";
import { SharedUploads } from "../../src/images/upload-slots.ts";
import { formOf, post } from "../images/image-requests.ts";
import { pngOf } from "../images/pictures.ts";
import { startTestHomes, type TestHome } from "../support/homes.ts";
import { numberedPlan } from "../support/plans.ts";
import type { TestScope } from "../support/service.ts";
import { bounded } from "../support/timeouts.ts";

const defaults = {
  planBytes: 1_000_000,
  homeImageBytes: 1000,
  homeConnections: 10,
  homeSaves: 2,
  homeUploads: 6,
};

/** How many of many calls are admitted. */
const admitted = (admit: () => string | undefined): number =>
  Array.from({ length: 100 }, admit).filter((refusal) => refusal === undefined).length;

test("HOMES-94, HOMES-95: what was not used of the last ten seconds, or the last minute, is there at once", () => {
  let now = 5000;
  const { admitSave, admitUpload } = makeQuotas({}, defaults, () => now);
  assert.equal(admitted(admitSave), 20);
  assert.equal(admitted(admitUpload), 6);
  now += 499;
  assert.equal(admitted(admitSave), 0);
  now += 1;
  assert.equal(admitted(admitSave), 1);
  now += 9500;
  assert.deepEqual([admitted(admitSave), admitted(admitUpload)], [19, 1]);
  now += 3_600_000;
  assert.deepEqual([admitted(admitSave), admitted(admitUpload)], [20, 6]);
});

test("HOMES-98: a quota of the provider's takes the place of the setting", async () => {
  const quotas = makeQuotas(
    { homeSaves: 3, homeConnections: 1, homeImageBytes: 5 },
    defaults,
    () => 0,
  );
  assert.equal(admitted(quotas.admitSave), 30);
  assert.match(quotas.admitSave() ?? "", /home-saves, 3 a second/);
  assert.equal(quotas.maxConnections, 1);
  assert(isLeft(await quotas.reserveImage(6, async () => 0)));
  assert.equal(admitted(quotas.admitUpload), 6, "others stay as they are set");
});

test("HOMES-96: images that are being stored count, until they are given up or stored", async () => {
  const { reserveImage } = makeQuotas({}, defaults);
  let stored = 300;
  const size = async (): Promise<number> => stored;
  const both = await Promise.all([reserveImage(400, size), reserveImage(400, size)]);
  const rooms = both.flatMap((each) => (isRight(each) ? [each.right] : []));
  assert.equal(rooms.length, 1, "one of two at once is too much");
  for (const release of rooms) release();
  const third = await reserveImage(700, size);
  assert(isRight(third));
  const refused = await reserveImage(1, size);
  assert(isLeft(refused));
  assert.match(refused.left, /home-image-bytes, 1000,/);
  stored = 0;
  third.right();
  third.right();
  assert(isRight(await reserveImage(1000, size)));
  const unreadable = makeQuotas({}, defaults);
  await assert.rejects(unreadable.reserveImage(999, () => Promise.reject(new Error("no disk"))));
  assert(isRight(await unreadable.reserveImage(1000, async () => 0)));
});

test("HOMES-95: a home may have as many uploads as are free beside its own, so others find room", () => {
  const uploads = new SharedUploads({ homesUploads: 12 });
  const [one, two, three] = [uploads.ofHome(), uploads.ofHome(), uploads.ofHome()];
  const enterAll = (enter: typeof one): (() => void)[] => {
    const entered = Array.from({ length: 20 }, () => enter());
    return entered.flatMap((each) => (isRight(each) ? [each.right] : []));
  };
  const ofOne = enterAll(one);
  assert.deepEqual([ofOne.length, enterAll(two).length], [6, 3]);
  const refused = one();
  assert(isLeft(refused));
  assert.match(refused.left, /homes-uploads, 12,/);
  assert.equal(enterAll(three).length, 2);
  for (const leave of ofOne) leave();
  assert.equal(enterAll(one).length, 4);
});

/** Two homes with these settings. */
const twoHomes = async (
  t: TestScope,
  config: Partial<ServiceConfig>,
): Promise<readonly [TestHome, TestHome]> => {
  const { home } = await startTestHomes(t, { ids: ["one", "other"], config });
  return [home("one"), home("other")];
};

test(
  "HOMES-94: saves and changes beyond home-saves are overloaded, store nothing, and do not count for another home",
  bounded,
  async (t) => {
    const [one, other] = await twoHomes(t, { homeSaves: 1 });
    const busy = await one.login(one.admin);
    const replies = [];
    for (let rev = 1; rev <= 15; rev += 1)
      replies.push(
        await busy.command("floorplan/plan/save", { plan: numberedPlan(rev) }),
        await busy.command("floorplan/plan/change", {
          rev: 99,
          changes: [{ op: "add", path: "/a", value: 1 }],
        }),
      );
    const texts = replies.map((reply) => JSON.stringify(reply));
    const refused = texts.filter((text) => text.includes('"overloaded"'));
    assert(refused.length >= 15, `${refused.length} of ${texts.length} were refused`);
    for (const text of refused) assert.match(text, /home-saves, 1 a second/);
    const saved = texts.filter((text) => text.includes('"ok":true'));
    const plan = JSON.stringify(await busy.command("floorplan/plan/get"));
    assert.match(plan, new RegExp(`"rev":${saved.length}[,}]`));
    const quiet = await other.login(other.admin);
    assert.equal(await quiet.save(numberedPlan(1)), 1);
  },
);

test(
  "HOMES-95: uploads beyond home-uploads are answered with 429, and those of another home are not",
  bounded,
  async (t) => {
    const [one, other] = await twoHomes(t, { homeUploads: 2 });
    const send = (home: TestHome, level: string) => post(home, formOf(level, pngOf(100), "a.png"));
    const answers = [];
    for (const level of ["a", "b", "c", "d"]) answers.push(await send(one, level));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 429, 429],
    );
    assert.match(answers[3]?.message ?? "", /home-uploads, 2 a minute/);
    assert.equal((await send(other, "a")).status, 200);
  },
);

test(
  "HOMES-96: an image beyond home-image-bytes is answered with 507, and the one before it stays",
  bounded,
  async (t) => {
    const [one, other] = await twoHomes(t, { homeImageBytes: 2500 });
    const send = (home: TestHome, level: string, bytes: number) =>
      post(home, formOf(level, pngOf(bytes), "a.png"));
    const image = pngOf(1000, 1);
    const stored = await post(one, formOf("a", image, "a.png"));
    assert.equal(stored.status, 200);
    assert.equal((await send(one, "b", 1000)).status, 200);
    const before = await readdir(join(one.data, "www", "floorplan"));
    const refused = await send(one, "a", 1000);
    assert.equal(refused.status, 507);
    assert.match(refused.message, /home-image-bytes, 2500,/);
    assert.deepEqual(await readdir(join(one.data, "www", "floorplan")), before);
    assert.deepEqual(await readdir(join(one.data, "www", ".incoming")), []);
    const kept = await fetch(`${one.url}${stored.url}`);
    assert.deepEqual(Buffer.from(await kept.arrayBuffer()), Buffer.from(image));
    assert.equal((await send(one, "c", 400)).status, 200);
    assert.equal((await send(other, "a", 1000)).status, 200);
  },
);

test(
  "HOMES-97: connections beyond home-connections are closed with 1013, also those of a home's own quota",
  bounded,
  async (t) => {
    const [one, other] = await twoHomes(t, { homeConnections: 2 });
    const quotas = { name: "", created_at: "", quotas: { homeConnections: 3 } };
    await writeFile(join(other.data, "home.json"), JSON.stringify(quotas));
    for (const [home, most] of [
      [one, 2],
      [other, 3],
    ] as const) {
      const peers = [];
      for (let count = 0; count < most; count += 1) peers.push(await home.login(home.viewer));
      const late = await home.open();
      late.send({ type: "auth", access_token: home.admin });
      assert.deepEqual(await late.closed, {
        code: 1013,
        reason: `home-connections: the home has ${most} connections of users at most`,
      });
      const asked = await post(home, formOf("a", pngOf(100), "a.png"));
      assert.equal(asked.status, 503);
      assert.match(asked.message, /home-connections/);
      peers[0]?.ws.close();
      await peers[0]?.closed;
      const next = await home.login(home.admin);
      assert.equal((await next.command("ping"))["type"], "pong");
    }
  },
);
