import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Peer } from "../../support/peer.ts";
import { startTestService } from "../../support/service.ts";
import { bounded, until } from "../../support/timeouts.ts";
import { startHome } from "../service-with-token.ts";
import {
  looking,
  move,
  positionsOf,
  radar,
  seeing,
  start,
  subscribe,
  told,
  whereIs,
} from "./positions-of.ts";

test(
  "POS-1, POS-2, POS-3: whoever may see positions gets metres of the plan from what sensors report",
  bounded,
  async (t) => {
    const { home, service, admin } = await start(t);
    const { core } = home;
    core.setState("camera.robi", "idle", {
      friendly_name: "Robi",
      vacuum_position: { x: 26500, y: 26500, a: 0 },
    });
    move(home, "epl", 1000, 3000);
    core.setState("sensor.anna_area", "Kitchen");
    await admin.save({
      trackers: [
        {
          id: "robi",
          kind: "vacuum",
          level: "ground",
          source: {
            entity: "camera.robi",
            x: "vacuum_position.x",
            y: "vacuum_position.y",
            heading: "vacuum_position.a",
          },
          points: [
            { source: [25500, 25500], plan: [3.4, 1.1] },
            { source: [28000, 25500], plan: [5.9, 1.1] },
          ],
        },
        radar("epl", { kind: "person" }),
        { id: "anna", kind: "person", name: "Anna", source: { room: "sensor.anna_area" } },
      ],
    });
    const screen = await looking(t, service);
    await told(screen, "epl", "-1 3");
    await told(screen, "anna", "room");
    const { robi, epl, anna } = positionsOf(screen);
    assert.deepEqual(
      [robi?.s, robi?.a],
      [
        "located",
        {
          name: "Robi",
          kind: "vacuum",
          x: 4.4,
          z: 0.1,
          level: "ground",
          heading: 0,
          source: [26500, 26500],
        },
      ],
    );
    assert.deepEqual(epl?.a, { kind: "person", x: -1, z: 3, source: [1000, 3000] });
    assert.equal(epl?.lc, core.states.get("sensor.epl_y")?.lu, "the newest of its entities");
    assert.deepEqual(
      [anna?.s, anna?.a],
      ["room", { name: "Anna", kind: "person", room: "Kitchen" }],
    );
    move(home, "epl", 0, "unavailable");
    await told(screen, "epl", "absent");
    assert.deepEqual(positionsOf(screen)["epl"]?.a, { kind: "person" }, "and no former place");
  },
);

test(
  "POS-10: the two halves of a reading are told as one position, and one that is equal is not told again",
  bounded,
  async (t) => {
    const { home, service, admin } = await start(t, { statesMs: 0 });
    await admin.save({ trackers: [radar("a"), radar("b")] });
    move(home, "a", 1000, 1000);
    const screen = await looking(t, service);
    const readings = 20;
    for (let at = 2; at <= readings; at += 1) {
      home.core.setState("sensor.a_x", String(1000 * at));
      // The halves of a reading are events of their own.
      await sleep(5);
      home.core.setState("sensor.a_y", String(1000 * at));
      await told(screen, "a", `-${at} ${at}`);
    }
    const seen = screen.received.flatMap(({ event }) => {
      const source = Object(event).a?.a?.a?.source;
      return source === undefined ? [] : [source];
    });
    const halves = seen.filter(([x, y]: readonly number[]) => x !== y).length;
    // A machine that is too busy for 50 ms may part a few.
    assert(
      seen.length >= readings - 1 && halves < readings / 2,
      `${halves} halves of ${seen.length}`,
    );
    const before = screen.received.length;
    // The same to a millimetre; b's position shows that it was computed meanwhile.
    move(home, "a", "20000.3", "20000.3");
    move(home, "b", 1000, 1000);
    await told(screen, "b", "-1 1");
    assert.equal(whereIs(screen, "a"), "-20 20");
    assert.deepEqual(positionsOf(screen)["a"]?.a?.["source"], [20_000, 20_000]);
    const news = screen.received.slice(before).map(({ event }) => Object.keys(Object(event).a));
    assert(!news.flat().includes("a"), JSON.stringify(news));
    move(home, "a", "20001.00049", "3.00049");
    await told(screen, "a", "-20.001 0.003");
    const { source } = positionsOf(screen)["a"]?.a ?? {};
    assert.deepEqual(source, [20_001.000_49, 3.000_49], "as they came");
  },
);

