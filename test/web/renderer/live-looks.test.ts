import assert from "node:assert/strict";
import { test } from "node:test";
import { inBrowser } from "../../support/timeouts.ts";
import { useDrawing } from "./drawing-page.ts";
import { draw, found, hall } from "./live-drawing.ts";

const openDrawing = useDrawing();

test(
  "LIVE-11: blinds cover their window as far as they are closed, locks tell what they are, rooms what is measured",
  inBrowser,
  async (t) => {
    const page = await openDrawing(t);
    if (page === undefined) return;
    const opening = (id: string, offset: number, type: string): unknown => ({
      id,
      room_id: "hall",
      edge: 0,
      offset,
      width: 1,
      type,
      [type === "window" ? "blind" : "lock"]: `${type === "window" ? "cover" : "lock"}.${id}`,
    });
    const names = ["a", "b", "c"];
    const plan = {
      rooms: [{ ...hall, temperature: "climate.hall", humidity: "sensor.humid" }],
      openings: [
        ...names.map((id, at) => opening(id, 1 + at, "window")),
        ...names.map((id, at) => opening(`d${id}`, 4 + at, "door")),
        {
          id: "out",
          room_id: "hall",
          edge: 1,
          offset: 2,
          width: 1,
          type: "door",
          blind: "cover.a",
        },
      ],
    };
    await draw(
      page,
      plan,
      `{ temperatureUnit: "°C", states: {
        "cover.a": { state: "open", attributes: { current_position: 40 } },
        "cover.b": { state: "closed" }, "cover.c": { state: "open", attributes: { current_position: 100 } },
        "lock.da": { state: "locked" }, "lock.db": { state: "unlocked" }, "lock.dc": { state: "jammed" },
        "climate.hall": { state: "heat", attributes: { current_temperature: 21.5 } },
        "sensor.humid": { state: "48", attributes: { unit_of_measurement: "%" } },
      } }`,
    );
    const blinds = `all(".window").map((each) => each.querySelector(".blind")?.getBBox().width.toFixed(1))`;
    assert.deepEqual(await found(page, blinds), ["0.6", "1.0", undefined]);
    assert.equal(
      await found(
        page,
        `all(".door .blind").map((each) => each.getBBox().width.toFixed(1)).join()`,
      ),
      "0.6",
    );
    assert.deepEqual(await found(page, `all(".lock").map((each) => each.getAttribute("class"))`), [
      "lock",
      "lock open",
      "lock jammed",
    ]);
    assert.equal(await found(page, `all(".label .next")[1].textContent`), "21.5 °C · 48%");
    await draw(page, plan, "{ interactive: 'edit' }");
    assert.equal(await found(page, `all(".blind, .lock").length`), 0);
  },
);

test(
  "DRAW-6: what nothing is known of is pale and says so in a house that is there, and looks as ever where there is none",
  inBrowser,
  async (t) => {
    const page = await openDrawing(t);
    if (page === undefined) return;
    const at = { room_id: "hall", edge: 0, width: 1 };
    const plan = {
      rooms: [hall],
      openings: [
        { ...at, id: "door", offset: 2, type: "door", contact: "binary_sensor.a", lock: "lock.a" },
        { ...at, id: "window", offset: 4, type: "window", blind: "cover.a" },
        { ...at, id: "plain", offset: 6, type: "door" },
      ],
      furniture: [
        { id: "lamp", type: "lamp_floor", x: 1, z: 3, entity: "light.a" },
        { id: "sofa", type: "sofa", x: 4, z: 4 },
      ],
      devices: [{ id: "fan", kind: "fan", x: 3, z: 3, entity: "fan.a" }],
      sensors: [{ id: "warmth", x: 5, z: 3, entity: "sensor.a" }],
    };
    const pale = (): Promise<unknown> =>
      found(
        page,
        `[all(".thing.away").map((each) => each.dataset.ref).sort(), all(".lock, .blind").map((each) => [each.getAttribute("class"), each.getBBox().width > 0.9])]`,
      );
    await draw(page, plan, "{}");
    assert.deepEqual(await pale(), [[], []]);
    const withAll = `{ states: { "binary_sensor.a": { state: "off" }, "lock.a": { state: "locked" }, "cover.a": { state: "open" },
      "light.a": { state: "off" }, "fan.a": { state: "off" }, "sensor.a": { state: "1" } } }`;
    await draw(page, plan, withAll);
    assert.deepEqual(await pale(), [[], [["lock", false]]]);
    await draw(page, plan, "{ states: {} }");
    assert.deepEqual(await pale(), [
      ["devices/fan", "furniture/lamp", "openings/door", "sensors/warmth"],
      [
        ["lock away", false],
        ["blind away", true],
      ],
    ]);
    const labels = await found<string[]>(
      page,
      `["lamp", "fan"].map((id) => sheet.querySelector("[data-ref$=" + id + "]").getAttribute("aria-label"))`,
    );
    for (const label of labels) assert.match(label, /, Unknown$/);
  },
);

test(
  "LIVE-20: the text of a device is part of its name for screen readers",
  inBrowser,
  async (t) => {
    const page = await openDrawing(t);
    if (page === undefined) return;
    const washer = { id: "washer", name: "Washer", x: 3, z: 3, entity: "switch.a" };
    const devices = [washer, { ...washer, id: "other", x: 5, text_on: "34 min" }];
    await draw(page, { rooms: [hall], devices }, `{ states: { "switch.a": { state: "on" } } }`);
    const labels = `["washer", "other"].map((id) => sheet.querySelector("[data-ref$=" + id + "]").getAttribute("aria-label"))`;
    assert.deepEqual(await found(page, labels), ["Washer, On", "Washer 34 min, On"]);
  },
);

