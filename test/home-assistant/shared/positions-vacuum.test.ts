import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { DoubleHomeAssistant } from "../../support/double-home-assistant.ts";
import { bounded, until } from "../../support/timeouts.ts";
import { pictureOf, pictureOfMap } from "../../support/valetudo-picture.ts";
import { looking, positionsOf, start, told } from "./positions-of.ts";

const camera = "camera.robi_map_data";

/** Two metres from the dock to the right, on a plan whose origin is 3 m left of and 1 m above the dock. */
const robi = {
  id: "robi",
  kind: "vacuum",
  source: { valetudo: camera },
  points: [
    { source: [2550, 2550], plan: [3, 1] },
    { source: [2750, 2550], plan: [5, 1] },
  ],
  dock: [2550, 2550],
};

const show = ({ core }: DoubleHomeAssistant, picture: Buffer): void =>
  void core.pictures.set(camera, picture);

const quick = { vacuumMapMs: 10 };

test(
  "POS-40, POS-43: the vacuum of Valetudo's map is told, and where it has been, as its pictures come",
  bounded,
  async (t) => {
    const { home, service, admin } = await start(t, quick);
    home.core.setState(camera, "idle", { friendly_name: "Robi Map data" });
    const at = { charger: [2550, 2550], paths: [[2550, 2550, 2650, 2550, 2650, 2650]] } as const;
    show(home, pictureOfMap({ ...at, robot: [2650, 2650], angle: 180 }));
    await admin.save({ trackers: [robi] });
    const screen = await looking(t, service);
    await told(screen, "robi", "4 2");
    assert.deepEqual(positionsOf(screen)["robi"]?.a, {
      name: "Robi Map data",
      kind: "vacuum",
      x: 4,
      z: 2,
      // South on the map: 90 degrees clockwise from right.
      heading: 90,
      path: [
        [
          [3, 1],
          [4, 1],
          [4, 2],
        ],
      ],
      source: [2650, 2650],
      dock: [2550, 2550],
    });
    // A new picture changes no state of Home Assistant.
    show(home, pictureOfMap({ ...at, robot: [2750, 2650] }));
    await told(screen, "robi", "5 2");
    assert.equal(Object(positionsOf(screen)["robi"]?.a).heading, undefined);
    home.core.setState(camera, "unavailable");
    await told(screen, "robi", "absent");
    show(home, pictureOfMap({ ...at, robot: [2650, 2550] }));
    home.core.setState(camera, "idle");
    await told(screen, "robi", "4 1");
    show(home, pictureOfMap(at));
    await told(screen, "robi", "absent");
  },
);

const problemOf = (screen: Parameters<typeof positionsOf>[0]): unknown => {
  const { s, a } = positionsOf(screen)["robi"] ?? {};
  const { problem, entity, value } = Object(a);
  return s === "problem" ? { problem, entity, value } : undefined;
};

test(
  "POS-41, POS-42: a camera without a map, a map that cannot be read and one that was moved have words, until it is mended",
  bounded,
  async (t) => {
    const { home, service, admin } = await start(t, quick);
    await admin.save({ trackers: [robi] });
    const screen = await looking(t, service);
    const said = async (problem: string, value?: unknown): Promise<void> => {
      await until(() => Object(problemOf(screen)).problem === problem);
      if (value !== undefined) assert.equal(Object(problemOf(screen)).value, value);
    };
    await said("no-entity");
    home.core.setState(camera, "idle");
    await said("no-map", "Home Assistant has no picture of this entity now");
    show(home, Buffer.from("a photograph"));
    await until(() => /no map of Valetudo/.test(Object(problemOf(screen)).value));
    show(home, pictureOf("{"));
    await said("unreadable-map", "it is not JSON");
    show(home, pictureOfMap({ robot: [2650, 2650], charger: [2550, 2490] }));
    await said("moved-map", 0.6);
    show(home, pictureOfMap({ robot: [2650, 2650], charger: [2550, 2510] }));
    await told(screen, "robi", "4 2");
    assert.equal(problemOf(screen), undefined);
  },
);

test(
  "POS-47: the cameras beyond vacuum-maps have words, and the others go on",
  bounded,
  async (t) => {
    const { home, service, admin } = await start(t, { ...quick, vacuumMaps: 1 });
    const other = "camera.other_map_data";
    for (const each of [camera, other]) {
      home.core.setState(each, "idle");
      home.core.pictures.set(each, pictureOfMap({ robot: [2650, 2650] }));
    }
    await admin.save({ trackers: [robi, { ...robi, id: "other", source: { valetudo: other } }] });
    const screen = await looking(t, service);
    await told(screen, "robi", "4 2");
    await told(screen, "other", "problem");
    const { problem, value } = Object(positionsOf(screen)["other"]?.a);
    assert.deepEqual([problem, value], ["no-map", "at most 1 cameras are read (vacuum-maps)"]);
    await admin.save({ trackers: [{ ...robi, id: "other", source: { valetudo: other } }] });
    await told(screen, "other", "4 2");
  },
);

