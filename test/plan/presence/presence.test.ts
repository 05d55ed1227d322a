import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { PresenceRegistry } from "../../../src/plan/presence/presence.ts";
import { startBeside } from "../../home-assistant/service-beside.ts";
import { objectOf, range } from "../../service/revisions.ts";
import { startDouble } from "../../support/double-home-assistant.ts";
import { boundary } from "../../support/failing-boundary.ts";
import { type Message, Peer } from "../../support/peer.ts";
import { numberedPlan } from "../../support/plans.ts";
import { newUser, startTestService, type TestService } from "../../support/service.ts";

const subscribe = "floorplan/presence/subscribe";
const update = "floorplan/presence/update";

/** An editor over a connection of its own. */
interface Present {
  readonly peer: Peer;
  /** Its number. */
  readonly you: unknown;
}

const enter = async (peer: Peer): Promise<Present> => {
  assert.equal(await peer.result(subscribe), null);
  const { you } = objectOf(await peer.nextEvent());
  assert.equal(typeof you, "number");
  return { peer, you };
};

const present = async (t: TestContext, { port }: TestService, token: string): Promise<Present> =>
  enter(await Peer.login(t, port, token));

/** Reads events until the list of editors is as wanted. */
const told = async (
  { peer }: Present,
  isWanted: (editors: readonly Message[]) => boolean,
): Promise<readonly Message[]> => {
  for (;;) {
    const { editors } = objectOf(await peer.nextEvent());
    assert(Array.isArray(editors));
    const list = editors.map(objectOf);
    if (isWanted(list)) return list;
  }
};

const are =
  (count: number) =>
  (editors: readonly Message[]): boolean =>
    editors.length === count;

const nameOf = ({ user }: Message): unknown => objectOf(user)["name"];

test("PRESENCE-4: each editor is told who else is editing, with a color of its own, and who has left", async (t) => {
  const service = await startTestService(t);
  const anna = await newUser(service.data, "anna", true);
  const one = await present(t, service, anna);
  const other = await present(t, service, anna);
  const third = await present(t, service, service.admin);
  const all = await told(one, are(3));
  assert.deepEqual(
    all.map(({ id }) => id),
    [one.you, other.you, third.you],
  );
  assert.deepEqual(all.map(nameOf), ["anna", "anna", "admin"]);
  assert.deepEqual(
    all.map(({ color }) => color),
    [0, 1, 2],
  );
  assert.deepEqual(
    all.map(({ selection }) => selection),
    [[], [], []],
  );
  other.peer.ws.terminate();
  await told(third, (editors) => !editors.some(({ id }) => id === other.you));
  const late = await present(t, service, anna);
  const again = await told(late, are(3));
  assert.equal(again.at(-1)?.["color"], 1, "what nobody has any more is given again");
  await one.peer.result("unsubscribe_events", { subscription: 1 });
  await told(late, (editors) => !editors.some(({ id }) => id === one.you));
});

test("PRESENCE-4: who may not save is not present, and who does not ask is told nothing", async (t) => {
  const service = await startTestService(t);
  const viewer = await Peer.login(t, service.port, service.viewer);
  assert.equal((await viewer.error(subscribe)).code, "unauthorized");
  const fields = { presence: 1, selection: [] };
  assert.equal((await viewer.error(update, fields)).code, "unauthorized");
  const script = await Peer.login(t, service.port, service.admin);
  const one = await present(t, service, service.admin);
  await told(one, are(1));
  await script.result("auth/current_user");
  assert(!script.received.some(({ type }) => type === "event"));
});

test("PRESENCE-4, PRESENCE-5: users of Home Assistant are present like others", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home);
  const owner = await present(t, service, home.owner.accessToken);
  const admin = await present(t, service, service.admin);
  await owner.peer.result(update, { presence: owner.you, level: "up", selection: [] });
  const [first] = await told(admin, ([each]) => each?.["level"] === "up");
  assert(first !== undefined);
  assert.equal(nameOf(first), home.owner.name);
});

