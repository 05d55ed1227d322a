import assert from "node:assert/strict";
import { test } from "node:test";
import { inBrowser } from "../../support/timeouts.ts";
import { useDrawing } from "./drawing-page.ts";
import { draw, found, hall } from "./live-drawing.ts";

const openDrawing = useDrawing();

test(
  "LIVE-10: a lamp that is on shines in its colour and as bright as it is; a rule's colour goes before",
  inBrowser,
  async (t) => {
    const page = await openDrawing(t);
    if (page === undefined) return;
    const lamp = (id: string, x: number, more = {}): unknown => ({
      id,
      type: "lamp_ceiling",
      x,
      z: 2,
      entity: `light.${id}`,
      ...more,
    });
    const plan = {
      rooms: [hall],
      furniture: [
        lamp("red", 1),
        lamp("dim", 2),
        lamp("plain", 3, { color_on: "rgb(7, 7, 7)" }),
        lamp("usual", 4),
        lamp("off", 5, { color_on: "rgb(8, 8, 8)" }),
        lamp("gone", 6),
        lamp("ruled", 7, { rules: [{ if: [{ entity: "light.ruled" }], color: "rgb(1, 2, 3)" }] }),
      ],
    };
    await draw(
      page,
      plan,
      `{ states: {
        "light.red": { state: "on", attributes: { rgb_color: [255, 0, 0], brightness: 255 } },
        "light.dim": { state: "on", attributes: { rgb_color: [255, 0, 0], brightness: 51 } },
        "light.plain": { state: "on" }, "light.usual": { state: "on" },
        "light.off": { state: "off", attributes: { rgb_color: null, brightness: null } },
        "light.gone": { state: "unavailable" },
        "light.ruled": { state: "on", attributes: { rgb_color: [255, 0, 0] } },
      } }`,
    );
    const [lamps, glows] = await found<unknown[]>(
      page,
      `const color = (each) => getComputedStyle(each).fill;
       const stop = (glow) => getComputedStyle(sheet.querySelector(glow.getAttribute("fill").slice(4, -1) + " stop")).stopColor;
       [
         Object.fromEntries(all(".lamp").map((each) => [each.dataset.ref.slice(10), each.matches(".on") ? color(each.querySelector(".body")) : each.matches(".away") ? "away" : "off"])),
         all(".glow").map((each) => [stop(each), each.getAttribute("fill-opacity")]),
       ]`,
    );
    const usual = "rgb(255, 200, 74)";
    assert.deepEqual(lamps, {
      red: "rgb(255, 0, 0)",
      dim: "rgb(255, 0, 0)",
      plain: "rgb(7, 7, 7)",
      usual,
      off: "off",
      gone: "away",
      ruled: "rgb(1, 2, 3)",
    });
    assert.deepEqual(glows, [
      ["rgb(255, 0, 0)", "1.00"],
      ["rgb(255, 0, 0)", "0.40"],
      ["rgb(7, 7, 7)", "1.00"],
      [usual, "1.00"],
      ["rgb(1, 2, 3)", "1.00"],
    ]);
  },
);

test(
  "LIVE-16, LIVE-17: a lamp lights what it reaches through open doors, and nothing behind walls, shut doors and windows; it comes and goes softly, and doors swing",
  inBrowser,
  async (t) => {
    const page = await openDrawing(t);
    if (page === undefined) return;
    const room = (id: string, left: number): unknown => ({
      id,
      name: id,
      points: [
        [left, 0],
        [left + 4, 0],
        [left + 4, 4],
        [left, 4],
      ],
    });
    const lamp = { id: "lamp", type: "lamp_ceiling", x: 3, z: 2, entity: "light.lamp" };
    const plan = {
      rooms: [room("study", 0), room("hall", 4), { ...hall, id: "cellar", level: "cellar" }],
      levels: [
        { id: "ground", name: "Ground" },
        { id: "cellar", name: "Cellar" },
      ],
      openings: [
        {
          id: "door",
          room_id: "hall",
          edge: 3,
          offset: 2,
          width: 1,
          type: "door",
          contact: "binary_sensor.door",
        },
        {
          id: "window",
          room_id: "study",
          edge: 0,
          offset: 3,
          width: 1,
          type: "window",
        },
        { id: "below", room_id: "cellar", edge: 0, offset: 1, width: 1, style: "passage" },
      ],
      walls: [{ id: "screen", from: [1.5, 1.5], to: [1.5, 2.5] }],
      furniture: [lamp],
    };
    const places = {
      beside: [3.5, 3.5],
      screened: [0.5, 2],
      "through the door": [5, 2],
      "behind the wall": [5, 0.5],
      "through the window": [3, -0.8],
      "outside beside it": [1, -0.5],
    };
    const litIn = async (states: Readonly<Record<string, unknown>>): Promise<readonly string[]> => {
      const known = { "light.lamp": { state: "on" }, ...states };
      await draw(page, plan, `{ states: ${JSON.stringify(known)} }`);
      await page.waitForFunction(
        `sheet.querySelector(".glow")?.getAttribute("d").split("L").length > 8`,
      );
      return found(
        page,
        `const [glow] = all(".glow");
         Object.entries(${JSON.stringify(places)}).flatMap(([name, [x, z]]) => glow.isPointInFill(new DOMPoint(x - ${lamp.x}, z - ${lamp.z})) ? [name] : [])`,
      );
    };
    assert.deepEqual(await litIn({ "binary_sensor.door": { state: "on" } }), [
      "beside",
      "through the door",
    ]);
    assert.deepEqual(await litIn({ "binary_sensor.door": { state: "off" } }), ["beside"]);

    const motions = async (
      reducedMotion: "reduce" | "no-preference",
      sunAt?: number,
    ): Promise<unknown> => {
      await page.emulateMedia({ reducedMotion });
      await litIn({});
      await found(page, `sheet.getAnimations({ subtree: true }).forEach((each) => each.finish())`);
      return found(
        page,
        `draw(${JSON.stringify(plan)}, { states: { "light.lamp": { state: "off" }, "binary_sensor.door": { state: "off" } }, sunAt: ${sunAt} });
        [all(".glow").length, [...new Set(sheet.getAnimations({ subtree: true }).map(({ transitionProperty }) => transitionProperty))].toSorted()]`,
      );
    };
    assert.deepEqual(await motions("no-preference"), [0, ["fill-opacity", "transform"]], "LIVE-17");
    assert.deepEqual(await motions("reduce"), [0, []], "LIVE-17");
    assert.deepEqual(await motions("no-preference", 0), [0, []], "LIVE-17: looking back");
  },
);

