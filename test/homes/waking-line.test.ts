import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { RawPeer, upgradeRequest } from "../server/raw-peer.ts";
import { range, revOf } from "../service/revisions.ts";
import { eventually } from "../support/polling.ts";
import { bounded } from "../support/timeouts.ts";
import { type Answered, ask, holding, openFilesIn, startTestHomes } from "../support/homes.ts";

const ids = ["one", "two", "three", "four", "five", "six"];

const settingsOf = (port: number, id: string): Promise<Answered> =>
  ask(port, `/h/${id}/settings.json`);

/** Resolves when a home is served to somebody who tries again and again. */
const served = (port: number, id: string): Promise<unknown> =>
  eventually(async () => {
    const { status } = await settingsOf(port, id);
    return status === 200 ? { seen: status } : { not: String(status) };
  }, bounded.timeout);

const statusesOf = (answers: readonly Answered[]): readonly number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);

const assertOverloaded = ({ status, headers, body }: Answered, limit: string): void => {
  assert.deepEqual([status, headers["retry-after"]], [503, "1"]);
  const { code, message } = JSON.parse(body);
  assert.equal(code, "overloaded");
  assert(String(message).includes(limit), `${limit} is named: ${message}`);
};

/** The status line and the body of the answer to a request for a websocket. */
const upgradeAnswer = async (peer: RawPeer, id: string): Promise<string> => {
  peer.write(upgradeRequest(`/h/${id}/api/websocket`));
  return (await peer.responseHead()) + (await peer.rest());
};

test(
  "HOMES-8: beyond the line of those who wake a home, others are refused by the limit's name",
  bounded,
  async (t) => {
    const { fs, letGo, held } = holding(t, (_name, path) => path.includes("/one/"));
    const config = { homesWaking: 1, homesWaiting: 2 };
    const { port, home } = await startTestHomes(t, { ids, config, fs });
    const first = settingsOf(port, "one");
    await held;
    const others = ["two", "three", "four", "five"].map((id) => settingsOf(port, id));
    const refused = await Promise.race(others);
    assertOverloaded(refused, "homes-waiting, 2");
    const peer = await RawPeer.connect(t, port);
    const answer = await upgradeAnswer(peer, "six");
    assert.match(answer, /^HTTP\/1\.1 503 [^]*homes-waiting, 2/);
    letGo();
    assert.equal((await first).status, 200);
    // Two had a place in the line, and were served in turn.
    assert.deepEqual(statusesOf(await Promise.all(others)), [200, 200, 503, 503]);
    const six = home("six");
    assert.equal(revOf(await (await six.login(six.admin)).result("floorplan/plan/get")), 0);
  },
);

test(
  "HOMES-8: whoever waits for the same home is served with it, in no place of the line",
  bounded,
  async (t) => {
    const { fs, letGo, held } = holding(t, (_name, path) => path.includes("/one/"));
    const config = { homesWaking: 1, homesWaiting: 1 };
    const { port, home } = await startTestHomes(t, { ids, config, fs });
    const one = home("one");
    const many = Array.from({ length: 20 }, () => settingsOf(port, "one"));
    const desks = Array.from({ length: 5 }, () => one.login(one.admin));
    await held;
    letGo();
    assert((await Promise.all(many)).every(({ status }) => status === 200));
    for (const desk of await Promise.all(desks))
      assert.equal(revOf(await desk.result("floorplan/plan/get")), 0);
  },
);

test(
  "HOMES-8: nobody waits longer for a home than the limit, and the home wakes all the same",
  bounded,
  async (t) => {
    const { fs, letGo, held } = holding(t, (_name, path) => path.includes("/one/"));
    const { port } = await startTestHomes(t, { ids, config: { homesWaitMs: 20 }, fs });
    const asked = settingsOf(port, "one");
    await held;
    assertOverloaded(await asked, "homes-wait-ms, 20");
    const peer = await RawPeer.connect(t, port);
    assert.match(await upgradeAnswer(peer, "one"), /^HTTP\/1\.1 503 [^]*homes-wait-ms, 20/);
    await served(port, "two");
    letGo();
    await served(port, "one");
  },
);

test(
  "HOMES-8: beyond the homes that may be awake, one that nobody uses makes room, or another is refused",
  bounded,
  async (t) => {
    const { port, home } = await startTestHomes(t, { ids, config: { homesAwake: 2 } });
    // Each of them makes room for the next.
    for (const id of ids) assert.equal((await settingsOf(port, id)).status, 200, id);
    const [one, two, three] = ["one", "two", "three"].map(home);
    assert(one !== undefined && two !== undefined && three !== undefined);
    const desk = await one.login(one.admin);
    const screen = await two.login(two.viewer);
    assertOverloaded(await settingsOf(port, "three"), "homes-awake, 2");
    const peer = await RawPeer.connect(t, port);
    assert.match(await upgradeAnswer(peer, "three"), /^HTTP\/1\.1 503 [^]*homes-awake, 2/);
    assert.equal(await desk.save({ rooms: [] }), 1);
    desk.ws.close();
    await served(port, "three");
    assert.equal(revOf(await screen.result("floorplan/plan/get")), 0);
    screen.ws.close();
    await screen.closed;
    await served(port, "one");
    assert.equal(revOf(await (await one.login(one.viewer)).result("floorplan/plan/get")), 1);
  },
);