test("PRESENCE-5: the others are told floor and selection, of the connection's own presence alone", async (t) => {
  const service = await startTestService(t);
  const one = await present(t, service, service.admin);
  const other = await present(t, service, service.admin);
  const selection = ["rooms/kitchen", "furniture/sofa"];
  await one.peer.result(update, { presence: one.you, level: "eg", selection });
  const [first] = await told(other, ([each]) => each?.["level"] === "eg");
  assert.deepEqual(first?.["selection"], selection);
  const wrong = await other.peer.error(update, { presence: one.you, selection: [] });
  assert.equal(wrong.code, "not_found");
  assert.equal((await one.peer.error(update, { presence: 999, selection: [] })).code, "not_found");
  for (const fields of [
    { presence: one.you },
    { presence: "1", selection: [] },
    { presence: one.you, selection: [1] },
    { presence: one.you, selection: "rooms/kitchen" },
    { presence: one.you, selection: [], level: 1 },
    { presence: one.you, selection: [], name: "Ben" },
  ])
    assert.equal((await one.peer.error(update, fields)).code, "invalid_format");
});

test("PRESENCE-6: how many are present, and how much each tells, is bounded, and the message names the limit", async (t) => {
  const service = await startTestService(t, {
    config: { presences: 4, presenceRefs: 3, presenceBytes: 300 },
  });
  const anna = await newUser(service.data, "anna", true);
  const one = await present(t, service, service.admin);
  await present(t, service, service.admin);
  const script = await Peer.login(t, service.port, service.admin);
  const refused = await script.error(subscribe);
  assert.equal(refused.code, "overloaded");
  assert.match(refused.message, /as presences allows, 4$/);
  await present(t, service, anna);
  await present(t, service, anna);
  const ben = await Peer.login(t, service.port, await newUser(service.data, "ben", true));
  assert.equal((await ben.error(subscribe)).code, "overloaded", "all places are taken");
  const { you: presence } = one;
  const many = await one.peer.error(update, { presence, selection: ["a", "b", "c", "d"] });
  assert.equal(many.code, "invalid_format");
  assert.match(many.message, /presence-refs, 3/);
  const long = await one.peer.error(update, { presence, selection: ["x".repeat(300)] });
  assert.equal(long.code, "invalid_format");
  assert.match(long.message, /presence-bytes, 300/);
  const level = await one.peer.error(update, { presence, level: "ä".repeat(150), selection: [] });
  assert.match(level.message, /presence-bytes, 300/);
  for (const fields of [
    { selection: ["x".repeat(50_000)] },
    { selection: [], level: "x".repeat(50_000) },
  ]) {
    const { code, message } = await one.peer.error(update, { presence, ...fields });
    assert.deepEqual(
      [code, /presence-bytes, 300/.test(message)],
      ["invalid_format", true],
      message,
    );
  }
  await one.peer.result(update, { presence, selection: ["a", "b", "c"] });
});

/** Presences without sockets, that report at once. */
const seated = (presenceMs: number, presenceQuietMs = 1_000_000) => {
  const limits = {
    presences: 10,
    presenceRefs: 10,
    presenceBytes: 10_000,
    presenceMs,
    presenceQuietMs,
  };
  const presences = new PresenceRegistry(limits, boundary);
  const sit = (name: string) => {
    const reports: string[] = [];
    const state = { hasRoom: true, callbacks: new Array<() => void>() };
    const connection = {};
    const heartbeat = { heard: 0, asked: 0, answers: true };
    const entered = presences.enter({
      user: { id: name, name },
      connection,
      heartbeat: {
        heard: () => heartbeat.heard,
        ask: () => {
          heartbeat.asked += 1;
          if (heartbeat.answers) heartbeat.heard += 1;
        },
      },
      emit: (report) => void reports.push(Buffer.concat([...report]).toString()),
      hasRoom: () => state.hasRoom,
      whenRoom: (callback) => void state.callbacks.push(callback),
    });
    assert(isRight(entered));
    return { id: entered.right, reports, state, heartbeat, connection };
  };
  return { presences, sit };
};

test("PRESENCE-7: of many changes within presence-ms each editor is told the newest alone", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { presences, sit } = seated(100);
  const [one, other] = [sit("anna"), sit("ben")];
  t.mock.timers.tick(99);
  assert.deepEqual([one.reports.length, other.reports.length], [0, 0]);
  t.mock.timers.tick(1);
  assert.deepEqual([one.reports.length, other.reports.length], [1, 1]);
  for (const step of range(1, 50)) {
    const work = { level: `l${step}`, selection: [`rooms/${step}`] };
    assert(isRight(presences.update(one.id, one.connection, work)));
  }
  t.mock.timers.tick(100);
  assert.equal(other.reports.length, 2);
  assert.match(other.reports[1] ?? "", /"l50","selection":\["rooms\/50"\]/);
  const same = { level: "l50", selection: ["rooms/50"] };
  assert(isRight(presences.update(one.id, one.connection, same)));
  t.mock.timers.tick(1000);
  assert.equal(other.reports.length, 2, "what is no news is not told");
  assert(isLeft(presences.update(one.id, other.connection, same)));
});

