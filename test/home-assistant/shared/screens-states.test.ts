import assert from "node:assert/strict";
import { test } from "node:test";
import { Connection, type HassEntities, subscribeEntities } from "home-assistant-js-websocket";
import type {
  CompressedState,
  EntitiesEvent,
  EntityChange,
} from "../../../src/home-assistant/shared/entity-events.ts";
import { type Screen, SharedStates } from "../../../src/home-assistant/shared/shared-states.ts";
import type { JsonText } from "../../../src/plan/raw-json/raw-json.ts";
import { boundary } from "../../support/failing-boundary.ts";
import { type Random, seededRandom } from "../../support/random.ts";

/** The states as the unmodified library of the clients makes them of events. */
class Client {
  entities: HassEntities = {};
  events = 0;
  #receive: (event: unknown) => void = () => undefined;

  constructor() {
    const connection: Connection = Object.assign(Object.create(Connection.prototype), {
      haVersion: "2026.10.0",
      subscribeMessage: (callback: (event: unknown) => void) => {
        this.#receive = callback;
        return Promise.resolve(() => Promise.resolve());
      },
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    });
    subscribeEntities(connection, (entities) => (this.entities = entities));
  }

  receive(event: EntitiesEvent): void {
    this.events += 1;
    this.#receive(structuredClone(event));
  }
}

/** A screen whose reader can be slow. */
class FakeScreen implements Screen {
  readonly client = new Client();
  readonly texts: JsonText[] = [];
  isReading = true;
  #callback: (() => void) | undefined;

  readonly hasRoom = (): boolean => this.isReading;
  readonly emit = (text: JsonText): void => {
    this.texts.push(text);
    this.client.receive(JSON.parse(String(Buffer.concat([...text]))));
  };
  readonly whenRoom = (callback: () => void): void => void (this.#callback = callback);

  readAgain(): void {
    this.isReading = true;
    this.#callback?.();
    this.#callback = undefined;
  }
}

const ids = ["light.a", "light.b", "sensor.c", "sensor.d", "lock.e"] as const;

/** Home Assistant as far as it tells states: it sends what changed, as its `subscribe_entities` does. */
class ChangingStates {
  readonly states = new Map<string, CompressedState>();
  #now = 1000;