test(
  "POS-6: each target that cannot be told has its word, the others go on, and the plan is saved as it is",
  bounded,
  async (t) => {
    const { home, service, admin } = await start(t);
    move(home, "good", 0, 2000);
    move(home, "text", 0, "n/a");
    move(home, "far", 0, 5_000_000);
    home.core.setState("sensor.half_x", "1");
    const line = [0, 1, 2].map((at) => ({ source: [at, 0], plan: [at, 0] }));
    const trackers = [
      radar("good"),
      radar("text"),
      radar("far"),
      radar("half"),
      radar("flat", {
        pose: undefined,
        unit: undefined,
        points: line,
        source: radar("good")["source"],
      }),
      { id: "what?" },
      radar("good"),
      7,
    ];
    await admin.save({ trackers });
    const screen = await looking(t, service);
    await told(screen, "good", "0 2");
    await until(() => Object.values(positionsOf(screen)).every(({ s }) => s !== "absent"));
    const known = Object.entries(positionsOf(screen)).map(([id, { s, a = {} }]) => {
      const { kind: _kind, x: _x, z: _z, source: _source, ...words } = a;
      return [id, [s, words]] as const;
    });
    assert.deepEqual(Object.fromEntries(known), {
      good: ["located", {}],
      text: ["problem", { problem: "not-a-number", entity: "sensor.text_y", value: "n/a" }],
      far: ["problem", { problem: "far-away", value: 5000 }],
      half: ["problem", { problem: "no-entity", entity: "sensor.half_y" }],
      flat: ["problem", { problem: "one-line" }],
      "#6": [
        "problem",
        { problem: "bad-tracker", value: "id: expected 1 to 64 letters, digits, _ and -" },
      ],
      "#7": ["problem", { problem: "bad-tracker", value: "id: there is another good" }],
      "#8": ["problem", { problem: "bad-tracker", value: "expected an object" }],
    });
    const plan = Object(await admin.result("floorplan/plan/get"));
    assert.deepEqual(plan.trackers, JSON.parse(JSON.stringify(trackers)));
  },
);

test(
  "POS-5: a target is absent while Home Assistant is away, and when its sensor has been silent for its time",
  bounded,
  async (t) => {
    const { home, service, admin } = await start(t);
    const { core } = home;
    move(home, "still", 0, 1000);
    move(home, "old", 0, 1000);
    for (const id of ["sensor.old_x", "sensor.old_y"]) {
      const state = core.states.get(id);
      assert(state);
      // Ten minutes ago.
      core.states.set(id, { ...state, lc: state.lc - 600, lu: state.lu - 600 });
    }
    const lasting = radar("lasting", { source: radar("old")["source"], timeout: 0 });
    await admin.save({ trackers: [radar("still"), radar("old"), lasting] });
    const screen = await looking(t, service);
    await told(screen, "still", "0 1");
    await told(screen, "lasting", "0 1");
    assert.equal(whereIs(screen, "old"), "absent");
    move(home, "old", 0, 2000);
    await told(screen, "old", "0 2");
    await home.stop();
    await told(screen, "still", "absent");
    await told(screen, "lasting", "absent");
    await home.restart();
    await told(screen, "still", "0 1");
    await told(screen, "lasting", "0 2");
    await admin.save({ trackers: [radar("still", { timeout: 0.1 }), lasting] });
    await told(screen, "still", "absent");
    assert.equal(whereIs(screen, "lasting"), "0 2");
  },
);