test("PRESENCE-7: an editor that reads slowly gets the newest once it has read, and no other waits for it", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { presences, sit } = seated(10);
  const [one, slow] = [sit("anna"), sit("ben")];
  t.mock.timers.tick(10);
  slow.state.hasRoom = false;
  for (const step of range(1, 20)) {
    presences.update(one.id, one.connection, { selection: [`rooms/${step}`] });
    t.mock.timers.tick(10);
  }
  assert.equal(one.reports.length, 21);
  assert.equal(slow.reports.length, 1);
  assert.equal(slow.state.callbacks.length, 1);
  slow.state.hasRoom = true;
  for (const callback of slow.state.callbacks.splice(0)) callback();
  assert.equal(slow.reports.length, 2);
  assert.match(slow.reports[1] ?? "", /rooms\/20/);
  presences.leave(slow.id);
  presences.leave(one.id);
  t.mock.timers.tick(100);
  assert.equal(one.reports.length, 21, "nobody is there to be told");
});

test("PRESENCE-13: who is not heard of for presence-quiet-ms is not shown until something is heard, and all are asked", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const { presences, sit } = seated(0, 30_000);
  const [one, other] = [sit("anna"), sit("ben")];
  const shown = (): readonly unknown[] => {
    t.mock.timers.tick(1);
    const { editors } = objectOf(JSON.parse(other.reports.at(-1) ?? "{}"));
    assert(Array.isArray(editors));
    return editors.map((each) => nameOf(objectOf(each)));
  };
  t.mock.timers.tick(3_600_000);
  assert.deepEqual(shown(), ["anna", "ben"], "who answers stays, however little they do");
  const { length } = other.reports;
  one.heartbeat.answers = false;
  t.mock.timers.tick(19_000);
  assert.deepEqual(shown(), ["anna", "ben"], "one sign may be late");
  t.mock.timers.tick(11_000);
  assert.deepEqual(shown(), ["ben"]);
  t.mock.timers.tick(3_600_000);
  assert.equal(other.reports.length, length + 1, "that is told once");
  one.heartbeat.heard += 1;
  t.mock.timers.tick(10_000);
  assert.deepEqual(shown(), ["anna", "ben"]);
  for (const each of [one, other]) presences.leave(each.id);
  const { asked } = one.heartbeat;
  t.mock.timers.tick(3_600_000);
  assert.equal(one.heartbeat.asked, asked, "nobody is left to be asked");
});

test("PRESENCE-13: a peer that answers no pings is shown no more while its connection lasts, and again with its next word", async (t) => {
  const service = await startTestService(t, { config: { presenceMs: 0, presenceQuietMs: 300 } });
  const anna = await Peer.login(t, service.port, service.admin, { autoPong: false });
  const one = await enter(anna);
  const other = await present(t, service, service.admin);
  await told(other, (editors) => !editors.some(({ id }) => id === one.you));
  await one.peer.result(update, { presence: one.you, level: "up", selection: [] });
  await told(other, (editors) => editors.some(({ level }) => level === "up"));
});

test("PRESENCE-7: nothing of it is logged, saves go on beside it, and a restart knows nothing of it", async (t) => {
  const service = await startTestService(t, { config: { presenceMs: 0 } });
  const one = await present(t, service, service.admin);
  for (const rev of range(1, 5)) {
    one.peer.send({
      id: one.peer.newId(),
      type: update,
      presence: one.you,
      selection: [`secret/${rev}`],
    });
    assert.equal(await one.peer.save(numberedPlan(rev)), rev);
  }
  assert(!JSON.stringify(service.log).includes("secret"));
  await service.stop();
  const again = await startTestService(t, { again: service });
  const other = await present(t, again, again.admin);
  assert.equal((await told(other, () => true)).length, 1);
});
