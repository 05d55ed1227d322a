import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { type Either, isLeft, isRight } from "fp-ts/lib/Either.js";
import { momentText } from "../../src/server/runtime/time.ts";
import { createUser, removeUser, usersFile } from "../../src/auth/user-directory.ts";
import { bounded } from "../support/timeouts.ts";
import { DayClock } from "../support/day-clock.ts";
import { Peer } from "../support/peer.ts";
import { startTestService, temporaryFolder } from "../support/service.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const rightOf = <A>(result: Either<string, A>): A => {
  assert(isRight(result), JSON.stringify(result));
  return result.right;
};

const guest = (clock: DayClock, ms: number, admin = false) => ({
  admin,
  control: false,
  expiresAt: momentText(clock.now() + ms),
});

const refusalOf = async (t: Parameters<typeof Peer.open>[0], port: number, token: string) => {
  const peer = await Peer.open(t, port);
  peer.send({ type: "auth", access_token: token });
  assert.equal((await peer.next())["type"], "auth_required");
  const refused = await peer.next();
  await peer.closed;
  return refused;
};

test(
  "GUEST-2: a token works until its time is over; then its connections are closed, and it is refused by websocket and HTTP",
  bounded,
  async (t) => {
    const clock = new DayClock();
    const { data, port, url, admin } = await startTestService(t, { clock });
    // Longer than the 2^31 milliseconds that a timer lasts.
    const far = rightOf(await createUser(usersFile(data), "far", guest(clock, 40 * dayMs, true)));
    const near = rightOf(await createUser(usersFile(data), "near", guest(clock, hourMs)));
    const [here, there, other] = await Promise.all(
      [near, far, admin].map((token) => Peer.login(t, port, token)),
    );
    clock.pass(hourMs - 1);
    assert.equal(await there?.save({ rooms: [] }), 1, "nothing has ended yet");
    await here?.result("floorplan/plan/get");
    clock.pass(1);
    assert.deepEqual(await here?.closed, { code: 1008, reason: "the access token has ended" });
    await there?.result("floorplan/plan/get");
    clock.pass(40 * dayMs - hourMs);
    assert.deepEqual(await there?.closed, { code: 1008, reason: "the access token has ended" });
    assert(clock.longest < 2 ** 31, "no timer is asked for that would be over at once");
    await other?.result("floorplan/plan/get");

    assert.deepEqual(await refusalOf(t, port, far), {
      type: "auth_invalid",
      message: "the token has ended",
    });
    const upload = await fetch(`${url}/api/floorplan/background?level=0`, {
      method: "DELETE",
      headers: { Authorization: `Bearer ${far}` },
    });
    assert.equal(upload.status, 401);
  },
);

test(
  "GUEST-2: a token ends by the time of day, also where the clock was set meanwhile",
  bounded,
  async (t) => {
    const clock = new DayClock();
    const { data, port } = await startTestService(t, { clock });
    const token = rightOf(await createUser(usersFile(data), "guest", guest(clock, 30 * dayMs)));
    const peer = await Peer.login(t, port, token);
    clock.set(clock.now() + 31 * dayMs);
    // Nobody is woken by that; but soon after.
    clock.pass(60_000);
    assert.equal((await peer.closed).code, 1008);
  },
);

test(
  "GUEST-3: whoever has a token that has ended does not guess: no delay, no failed login, no ban",
  bounded,
  async (t) => {
    const clock = new DayClock();
    const config = { loginFailures: 2, loginDelayMs: 4000 };
    const { data, port, url, admin, log } = await startTestService(t, { clock, config });
    const token = rightOf(await createUser(usersFile(data), "guest", guest(clock, hourMs, true)));
    clock.pass(hourMs);
    for (let times = 0; times < 4; times += 1) {
      assert.equal((await refusalOf(t, port, token))["message"], "the token has ended");
      const asked = await fetch(`${url}/api/floorplan/background?level=0`, {
        method: "DELETE",
        headers: { Authorization: `Bearer ${token}` },
      });
      assert.equal(asked.status, 401);
    }
    await Peer.login(t, port, admin);
    assert.equal((await fetch(`${url}/api/websocket`)).status, 426, "nobody is banned");
    assert(!log.some(({ msg }) => msg.includes("banned")));
  },
);