test(
  "LIVE-21: devices and sensors have Home Assistant's colours of states, unless the plan gives them others",
  inBrowser,
  async (t) => {
    const page = await openDrawing(t);
    if (page === undefined) return;
    const device = (id: string, entity: string, more = {}): unknown => ({
      id,
      kind: "generic",
      x: 3,
      z: 3,
      entity,
      ...more,
    });
    const plan = {
      rooms: [hall],
      devices: [
        device("locked", "lock.a"),
        device("open", "lock.b"),
        device("fan", "fan.a"),
        device("plug", "switch.a"),
        device("off", "switch.b"),
        device("own", "fan.a", { color_on: "rgb(1, 2, 3)" }),
      ],
      sensors: [
        { id: "smoke", x: 2, z: 2, entity: "binary_sensor.smoke" },
        { id: "battery", x: 2, z: 4, entity: "sensor.battery" },
      ],
    };
    const states = `{ states: {
      "lock.a": { state: "locked" }, "lock.b": { state: "unlocked" }, "fan.a": { state: "on" },
      "switch.a": { state: "on" }, "switch.b": { state: "off" },
      "binary_sensor.smoke": { state: "on", attributes: { device_class: "smoke" } },
      "sensor.battery": { state: "12", attributes: { device_class: "battery", unit_of_measurement: "%" } },
    } }`;
    const colours = (): Promise<unknown> =>
      found(
        page,
        `const of = (ref, part, name) => getComputedStyle(sheet.querySelector("[data-ref$='/" + ref + "'] " + part))[name];
         ({
           ...Object.fromEntries(["open", "fan", "plug", "own"].map((id) => [id, of(id, ".badge", "fill")])),
           ...Object.fromEntries(["locked", "off"].map((id) => [id, of(id, ".badge", "stroke")])),
           ...Object.fromEntries(["smoke", "battery"].map((id) => [id, of(id, ".pill", "stroke")])),
         })`,
      );
    const red = "rgb(244, 67, 54)";
    const line = "rgb(141, 146, 154)";
    const usual = {
      open: red,
      fan: "rgb(0, 188, 212)",
      plug: "rgb(224, 138, 0)",
      own: "rgb(1, 2, 3)",
      locked: "rgb(76, 175, 80)",
      off: line,
      smoke: red,
      battery: red,
    };
    await draw(page, plan, states);
    assert.deepEqual(await colours(), usual);
    await page.evaluate(`for (const [name, colour] of [["lock-unlocked", "rgb(9, 9, 9)"], ["active", "rgb(8, 8, 8)"]])
      document.documentElement.style.setProperty("--state-" + name + "-color", colour)`);
    assert.deepEqual(
      await colours(),
      { ...usual, open: "rgb(9, 9, 9)", plug: "rgb(8, 8, 8)" },
      "a theme of Home Assistant's page goes first",
    );
  },
);

test(
  "LIVE-22: a thermostat shows what it measures and is set to beneath its sign, unless it has a text",
  inBrowser,
  async (t) => {
    const page = await openDrawing(t);
    if (page === undefined) return;
    const radiator = { id: "one", kind: "radiator", name: "Radiator", x: 3, z: 3 };
    const devices = [
      { ...radiator, entity: "climate.one" },
      { ...radiator, id: "two", x: 5, entity: "climate.two" },
      { ...radiator, id: "own", z: 5, entity: "climate.one", text: "warm" },
      { ...radiator, id: "plug", z: 7, entity: "switch.a" },
    ];
    await draw(
      page,
      { rooms: [hall], devices },
      `{ temperatureUnit: "°C", states: {
        "climate.one": { state: "heat", attributes: { current_temperature: 20.5, temperature: 21 } },
        "climate.two": { state: "heat_cool", attributes: { current_temperature: 23, temperature: null, target_temp_low: 20, target_temp_high: 24 } },
        "switch.a": { state: "on" },
      } }`,
    );
    const notes = `["one", "two", "own", "plug"].map((id) => sheet.querySelector("[data-ref$='/" + id + "'] text")?.textContent)`;
    assert.deepEqual(await found(page, notes), [
      "20.5 → 21 °C",
      "23 → 20–24 °C",
      "warm",
      undefined,
    ]);
    const name = `sheet.querySelector("[data-ref$='/one']").getAttribute("aria-label")`;
    assert.match(await found(page, name), /^Radiator 20\.5 → 21 °C, Heat/i);
  },
);

test(
  "LIVE-23: doors and windows whose contact is not known are outlined with dashes",
  inBrowser,
  async (t) => {
    const page = await openDrawing(t);
    if (page === undefined) return;
    const at = { room_id: "hall", edge: 0, width: 1, contact: "binary_sensor.a" };
    const plan = {
      rooms: [hall],
      openings: [
        { ...at, id: "door", offset: 2, type: "door" },
        { ...at, id: "window", offset: 4, type: "window" },
        { ...at, id: "french", offset: 6, type: "door", style: "french" },
      ],
    };
    const drawn = async (state: string): Promise<unknown> => {
      await draw(page, plan, `{ states: { "binary_sensor.a": { state: "${state}" } } }`);
      return found(
        page,
        `["door", "window", "french"].map((id) => {
          const part = sheet.querySelector("[data-ref$='/" + id + "'] :is(.leaf, .glass, .glazed)");
          const { strokeDasharray, fill } = getComputedStyle(part);
          return strokeDasharray !== "none" && fill === "none";
        })`,
      );
    };
    for (const state of ["unavailable", "unknown"])
      assert.deepEqual(await drawn(state), [true, true, true], state);
    for (const state of ["on", "off"])
      assert.deepEqual(await drawn(state), [false, false, false], state);
  },
);