test("HOMES-8: a home does not wake for those who have left the line", bounded, async (t) => {
  const { fs, letGo, held } = holding(t, (_name, path) => path.includes("/one/"));
  const { port, home } = await startTestHomes(t, { ids, config: { homesWaking: 1 }, fs });
  const first = settingsOf(port, "one");
  await held;
  const leaving = await Promise.all(range(1, 6).map(() => RawPeer.connect(t, port)));
  const targets = ["two", "three"].flatMap((id) => [
    upgradeRequest(`/h/${id}/api/websocket`),
    upgradeRequest(`/h/${id}/settings.json`).replace("Connection: Upgrade", "Connection: close"),
  ]);
  leaving.forEach((peer, at) => peer.write(targets[at % targets.length] ?? ""));
  // Later requests and ends are seen after earlier ones.
  assert.equal((await ask(port, "/livez")).status, 200);
  const stays = settingsOf(port, "four");
  for (const peer of leaving) peer.leave();
  await Promise.all(leaving.map(({ gone }) => gone));
  assert.equal((await ask(port, "/livez")).status, 200);
  letGo();
  assert.deepEqual([(await first).status, (await stays).status], [200, 200]);
  const hasLog = ["one", "two", "three", "four"].map((id) =>
    existsSync(join(home(id).data, "log")),
  );
  assert.deepEqual(hasLog, [true, false, false, true]);
});

test(
  "HOMES-8: homes that wait in the line make none sleep, and are refused by the line's limit alone",
  bounded,
  async (t) => {
    let isSlow = false;
    const { fs, letGo, held } = holding(t, (_name, path) => isSlow && path.includes("/one/"));
    const config = { homesWaking: 1, homesWaiting: 3, homesAwake: 2 };
    const { port, home } = await startTestHomes(t, { ids, config, fs });
    assert.equal((await settingsOf(port, "six")).status, 200);
    isSlow = true;
    const first = settingsOf(port, "one");
    await held;
    const waiting = ["two", "three", "four", "five"].map((id) => settingsOf(port, id));
    assertOverloaded(await Promise.race(waiting), "homes-waiting, 3");
    assert.notDeepEqual(await openFilesIn(home("six")), []);
    letGo();
    assert.equal((await first).status, 200);
    assert.deepEqual(statusesOf(await Promise.all(waiting)), [200, 200, 200, 503]);
  },
);

test(
  "HOMES-172: ids without a home wait in the line of homes, and are refused there in the same words",
  bounded,
  async (t) => {
    const { fs, letGo, held } = holding(t, (_name, path) => path.includes("/one/"));
    const config = { homesWaking: 1, homesWaiting: 2 };
    const { port } = await startTestHomes(t, { ids, config, fs });
    const first = settingsOf(port, "one");
    await held;
    const others = ["none", "two", "nobody", "three"].map((id) => settingsOf(port, id));
    assertOverloaded(await Promise.race(others), "homes-waiting, 2");
    // The line is full now, for both.
    const [none, four] = await Promise.all(["nothing", "four"].map((id) => settingsOf(port, id)));
    assert(none !== undefined && four !== undefined);
    assertOverloaded(none, "homes-waiting, 2");
    assert.equal(none.body, four.body);
    letGo();
    assert.equal((await first).status, 200);
    assert.deepEqual(statusesOf(await Promise.all(others)), [200, 200, 503, 503]);
  },
);

test(
  "HOMES-173: of those that stand in for no home an idle one makes room, and its id answers at once again",
  bounded,
  async (t) => {
    let isSlow = false;
    const { fs, letGo, held } = holding(t, (_name, path) => isSlow && path.includes("/one/"));
    const config = { homesWaking: 1, homesWaiting: 1, homesDecoys: 2 };
    const { port } = await startTestHomes(t, { ids, config, fs });
    const strange = range(1, 6).map((at) => `none-${at}`);
    for (const id of strange) assert.equal((await settingsOf(port, id)).status, 200, id);
    isSlow = true;
    const first = settingsOf(port, "one");
    await held;
    const waiting = ["none-7", "none-8"].map((id) => settingsOf(port, id));
    assertOverloaded(await Promise.race(waiting), "homes-waiting, 1");
    // As homes do that are awake, whoever waits.
    for (const id of strange) assert.equal((await settingsOf(port, id)).status, 200, id);
    letGo();
    assert.equal((await first).status, 200);
    assert.deepEqual(statusesOf(await Promise.all(waiting)), [200, 503]);
  },
);

test(
  "HOMES-173: beyond those that stand in for no home and are in use, others are refused as beyond homes",
  bounded,
  async (t) => {
    const { port } = await startTestHomes(t, { config: { homesDecoys: 2, homesAwake: 5 } });
    const peers = await Promise.all(range(1, 2).map(() => RawPeer.connect(t, port)));
    for (const [at, peer] of peers.entries()) {
      peer.write(upgradeRequest(`/h/none-${at}/api/websocket`));
      assert.match(await peer.responseHead(), /^HTTP\/1\.1 101 /);
    }
    assertOverloaded(await settingsOf(port, "none-2"), "homes-awake, 5");
    assert.equal((await settingsOf(port, "one")).status, 200);
    for (const peer of peers) peer.leave();
    await served(port, "none-2");
  },
);