test(
  "POS-5, POS-6: what never changes is absent in time, but not while `active` is on, and what is wrong stays a problem",
  bounded,
  async (t) => {
    const { home, service, admin } = await start(t);
    const soon = { timeout: 0.1 };
    move(home, "late", 0, 1000);
    move(home, "text", 0, "n/a");
    move(home, "sitting", 0, 1000);
    home.core.setState("binary_sensor.sitting", "on");
    const source = { ...Object(radar("sitting")["source"]), active: "binary_sensor.sitting" };
    const none = [radar("none"), radar("none-soon", { source: radar("none")["source"], ...soon })];
    await admin.save({
      trackers: [
        ...none,
        radar("text", soon),
        radar("sitting", { source, ...soon }),
        radar("late", soon),
      ],
    });
    const screen = await looking(t, service);
    await told(screen, "sitting", "0 1");
    await told(screen, "none", "problem");
    await until(() => whereIs(screen, "late") === "absent");
    const { none: missing, "none-soon": missingSoon, text } = positionsOf(screen);
    for (const each of [missing, missingSoon])
      assert.deepEqual(each?.a, {
        kind: "target",
        problem: "no-entity",
        entity: "sensor.none_x",
      });
    assert.equal(text?.a?.["problem"], "not-a-number");
    assert.equal(whereIs(screen, "sitting"), "0 1");
    home.core.setState("binary_sensor.sitting", "off");
    await told(screen, "sitting", "absent");
  },
);

test("POS-6: an entity whose state cannot be read is no missing one", bounded, async (t) => {
  const { home, service, admin } = await start(t);
  home.answer("subscribe_entities", ({ afterwards, send }) => {
    afterwards(() => send({ a: { "sensor.a_x": { s: 1 }, "sensor.a_y": { s: "1" } } }));
    return { result: null };
  });
  await admin.save({ trackers: [radar("a")] });
  const screen = await looking(t, service);
  await told(screen, "a", "problem");
  const { problem, entity } = positionsOf(screen)["a"]?.a ?? {};
  assert.deepEqual([problem, entity], ["unreadable", "sensor.a_x"]);
});

test(
  "POS-4: the plan may be edited while somebody looks: targets come, go, and are calibrated anew",
  bounded,
  async (t) => {
    const { home, service, admin } = await start(t);
    move(home, "a", 0, 1000);
    move(home, "b", 0, 3000);
    await admin.save({ trackers: [radar("a")] });
    const screen = await looking(t, service);
    await told(screen, "a", "0 1");
    await home.pause();
    await admin.save({ trackers: [radar("a"), radar("b", { timeout: 0 })] });
    await until(() => whereIs(screen, "b") !== "nobody");
    assert.equal(whereIs(screen, "b"), "absent", "no problem before Home Assistant has answered");
    await home.resume();
    await told(screen, "b", "0 3");
    await admin.save({ trackers: [radar("a", { pose: { x: 5, z: 5, rotation: 90 } })] });
    await told(screen, "a", "5 6");
    await told(screen, "b", "nobody");
    const maps = {
      Down: { level: "cellar", matrix: [0.001, 0, 0, 0.001, 0, 0] },
      Up: { level: "attic", matrix: [0.001, 0, 0, 0.001, 20, 0] },
    };
    home.core.setState("select.map", "Down");
    const source = { x: "sensor.a_x", y: "sensor.a_y", map: "select.map" };
    await admin.save({ trackers: [{ id: "a", source, maps }] });
    await told(screen, "a", "0 1");
    assert.equal(positionsOf(screen)["a"]?.a?.["level"], "cellar");
    home.core.setState("select.map", "Up");
    await told(screen, "a", "20 1");
    assert.equal(positionsOf(screen)["a"]?.a?.["level"], "attic");
  },
);

test("POS-1: without Home Assistant there is nobody", bounded, async (t) => {
  const service = await startTestService(t);
  const admin = await Peer.login(t, service.port, service.admin);
  await admin.save({ trackers: [radar("a")] });
  const screen = await seeing(t, service);
  await screen.result(subscribe);
  assert.deepEqual(await screen.nextEvent(), { a: {} });
  const home = await startHome(t);
  const unlinked = await startTestService(t, { config: { homeAssistant: home.url } });
  const owner = await Peer.login(t, unlinked.port, home.owner.longLivedToken);
  const drawing = await Peer.login(t, unlinked.port, unlinked.admin);
  await drawing.save({ trackers: [radar("a")] });
  await owner.result(subscribe);
  assert.deepEqual(await owner.nextEvent(), { a: {} }, "nor without a token for it");
});