/** How often a picture was asked for. `fails`: whether that question, counted from one, gets no picture. */
const countAsked = (
  t: TestContext,
  { core }: DoubleHomeAssistant,
  fails: (asked: number) => boolean = () => false,
): (() => number) => {
  const get = core.pictures.get.bind(core.pictures);
  let asked = 0;
  t.mock.method(core.pictures, "get", (entity: string) => {
    asked += 1;
    return fails(asked) ? undefined : get(entity);
  });
  return () => asked;
};

test(
  "POS-41: a picture that does not come takes no map away, and the second in a row does",
  bounded,
  async (t) => {
    const { home, service, admin } = await start(t, quick);
    let isAway = false;
    const asked = countAsked(t, home, (count) => isAway || count % 2 === 0);
    home.core.setState(camera, "idle");
    show(home, pictureOfMap({ robot: [2650, 2650] }));
    await admin.save({ trackers: [robi] });
    const screen = await looking(t, service);
    await told(screen, "robi", "4 2");
    // Each second one fails.
    await until(() => asked() >= 6);
    show(home, pictureOfMap({ robot: [2750, 2650] }));
    await told(screen, "robi", "5 2");
    const states = screen.received.flatMap(({ event }) => Object(event).a?.robi?.s ?? []);
    assert(!states.includes("problem"), `it is told as ${states.join()}`);
    isAway = true;
    await told(screen, "robi", "problem");
    assert.equal(Object(problemOf(screen)).problem, "no-map");
    isAway = false;
    await told(screen, "robi", "5 2");
  },
);

test(
  "POS-40: states, saves and a camera that comes and goes make no read earlier",
  bounded,
  async (t) => {
    const { home, service, admin } = await start(t, { statesMs: 0, vacuumMapMs: 3_600_000 });
    const asked = countAsked(t, home);
    home.core.setState(camera, "idle");
    show(home, pictureOfMap({ robot: [2650, 2650] }));
    const trackers = [robi, { id: "anna", source: { room: "sensor.anna" } }];
    await admin.save({ trackers });
    const screen = await looking(t, service);
    await told(screen, "robi", "4 2");
    const annaEnters = async (room: string): Promise<void> => {
      home.core.setState("sensor.anna", room);
      await until(() => Object(positionsOf(screen)["anna"]?.a).room === room);
    };
    for (let at = 0; at < 10; at += 1) {
      home.core.setState(camera, at % 2 === 0 ? "streaming" : "idle");
      await annaEnters(`Room ${at}`);
    }
    await admin.save({ trackers: [{ ...robi, name: "Robi" }, trackers[1]] });
    await until(() => Object(positionsOf(screen)["robi"]?.a).name === "Robi");
    await annaEnters("Kitchen");
    await told(screen, "robi", "4 2");
    assert.equal(asked(), 1, "states and saves ask for no picture");
    for (let at = 0; at < 10; at += 1) {
      home.core.setState(camera, "unavailable");
      home.core.setState(camera, "idle");
      await annaEnters(`Room ${at}`);
    }
    await told(screen, "robi", "absent");
    assert.equal(asked(), 1);
  },
);

test(
  "POS-40: no picture is asked for while nobody looks, or the camera is away",
  bounded,
  async (t) => {
    const { home, service, admin } = await start(t, quick);
    const asked = countAsked(t, home);
    home.core.setState(camera, "idle");
    show(home, pictureOfMap({ robot: [2650, 2650] }));
    await admin.save({ trackers: [robi] });
    assert.equal(asked(), 0);
    const screen = await looking(t, service);
    await told(screen, "robi", "4 2");
    home.core.setState(camera, "unavailable");
    await told(screen, "robi", "absent");
    // A round to the service and back, in which pauses of ten milliseconds end.
    const around = async (id: string): Promise<void> => {
      await admin.save({ trackers: [robi, { id, source: { room: "sensor.a" } }] });
      await until(() => positionsOf(screen)[id] !== undefined);
    };
    // A request may have been on its way.
    await around("one");
    const before = asked();
    assert(before > 0, "the picture was asked for");
    await around("two");
    assert.equal(asked(), before);
    screen.ws.close();
    await screen.closed;
    home.core.setState(camera, "idle");
    show(home, pictureOfMap({ robot: [2750, 2650] }));
    const again = await looking(t, service, "again");
    await told(again, "robi", "5 2");
    const places = again.received.flatMap(({ event }) => Object(event).a?.robi?.a?.x ?? []);
    assert.deepEqual(places, [5], "and never where it was when somebody looked before");
    assert(asked() > before, "it is asked for again");
  },
);