test(
  "LIVE-18: a lamp tells by the lines of its symbol that it is on, and not by its colour alone",
  inBrowser,
  async (t) => {
    const page = await openDrawing(t);
    if (page === undefined) return;
    const lamp = { id: "lamp", type: "lamp_pendant", x: 2, z: 2, entity: "light.lamp" };
    const linesIn = async (state: string): Promise<number> => {
      await draw(
        page,
        { rooms: [hall], furniture: [lamp] },
        `{ states: { "light.lamp": { state: "${state}" } } }`,
      );
      return found(page, `all(".lamp .soft")[0].getAttribute("d").split(/m/i).length - 1`);
    };
    assert.deepEqual([await linesIn("off"), await linesIn("on")], [1, 9]);
  },
);

test(
  "LIVE-19: at night the windows of lit rooms are lit and throw light before the house, by day none; without a sun the dark look is night",
  inBrowser,
  async (t) => {
    const page = await openDrawing(t);
    if (page === undefined) return;
    const opening = (id: string, edge: number, more = {}): unknown => ({
      id,
      room_id: "hall",
      edge,
      offset: 4,
      width: 1,
      type: "window",
      ...more,
    });
    const plan = {
      rooms: [hall],
      openings: [
        opening("plain", 0),
        opening("half", 1, { blind: "cover.half" }),
        opening("shut", 2, { blind: "cover.shut" }),
        opening("door", 3, { type: "door", contact: "binary_sensor.door" }),
      ],
      furniture: [
        { type: "lamp_ceiling", x: 2, z: 2, entity: "light.one" },
        { type: "lamp_ceiling", x: 6, z: 6, entity: "light.other" },
      ],
    };
    const seen = async (
      light: string,
      elevation: number | undefined,
      look = "day",
    ): Promise<unknown> => {
      const states = {
        "light.one": { state: light },
        "light.other": { state: light, attributes: { rgb_color: [0, 0, 255], brightness: 128 } },
        "cover.half": { state: "open", attributes: { current_position: 40 } },
        "cover.shut": { state: "closed" },
        "binary_sensor.door": { state: "on" },
        ...(elevation === undefined
          ? {}
          : { "sun.sun": { state: "", attributes: { azimuth: 0, elevation } } }),
      };
      await page.evaluate(`sheet.dataset.look = "${look}"`);
      await draw(page, plan, `{ states: ${JSON.stringify(states)} }`);
      // The light of lamps is made by the same code, which is loaded with the first drawing that has a lamp.
      await page.waitForFunction(`sheet.querySelector(".glows path") !== null`);
      return found(
        page,
        `const shown = (layer) => all(layer + " path").filter((each) => each.getBoundingClientRect().width > 0 && each.getAttribute("fill-opacity") > 0)
           .map((each) => (each.getBBox().width.toFixed(1) + " " + each.getAttribute("fill-opacity") + (getComputedStyle(each).fill.includes("0, 0, 255") ? " blue" : "")));
         ({ panes: shown(".panes"), halos: shown(".halos").length })`,
      );
    };
    const lit = {
      // Both colours of the room in each window, and of the one with a blind the part beside it.
      panes: ["1.0 0.50", "1.0 0.31 blue", "0.4 0.50", "0.4 0.31 blue"],
      halos: 6,
    };
    const dark = { panes: [], halos: 0 };
    assert.deepEqual(await seen("on", -10), lit);
    assert.deepEqual(await seen("off", -10), dark);
    assert.deepEqual(await seen("on", 10, "night"), dark);
    assert.deepEqual(await seen("on", undefined), dark);
    assert.deepEqual(await seen("on", undefined, "night"), lit);
  },
);