test(
  "GUEST-4: a token that has ended stays until it is revoked, leaves its name to a new one, and makes room for others",
  bounded,
  async (t) => {
    const data = await temporaryFolder(t);
    const file = usersFile(data);
    const plain = { admin: false, control: false };
    const past = (hours: number) => ({
      ...plain,
      expiresAt: momentText(Date.now() - hours * hourMs),
    });
    const names = () => rightOf(file.read()).users.map(({ name }) => name);
    for (const [name, hours] of [
      ["older", 2],
      ["newer", 1],
    ] as const)
      rightOf(await createUser(file, name, past(hours), 3));
    const first = rightOf(await createUser(file, "wall", plain, 3));
    assert.deepEqual(names(), ["older", "newer", "wall"]);
    rightOf(await createUser(file, "desk", plain, 3));
    assert.deepEqual(names(), ["newer", "wall", "desk"], "the one that ended first makes room");
    rightOf(await createUser(file, "newer", plain, 3));
    assert.deepEqual(names(), ["wall", "desk", "newer"], "its name is free");
    const tooMany = await createUser(file, "more", plain, 3);
    assert(isLeft(tooMany));
    assert.match(tooMany.left, /as many tokens as --tokens allows, 3:/);
    const taken = await createUser(file, "wall", plain, 9);
    assert(
      isLeft(taken) && taken.left.includes('"wall" already'),
      "no token that works is replaced",
    );
    rightOf(await createUser(file, "gone", past(1), 9));
    rightOf(await removeUser(file, "gone"));
    assert.deepEqual(names(), ["wall", "desk", "newer"]);
    assert(first !== "");
  },
);

test(
  "GUEST-1: users that were kept before tokens had an end are read as before, and theirs have none",
  bounded,
  async (t) => {
    const data = await temporaryFolder(t);
    const token = rightOf(
      await createUser(usersFile(data), "old", { admin: true, control: false }),
    );
    const kept = JSON.parse(await readFile(join(data, "users.json"), "utf8"));
    assert.deepEqual(
      Object.keys(kept.users[0]).filter((name) => /expires|level/.test(name)),
      [],
      "as they were written then",
    );
    await writeFile(join(data, "users.json"), JSON.stringify(kept));
    const clock = new DayClock();
    const again = { data, admin: token, viewer: token };
    const { port } = await startTestService(t, { clock, again });
    clock.set(clock.now() + 4000 * dayMs);
    clock.pass(60_000);
    const peer = await Peer.login(t, port, token);
    assert.deepEqual(Object.keys(Object(await peer.result("auth/current_user"))).toSorted(), [
      "id",
      "is_admin",
      "is_owner",
      "name",
    ]);
  },
);

test(
  "GUEST-5, FOLLOW-1: whose token is for one floor is told so, gets the plan as it is and follows it by its changes; no administrator is",
  bounded,
  async (t) => {
    const { data, port, admin } = await startTestService(t);
    const wanted = { admin: false, control: false, level: "up" };
    const token = rightOf(await createUser(usersFile(data), "guest", wanted));
    const plan = {
      levels: [{ id: "ground" }, { id: "up" }],
      rooms: [{ id: "a", level: "ground" }],
    };
    await (await Peer.login(t, port, admin)).save(plan);
    const peer = await Peer.login(t, port, token);
    assert.equal(Object(await peer.result("auth/current_user")).level, "up");
    assert.deepEqual(
      await peer.result("floorplan/plan/get"),
      { rev: 1, ...plan },
      "it is no secret",
    );
    await peer.result("floorplan/plan/follow");
    assert.deepEqual(await peer.nextEvent(), { rev: 1, plan: { rev: 1, ...plan } });
    const elsewhere = { op: "replace", path: "/rooms/0/id", value: "b" };
    const editor = await Peer.login(t, port, admin);
    await editor.result("floorplan/plan/change", { rev: 1, changes: [elsewhere] });
    const revision = { op: "replace", path: "/rev", value: 2 };
    assert.deepEqual(await peer.nextEvent(), { rev: 2, from: 1, changes: [revision, elsewhere] });
    const changed = await peer.command("floorplan/plan/change", { rev: 2, changes: [elsewhere] });
    assert.equal(Object(changed["error"]).code, "unauthorized");
    const refused = await createUser(usersFile(data), "boss", { ...wanted, admin: true });
    assert(isLeft(refused));
    for (const level of ["", "a\nb", "x".repeat(65)])
      assert(isLeft(await createUser(usersFile(data), "odd", { ...wanted, level })), level);
  },
);
