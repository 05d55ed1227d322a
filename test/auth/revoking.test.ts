import assert from "node:assert/strict";
import { mkdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { usersFile } from "../../src/auth/user-directory.ts";
import { objectOf, revOf } from "../service/revisions.ts";
import { bounded, until } from "../support/timeouts.ts";
import { dataFolder } from "../support/data-folder.ts";
import { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { newUser, startTestService, type TestService } from "../support/service.ts";
import { smallDisk } from "../support/small-disk.ts";
import { heldSaves } from "../server/held-disk.ts";

const revoked = { code: 1008, reason: "the access token was revoked" };

const save = (peer: Peer, number: number): void =>
  peer.send({ id: peer.newId(), type: "floorplan/plan/save", plan: numberedPlan(number) });

/** The revisions that a peer was told to have saved. */
const acknowledged = (peer: Peer): readonly number[] =>
  peer.received.flatMap(({ type, success, result }) =>
    type === "result" && success === true && result !== null ? [revOf(result)] : [],
  );

const current = async (peer: Peer): Promise<number> =>
  revOf(await peer.result("floorplan/plan/get"));

const namesIn = (data: string): readonly string[] => {
  const content = usersFile(data).read();
  assert(isRight(content));
  return content.right.users.map(({ name }) => name);
};

const isRefused = async (
  t: TestContext,
  { port }: TestService,
  token: string,
): Promise<boolean> => {
  const peer = await Peer.open(t, port);
  peer.send({ type: "auth", access_token: token });
  await peer.closed;
  return peer.received.some(({ type }) => type === "auth_invalid");
};

test(
  "AUTH-17: once a revocation is answered nothing of that token is saved any more, whatever it has sent by then",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const token = await newUser(service.data, "vandal", true);
    const desk = await Peer.login(t, service.port, service.admin);
    const vandals = await Promise.all([1, 2, 3, 4].map(() => Peer.login(t, service.port, token)));
    for (const vandal of vandals) {
      for (let number = 0; number < 300; number += 1) save(vandal, number);
      const more = Array.from({ length: 50 }, (_, number) => ({
        id: vandal.newId(),
        type: "floorplan/plan/save",
        plan: numberedPlan(number),
      }));
      vandal.send(more);
    }
    await until(() => vandals.every((vandal) => acknowledged(vandal).length > 3));
    assert.equal(await desk.result("floorplan/tokens/revoke", { name: "vandal" }), null);
    const last = await current(desk);
    for (const vandal of vandals) {
      assert.deepEqual(await vandal.closed, revoked);
      for (const rev of acknowledged(vandal)) assert(rev <= last, `${rev} after ${last}`);
    }
    assert.equal(await desk.save(numberedPlan(1)), last + 1);
    assert.equal(await current(desk), last + 1);
  },
);

test(
  "AUTH-17: a save that waits for the log when its token is revoked is made before the answer, and is acknowledged to nobody",
  bounded,
  async (t) => {
    const { fs, hold, release } = heldSaves(t);
    const service = await startTestService(t, { fs });
    const token = await newUser(service.data, "vandal", true);
    const [desk, other] = [
      await Peer.login(t, service.port, service.admin),
      await Peer.login(t, service.port, service.admin),
    ];
    const vandal = await Peer.login(t, service.port, token);
    const waits = hold();
    save(vandal, 1);
    await waits;
    save(vandal, 2);
    const id = desk.newId();
    desk.send({ id, type: "floorplan/tokens/revoke", name: "vandal" });
    assert.deepEqual(await vandal.closed, revoked, "at once");
    assert(await isRefused(t, service, token));
    await until(() => !namesIn(service.data).includes("vandal"));
    // Another change of the tokens is written behind this one: an answer that waits for nothing else is out by then.
    await other.result("floorplan/tokens/create", { name: "next" });
    await other.result("auth/current_user");
    assert(!desk.received.some((message) => message["id"] === id), "not before the save is made");
    release();
    assert.deepEqual(await desk.replyTo(id), { id, type: "result", success: true, result: null });
    assert.equal(await current(desk), 1);
    assert.deepEqual(acknowledged(vandal), []);
    assert.equal(await desk.save(numberedPlan(3)), 2, "the second one never is");
  },
);

test(
  "AUTH-18: where a revocation cannot be written it holds at once, the answer says so, and it is written once it can be",
  bounded,
  async (t) => {
    const service = await startTestService(t, { config: { loginDelayMs: 0 } });
    const { data, port, admin, viewer, log } = service;
    const desk = await Peer.login(t, port, admin);
    const screen = await Peer.login(t, port, viewer);
    // A folder in the place of what is written first: no change can be, as on a full or read-only disk.
    const inTheWay = join(data, "users.json.tmp");
    await mkdir(inTheWay);
    const answer = objectOf(await desk.result("floorplan/tokens/revoke", { name: "wall" }));
    assert.match(String(answer["not_kept"]), /users\.json cannot be changed: /);
    assert.deepEqual(await screen.closed, revoked);
    assert(await isRefused(t, service, viewer));
    const listed = await desk.result("floorplan/tokens/list");
    assert(Array.isArray(listed));
    assert.deepEqual(
      listed.map(objectOf).map(({ name }) => name),
      ["admin"],
    );
    const again = await desk.error("floorplan/tokens/revoke", { name: "wall" });
    assert.match(again.message, /there is no token named "wall"/);
    assert.deepEqual(namesIn(data), ["admin", "wall"]);
    assert(log.some(({ msg }) => msg.includes("cannot be saved yet")));
    // Another change that is written takes it along.
    await rmdir(inTheWay);
    const made = objectOf(await desk.result("floorplan/tokens/create", { name: "wall" }));
    assert.deepEqual(namesIn(data), ["admin", "wall"]);
    assert(await isRefused(t, service, viewer));
    await Peer.login(t, port, String(made["token"]));
  },
);

test(
  "AUTH-18: on a full disk a revocation holds, and is written by itself when there is room again",
  bounded,
  async (t) => {
    const disk = await smallDisk(t, 4 * 1024 * 1024);
    if (disk === undefined) return;
    const data = join(disk.folder, "data");
    await mkdir(data);
    const [admin, viewer] = [
      await newUser(data, "admin", true),
      await newUser(data, "wall", false),
    ];
    const config = { loginDelayMs: 0, segmentBytes: 256 * 1024, auditFiles: 0 };
    const service = await startTestService(t, { config, again: { data, admin, viewer } });
    const desk = await Peer.login(t, service.port, admin);
    const screen = await Peer.login(t, service.port, viewer);
    await disk.fill();
    const answer = objectOf(await desk.result("floorplan/tokens/revoke", { name: "wall" }));
    assert.match(String(answer["not_kept"]), /ENOSPC/);
    assert.deepEqual(await screen.closed, revoked);
    await disk.makeRoom();
    await until(() => !namesIn(data).includes("wall"));
    assert(await isRefused(t, service, viewer));
    await service.stop();
  },
);

test(
  "AUTH-18: a revocation while the users file cannot be understood holds, leaves it as it is, and is written once it is mended",
  bounded,
  async (t) => {
    const service = await startTestService(t, { config: { loginDelayMs: 0 } });
    const { data, port, admin, viewer } = service;
    const desk = await Peer.login(t, port, admin);
    const screen = await Peer.login(t, port, viewer);
    const path = join(data, "users.json");
    const whole = await readFile(path);
    await writeFile(path, "{");
    const answer = objectOf(await desk.result("floorplan/tokens/revoke", { name: "wall" }));
    assert.match(String(answer["not_kept"]), /users\.json is damaged/);
    assert.deepEqual(await screen.closed, revoked);
    assert.equal(await readFile(path, "utf8"), "{");
    await writeFile(path, whole);
    assert(await isRefused(t, service, viewer), "though the file has it again");
    await until(() => !namesIn(data).includes("wall"));
  },
);

test(
  "AUTH-18: what a stop cannot write either is told, and a stop that can does",
  bounded,
  async (t) => {
    for (const isInTheWay of [true, false]) {
      const service = await startTestService(t);
      const desk = await Peer.login(t, service.port, service.admin);
      const inTheWay = join(service.data, "users.json.tmp");
      await mkdir(inTheWay);
      await desk.result("floorplan/tokens/revoke", { name: "wall" });
      if (!isInTheWay) await rmdir(inTheWay);
      const before = service.log.length;
      await service.stop();
      assert.deepEqual(namesIn(service.data), isInTheWay ? ["admin", "wall"] : ["admin"]);
      const told = service.log.slice(before).some(({ msg }) => msg.includes("cannot be saved yet"));
      assert.equal(told, isInTheWay);
    }
  },
);

test(
  "AUTH-17: who revokes the token by which they are connected is told by the close alone, and nothing that was sent behind it is done",
  bounded,
  async (t) => {
    const folder = await dataFolder(t);
    const token = await newUser(folder.data, "leaving", true);
    const { port, admin } = await startTestService(t, { again: folder });
    const desk = await Peer.login(t, port, token);
    desk.send([
      { id: 1, type: "floorplan/tokens/revoke", name: "leaving" },
      { id: 2, type: "floorplan/plan/save", plan: numberedPlan(1) },
    ]);
    desk.send({ id: 3, type: "floorplan/plan/save", plan: numberedPlan(2) });
    assert.deepEqual(await desk.closed, revoked);
    assert.equal(await current(await Peer.login(t, port, admin)), 0);
  },
);
