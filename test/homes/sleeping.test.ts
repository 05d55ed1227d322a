import assert from "node:assert/strict";
import { test } from "node:test";
import { opcodes, rawFrame, RawPeer, upgradeRequest } from "../server/raw-peer.ts";
import { revOf } from "../service/revisions.ts";
import { numberedPlan } from "../support/plans.ts";
import { bounded } from "../support/timeouts.ts";
import {
  ask,
  asleep,
  holding,
  openFilesIn,
  startTestHomes,
  type TestHome,
} from "../support/homes.ts";

const config = { homeIdle: 50 };

const revisionOf = async (home: TestHome): Promise<number> => {
  const desk = await home.login(home.viewer);
  const rev = revOf(await desk.result("floorplan/plan/get"));
  desk.ws.close();
  await desk.closed;
  return rev;
};

test(
  "HOMES-6: a home without a connection falls asleep, gives its files back, and wakes as it was",
  bounded,
  async (t) => {
    const { home } = await startTestHomes(t, { config });
    const one = home("one");
    for (const number of [1, 2, 3]) {
      const desk = await one.login(one.admin);
      assert.equal(await desk.save(numberedPlan(number)), number);
      assert.notDeepEqual(await openFilesIn(one), []);
      desk.ws.close();
      await desk.closed;
      await asleep(one);
      assert.equal(await revisionOf(one), number);
      await asleep(one);
    }
  },
);

test("HOMES-6: a home with a connection stays awake, however quiet it is", bounded, async (t) => {
  const { home, port } = await startTestHomes(t, { config });
  const [one, two] = [home("one"), home("two")];
  const screen = await one.login(one.viewer);
  assert.equal((await ask(port, "/h/two/settings.json")).status, 200);
  // The other one, which woke later, sleeps before.
  await asleep(two);
  assert.notDeepEqual(await openFilesIn(one), []);
  assert.equal(revOf(await screen.result("floorplan/plan/get")), 0);
});

test(
  "HOMES-6: a restart of the service loses nothing of any home, awake or asleep",
  bounded,
  async (t) => {
    const first = await startTestHomes(t, { config });
    const homes = ["one", "two"].map(first.home);
    for (const each of homes) await (await each.login(each.admin)).save(numberedPlan(1));
    const [one] = homes;
    assert(one !== undefined);
    const screen = await one.login(one.viewer);
    await first.stop();
    const { code, reason } = await screen.closed;
    assert.deepEqual([code, reason], [1001, "the service is stopping"]);
    const again = await startTestHomes(t, { config, again: { root: first.root, homes } });
    for (const each of homes) assert.equal(await revisionOf(again.home(each.id)), 1);
  },
);

test("HOMES-7: who comes while a home falls asleep waits, and is served", bounded, async (t) => {
  let isSleeping = false;
  const { fs, letGo, held } = holding(
    t,
    (name, path) => isSleeping && name === "close" && path.includes("/one/"),
  );
  const { home, port } = await startTestHomes(t, { config, fs });
  const one = home("one");
  const desk = await one.login(one.admin);
  await desk.save(numberedPlan(1));
  isSleeping = true;
  desk.ws.close();
  await held;
  let isAnswered = false;
  const asked = ask(port, "/h/one/settings.json").finally(() => (isAnswered = true));
  const peer = one.login(one.viewer).finally(() => (isAnswered = true));
  // This one does not wait for the answer to its handshake.
  const eager = await RawPeer.connect(t, port);
  const auth = JSON.stringify({ type: "auth", access_token: one.viewer });
  eager.write(upgradeRequest("/h/one/api/websocket"));
  eager.write(rawFrame(opcodes.text, auth));
  // Others are served meanwhile, and come later.
  for (const id of ["two", "nobody"])
    assert.equal((await ask(port, `/h/${id}/settings.json`)).status, 200);
  assert(!isAnswered);
  isSleeping = false;
  letGo();
  assert.equal((await asked).status, 200);
  assert.match(await eager.responseHead(), /^HTTP\/1\.1 101 /);
  assert.match(String((await eager.nextFrame())?.payload), /auth_required/);
  assert.match(String((await eager.nextFrame())?.payload), /auth_ok/);
  eager.leave();
  assert.equal(revOf(await (await peer).result("floorplan/plan/get")), 1);
});

test("HOMES-7: who leaves while a home wakes costs nothing", bounded, async (t) => {
  let isWaking = true;
  const { fs, letGo, held } = holding(t, (_name, path) => isWaking && path.includes("/one/"));
  const { home, port, log } = await startTestHomes(t, { config, fs });
  const one = home("one");
  const leaving = await Promise.all(Array.from({ length: 8 }, () => RawPeer.connect(t, port)));
  const request = "GET /h/one/settings.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
  leaving.forEach((peer, at) =>
    peer.write(at % 2 === 0 ? request : upgradeRequest("/h/one/api/websocket")),
  );
  await held;
  leaving.forEach(({ socket }, at) => (at < 4 ? socket.resetAndDestroy() : socket.destroy()));
  await Promise.all(leaving.map(({ gone }) => gone));
  // The service has noticed by then.
  assert.equal((await ask(port, "/h/two/settings.json")).status, 200);
  isWaking = false;
  letGo();
  assert.equal(await revisionOf(one), 0);
  await asleep(one);
  assert.deepEqual(
    log.filter(({ level }) => Number(level) >= 50),
    [],
  );
});