  /** Something happens; what is told of it. */
  happens(random: Random): EntitiesEvent {
    const id = random.pick(ids);
    const known = this.states.get(id);
    this.#now += 1;
    if (known === undefined || random.below(20) === 0) {
      const state = { s: "new", a: { at: this.#now }, c: `c${this.#now}`, lc: this.#now };
      this.states.set(id, state);
      return { a: { [id]: state } };
    }
    if (random.below(15) === 0) {
      this.states.delete(id);
      return { r: [id] };
    }
    return { c: { [id]: this.#change(id, known, random) } };
  }

  #change(id: string, known: CompressedState, random: Random): EntityChange {
    const s = random.pick(["on", "off", known.s]);
    const a: Record<string, unknown> = { ...known.a };
    const added: Record<string, unknown> = {};
    const gone: string[] = [];
    for (const name of ["at", "brightness", "name"]) {
      const what = random.below(4);
      if (what === 0) a[name] = added[name] = random.below(9);
      if (what !== 1 || !(name in a)) continue;
      delete a[name];
      gone.push(name);
    }
    const isWhole = random.below(2) === 0;
    const c = isWhole ? { id: `c${this.#now}`, parent_id: "p", user_id: null } : `c${this.#now}`;
    const before = typeof known.c === "string" ? { parent_id: null, user_id: null } : known.c;
    const times = s === known.s ? { lu: this.#now } : { lc: this.#now };
    this.states.set(id, {
      s,
      a,
      c: isWhole ? c : typeof known.c === "string" ? c : { ...before, id: c },
      lc: s === known.s ? known.lc : this.#now,
      lu: s === known.s ? this.#now : undefined,
    });
    return {
      "+": {
        ...(s === known.s ? {} : { s }),
        ...(Object.keys(added).length > 0 ? { a: added } : {}),
        c,
        ...times,
      },
      ...(gone.length > 0 ? { "-": { a: gone } } : {}),
    };
  }
}

test("SCREEN-12: whatever changes, a client of ours knows the same as one of Home Assistant", (t) => {
  const random = seededRandom(t);
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const changing = new ChangingStates();
  const theirs = new Client();
  const shared = new SharedStates(50, boundary);
  const apply = (event: EntitiesEvent): void => {
    theirs.receive(event);
    shared.apply(event);
  };
  const screens: FakeScreen[] = [];
  for (let step = 0; step < 2000; step += 1) {
    apply(changing.happens(random));
    if (random.below(100) === 0 && screens.length < 12) {
      const screen = new FakeScreen();
      screens.push(screen);
      shared.join(screen, random.below(2) === 0 ? undefined : ids);
    }
    if (random.below(4) === 0) t.mock.timers.tick(60);
    if (random.below(9) === 0 && screens.length > 0) {
      const screen = screens[random.below(screens.length)];
      if (screen?.isReading === true) screen.isReading = false;
      else screen?.readAgain();
    }
  }
  t.mock.timers.tick(60);
  for (const screen of screens) {
    screen.readAgain();
    assert.deepEqual(screen.client.entities, theirs.entities);
  }
  assert(screens.length > 2);
  shared.close();
});

const state = (s: string): CompressedState => ({ s, a: {}, c: "c", lc: 1 });

test("SCREEN-13: an event is made once for all screens that want the same, and none for whom it does not concern", () => {
  const shared = new SharedStates(0, boundary);
  const [all, alsoAll, some, alsoSome, other] = Array.from({ length: 5 }, () => new FakeScreen());
  assert(all && alsoAll && some && alsoSome && other);
  shared.replace({ "light.a": state("on"), "light.b": state("on"), "sensor.c": state("1") });
  shared.join(all);
  shared.join(alsoAll);
  shared.join(some, ["light.a", "light.b"]);
  shared.join(alsoSome, ["light.b", "light.a", "light.a", "lock.nowhere"].slice(0, 3));
  shared.join(other, ["sensor.c", "lock.nowhere"]);
  shared.apply({ c: { "light.a": { "+": { s: "off" } } } });
  for (const screen of [all, some]) assert.equal(screen.client.entities["light.a"]?.state, "off");
  assert.deepEqual(Object.keys(some.client.entities), ["light.a", "light.b"]);
  assert.deepEqual(Object.keys(other.client.entities), ["sensor.c"]);
  for (const at of [0, 1]) {
    assert.equal(all.texts[at], alsoAll.texts[at], "the same text, not an equal one");
    assert.equal(some.texts[at], alsoSome.texts[at]);
  }
  assert.deepEqual([all.texts.length, some.texts.length, other.texts.length], [2, 2, 1]);
  shared.close();
});

test("SCREEN-13: what is no entity's id is wanted by nobody, and is taken neither for others nor for all", () => {
  const shared = new SharedStates(0, boundary);
  shared.replace({ "light.a": state("on"), "light.b": state("on") });
  const told = [["light.a,light.b"], ["light.a", "light.b"], [""], [" light.a"], [], undefined].map(
    (entities) => {
      const screen = new FakeScreen();
      shared.join(screen, entities);
      return screen;
    },
  );
  shared.apply({ c: { "light.a": { "+": { s: "off" } } } });
  const counts = told.map(({ client }) => Object.keys(client.entities).length);
  assert.deepEqual(counts, [0, 2, 0, 0, 0, 2]);
  assert.deepEqual(
    told.map(({ client }) => client.events),
    [1, 2, 1, 1, 1, 2],
  );
  shared.close();
});

test("SCREEN-14: a change after a pause is told at once, and what follows soon is told together", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const shared = new SharedStates(1_000_000, boundary);
  const screen = new FakeScreen();
  shared.join(screen);
  shared.apply({ a: { "light.a": state("0") } });
  assert.equal(screen.client.events, 2);
  for (let step = 1; step < 100; step += 1)
    shared.apply({ c: { "light.a": { "+": { s: String(step) } } } });
  assert.equal(screen.client.events, 2, "nothing of it is told before its time");
  t.mock.timers.tick(1_000_000);
  assert.equal(screen.client.events, 3);
  assert.equal(screen.client.entities["light.a"]?.state, "99");
  shared.close();
});

test("SCREEN-15: a screen that reads slowly gets the newest state of each entity once it has read, and others wait for nothing", () => {
  const shared = new SharedStates(0, boundary);
  const slow = new FakeScreen();
  const quick = new FakeScreen();
  shared.replace({ "light.a": state("on"), "light.b": state("on") });
  shared.join(slow);
  shared.join(quick);
  slow.isReading = false;
  for (let step = 0; step < 1000; step += 1)
    shared.apply({ c: { "light.a": { "+": { s: String(step) } } } });
  shared.apply({ r: ["light.b"] });
  assert.deepEqual([slow.client.events, quick.client.events], [1, 1002]);
  slow.readAgain();
  assert.equal(slow.client.events, 2, "one event for all that was missed");
  assert.deepEqual(slow.client.entities, quick.client.entities);
  shared.apply({ c: { "light.a": { "+": { s: "last" } } } });
  assert.equal(slow.client.entities["light.a"]?.state, "last");
  shared.close();
});

test("SCREEN-15: those who missed the same share the bytes of what they are told then", () => {
  const shared = new SharedStates(0, boundary);
  const screens = Array.from({ length: 3 }, () => new FakeScreen());
  shared.replace({ "light.a": state("on"), "light.b": state("on") });
  for (const screen of screens) {
    shared.join(screen);
    screen.isReading = false;
  }
  shared.apply({ c: { "light.a": { "+": { s: "1" } } } });
  const [one, two, later] = screens;
  assert(one && two && later);
  later.readAgain();
  later.isReading = false;
  shared.apply({ c: { "light.b": { "+": { s: "2" } } } });
  for (const screen of screens) screen.readAgain();
  assert.equal(one.texts.at(-1), two.texts.at(-1));
  assert.notEqual(one.texts.at(-1), later.texts.at(-1));
  assert(!String(later.texts.at(-1)?.[0]).includes("light.a"), "it was told of that before");
  for (const screen of screens)
    assert.deepEqual(
      [screen.client.entities["light.a"]?.state, screen.client.entities["light.b"]?.state],
      ["1", "2"],
    );
  shared.close();
});

test("SCREEN-16: states that are read anew are told as far as they differ", () => {
  const shared = new SharedStates(0, boundary);
  const screen = new FakeScreen();
  shared.replace({ "light.a": state("on"), "light.b": state("on") });
  shared.join(screen);
  shared.replace({ "light.a": state("on"), "light.b": state("on") });
  assert.equal(screen.client.events, 1, "nothing is new");
  shared.replace({ "light.a": state("on"), "sensor.c": state("1") });
  assert.equal(String(screen.texts[1]?.[0]).includes("light.a"), false);
  assert.deepEqual(Object.keys(screen.client.entities), ["light.a", "sensor.c"]);
  shared.replace({});
  assert.deepEqual(screen.client.entities, {});
  shared.close();
});
