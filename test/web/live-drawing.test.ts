import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { inBrowser } from "../support/bounded.ts";
import { useDrawing } from "./drawn.ts";

const openDrawing = useDrawing();

const hall = {
  id: "hall",
  name: "Hall",
  points: [
    [0, 0],
    [8, 0],
    [8, 8],
    [0, 8],
  ],
};

/** Draws a plan with what is given of the house, as source of a script. */
const draw = (page: Page, plan: unknown, given: string): Promise<unknown> =>
  page.evaluate(`draw(${JSON.stringify(plan)}, ${given})`);

/** What a script finds in the drawing, where `all(selector)` are elements. */
const found = <Result>(page: Page, script: string): Promise<Result> =>
  page.evaluate<Result>(
    `{ const all = (selector) => [...sheet.querySelectorAll(selector)]; ${script} }`,
  );

const texts = (page: Page): Promise<string[]> =>
  found(page, `all(".text").map((each) => each.querySelector("text").textContent)`);

test(
  "LIVE-3: a template is what Home Assistant makes of it, a dash while nothing is known, and a mark with the words of an error",
  inBrowser,
  async (t) => {
    const page = await openDrawing(t);
    if (page === undefined) return;
    const power = "{{ (states('sensor.power')|float/1000)|round(1) }} kW";
    const plan = {
      texts: [
        { text: power, x: 1, z: 1, entity: "sensor.power" },
        { text: "plain", x: 1, z: 2 },
        { text: "{% if x %}yes{% endif %}", x: 1, z: 3 },
        { text: "{{ lines }}", x: 1, z: 4 },
      ],
      devices: [{ id: "a", kind: "fan", x: 3, z: 3, text: "{{ broken }}", entity: "fan.a" }],
    };
    const states = `states: { "sensor.power": { state: "1234.56", attributes: { unit_of_measurement: "W" } } }`;
    await draw(page, plan, `{ ${states} }`);
    assert.deepEqual(await texts(page), ["–", "plain", "–", "–"]);
    await draw(
      page,
      plan,
      `{ ${states}, templates: { ${JSON.stringify(power)}: "1.2 kW", "{% if x %}yes{% endif %}": true,
        "{{ lines }}": 21.5, "{{ broken }}": { error: "UndefinedError: 'broken' is undefined" } } }`,
    );
    assert.deepEqual(await texts(page), ["1.2 kW", "plain", "True", "21.5"]);
    const problem = await found(
      page,
      `const [device] = all(".device.faulty");
       [device.querySelector("title").textContent, device.getAttribute("aria-label"), device.querySelector("text").textContent]`,
    );
    const said = "UndefinedError: 'broken' is undefined";
    assert.deepEqual(problem, [said, `Fan, Unknown, ${said}`, "⚠"]);
    await draw(page, plan, `{ ${states}, templates: {} }`);
    assert.equal(await found(page, `all(".faulty, title").length`), 0);
  },
);

test(
  "LIVE-1, DRAW-6: rules change things, openings and rooms, and what they hide cannot be touched",
  inBrowser,
  async (t) => {
    const page = await openDrawing(t);
    if (page === undefined) return;
    const night = [{ entity: "sun.sun", state: "below_horizon" }];
    const plan = {
      rooms: [{ ...hall, rules: [{ if: night, tint: "rgb(1, 2, 3)", opacity: "0.5" }] }],
      openings: [
        { id: "door", room_id: "hall", edge: 0, offset: 2, rules: [{ if: night, hide: true }] },
      ],
      furniture: [
        {
          id: "sofa",
          type: "sofa",
          x: 2,
          z: 2,
          entity: "switch.a",
          rules: [{ if: night, hide: true }],
        },
      ],
      devices: [
        {
          id: "fan",
          kind: "fan",
          x: 5,
          z: 5,
          entity: "fan.a",
          text: "day",
          hidden: true,
          rules: [{ if: night, hide: false, text: "night", size: "xl", color: "rgb(9, 9, 9)" }],
        },
      ],
    };
    const look = (): Promise<unknown> =>
      found(
        page,
        `({
          refs: all(".thing").map((each) => each.dataset.ref),
          buttons: all("[role=button]").map((each) => each.dataset.ref),
          tint: all(".tint").map((each) => getComputedStyle(each).fill),
          opacity: all(".room").map((each) => each.getAttribute("opacity")),
          notes: all(".note").map((each) => each.textContent),
          labels: all(".label").length,
        })`,
      );
    await draw(page, plan, `{ states: { "sun.sun": { state: "above_horizon" } } }`);
    assert.deepEqual(await look(), {
      refs: ["rooms/hall", "furniture/sofa", "openings/door"],
      buttons: ["furniture/sofa"],
      tint: [],
      opacity: [null],
      notes: [],
      labels: 1,
    });
    await draw(page, plan, `{ states: { "sun.sun": { state: "below_horizon" } } }`);
    assert.deepEqual(await look(), {
      refs: ["rooms/hall", "devices/fan"],
      buttons: ["devices/fan"],
      tint: ["rgb(1, 2, 3)"],
      opacity: ["0.5"],
      notes: ["night"],
      labels: 1,
    });
    await draw(page, plan, "{ states: {} }");
    assert.equal(await found(page, `all(".furniture, .door").length`), 2, "unknown hides nothing");
    await draw(page, plan, `{ states: {}, isTouched: (list) => list === "rooms" }`);
    assert.deepEqual(
      await found(page, `all("[role=button]").map((each) => each.dataset.ref)`),
      ["rooms/hall"],
      "whoever draws may say what can be touched",
    );
  },
);

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
    assert.equal(await found(page, `all(".label .next")[0].textContent`), "21.5 °C · 48%");
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
  "DRAW-6: an icon on what is on can be told from it, whatever its colour",
  inBrowser,
  async (t) => {
    const page = await openDrawing(t);
    if (page === undefined) return;
    const colors = ["#ffc107", "gold", "hsl(220 90% 20%)", "#c2382e", "#888"];
    const icon = "mdi:any";
    const plan = {
      devices: [undefined, ...colors].map((color, at) => ({
        id: `d${at}`,
        kind: "fan",
        entity: "fan.a",
        x: 1 + at,
        z: 1,
        color,
        icon: at % 2 === 0 ? icon : undefined,
      })),
      furniture: [{ id: "lamp", type: "lamp_floor", entity: "fan.a", x: 1, z: 3, icon }],
    };
    const contrasts = (): Promise<number[]> =>
      found(
        page,
        `const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
         const luminance = (color) => {
           pen.fillStyle = color;
           pen.fillRect(0, 0, 1, 1);
           const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map((part) => {
             const value = part / 255;
             return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
           });
           return 0.2126 * r + 0.7152 * g + 0.0722 * b;
         };
         all(".on").map((each) => {
           const sign = each.querySelector(".icon");
           const ink = sign === null ? getComputedStyle(each.querySelector(".glyph")).fill : getComputedStyle(sign).stroke;
           const behind = getComputedStyle(each.querySelector(".badge, .body")).fill;
           const [dark, light] = [luminance(ink), luminance(behind)].sort((one, other) => one - other);
           return (light + 0.05) / (dark + 0.05);
         })`,
      );
    const given = `{ icons: () => ({ path: "M1 1h1v1z" }), states: { "fan.a": { state: "on" } } }`;
    for (const look of ["day", "night"]) {
      await page.evaluate(`sheet.dataset.look = "${look}"`);
      await draw(page, plan, given);
      const all = await contrasts();
      assert.equal(all.length, 7);
      for (const [at, each] of all.entries()) assert(each > 4, `${look}, ${at}: ${each}`);
    }
    await page.evaluate(`sheet.style.setProperty("--plan-on", "#ffc107")`);
    const [amber] = (await contrasts()).slice(1);
    assert((amber ?? 0) > 8, `on Home Assistant's: ${amber}`);
  },
);

test(
  "LIVE-7: icons come when they are here; none is none, an unknown one a neutral sign, and a rule may change it",
  inBrowser,
  async (t) => {
    const page = await openDrawing(t);
    if (page === undefined) return;
    await page.evaluate(`
      window.asked = [];
      window.coming = Promise.withResolvers();
      window.icons = (name) => {
        asked.push(name);
        if (name === "mdi:here") return { path: "M1 1h1v1z" };
        if (name === "my:big") return { path: "M0 0h512v512z", viewBox: "0 0 512 512" };
        return name === "mdi:late" ? coming.promise : undefined;
      };
    `);
    const sensor = (icon: string, more = {}): unknown => ({ id: icon, x: 1, z: 1, icon, ...more });
    const plan = {
      sensors: [
        sensor("mdi:here"),
        sensor("late"),
        sensor("mdi:never"),
        sensor("none", { entity: "sensor.a" }),
        sensor("my:big"),
        { id: "own", x: 1, z: 2, entity: "sensor.own" },
        { id: "class", x: 1, z: 2, entity: "binary_sensor.door" },
      ],
      devices: [
        { id: "washer", kind: "washer", entity: "switch.washer", x: 3, z: 3 },
        {
          id: "ruled",
          kind: "fan",
          entity: "fan.a",
          x: 3,
          z: 3,
          rules: [{ if: [{ entity: "fan.a", state: "on" }], icon: "mdi:here" }],
        },
      ],
    };
    const states = (fan: string): string => `{ icons,
      iconFor: (entity) => entity === "binary_sensor.door" ? "mdi:door-open" : undefined, states: {
      "sensor.a": { state: "7" }, "fan.a": { state: "${fan}" },
      "sensor.own": { state: "x", attributes: { icon: "mdi:here" } },
      "binary_sensor.door": { state: "on", attributes: { device_class: "door" } },
    } }`;
    const shapes = (): Promise<unknown> =>
      found(
        page,
        `Object.fromEntries(all(".sensor, .device").map((each) => [each.dataset.ref.split("/")[1],
          [...each.querySelectorAll(".glyph path")].map((path) => path.matches(".icon") ? "sign" : path.getAttribute("d")).join()]))`,
      );
    await draw(page, plan, states("off"));
    const here = "M1 1h1v1z";
    const first = {
      "mdi:here": here,
      late: "",
      "mdi:never": "sign",
      none: "",
      "my:big": "M0 0h512v512z",
      own: here,
      class: "sign",
      washer: "sign",
      ruled: "sign",
    };
    assert.deepEqual(await shapes(), first);
    assert(
      await found(page, `all(".glyph path[d^=M0]")[0].getBoundingClientRect().width < 20`),
      "a large grid is fitted",
    );
    const asked = await page.evaluate<string[]>("[...new Set(asked)]");
    assert(
      asked.includes("mdi:door-open") && !asked.includes("mdi:toggle-switch-variant"),
      asked.join(),
    );
    await page.evaluate(`coming.resolve({ path: "M2 2h1v1z" })`);
    await page.locator("[data-ref$=late] .glyph path").waitFor({ state: "attached" });
    assert.deepEqual(await shapes(), { ...first, late: "M2 2h1v1z" });
    await draw(page, plan, states("on"));
    assert.deepEqual(await shapes(), { ...first, late: "M2 2h1v1z", ruled: here });
  },
);

test(
  "LIVE-7: a lock, an alarm and a cover look like the state that they are in, whatever their kind; like their kind while nothing is known",
  inBrowser,
  async (t) => {
    const page = await openDrawing(t);
    if (page === undefined) return;
    await page.evaluate(`
      window.asked = new Set();
      window.icons = (name) => { asked.add(name); return { path: "M1 1h1v1z" }; };
    `);
    const device = (kind: string, entity: string, x: number): unknown => ({
      id: kind,
      kind,
      entity,
      x,
      z: 1,
    });
    const plan = {
      devices: [
        device("lock", "lock.a", 1),
        device("alarm", "alarm_control_panel.a", 2),
        device("doorbell", "cover.a", 3),
      ],
    };
    await draw(
      page,
      plan,
      `{ icons, iconFor: (entity, { state }) => "mdi:" + entity + "-" + state,
        states: { "lock.a": { state: "unlocked" }, "alarm_control_panel.a": { state: "disarmed" },
          "cover.a": { state: "open" } } }`,
    );
    assert.deepEqual(await page.evaluate("[...asked].sort()"), [
      "mdi:alarm_control_panel.a-disarmed",
      "mdi:cover.a-open",
      "mdi:lock.a-unlocked",
    ]);
    await page.evaluate("asked.clear()");
    await draw(page, plan, `{ icons, states: { "lock.a": { state: "unavailable" } } }`);
    assert.deepEqual(await page.evaluate("[...asked]"), []);
    assert.equal(await found(page, `all(".icon").length`), 3);
  },
);

test("LIVE-14: what turns stands still for whoever wants less motion", inBrowser, async (t) => {
  const page = await openDrawing(t);
  if (page === undefined) return;
  const plan = { devices: [{ id: "fan", kind: "fan", entity: "fan.a", x: 3, z: 3 }] };
  const turning = (): Promise<unknown> =>
    found(page, `sheet.getAnimations({ subtree: true }).length`);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await draw(page, plan, `{ states: { "fan.a": { state: "off" } } }`);
  assert.equal(await turning(), 0);
  await draw(page, plan, `{ states: { "fan.a": { state: "on" } } }`);
  assert.equal(await turning(), 1);
  await page.emulateMedia({ reducedMotion: "reduce" });
  assert.equal(await turning(), 0);
});

test(
  "DRAW-12: a higher layer lies over a lower one of its kind, equals as the plan has them, and a lift moves one node",
  inBrowser,
  async (t) => {
    const page = await openDrawing(t);
    if (page === undefined) return;
    const device = (id: string, layer?: unknown, more = {}): unknown => ({
      id,
      kind: "fan",
      x: 1,
      z: 1,
      layer,
      ...more,
    });
    const order = (): Promise<unknown> =>
      found(page, `all(".device").map((each) => each.dataset.ref.slice(8)).join(" ")`);
    const lifted = {
      entity: "fan.a",
      rules: [{ if: [{ entity: "fan.a", state: "on" }], layer: 9 }],
    };
    const others = ["e", "f", "g", "h", "i"].map((id) => device(id));
    const plan = {
      devices: [
        device("a", undefined, lifted),
        device("b", "3"),
        device("c", -1),
        device("d", 3),
        ...others,
      ],
    };
    await draw(page, plan, `{ states: { "fan.a": { state: "off" } } }`);
    assert.equal(await order(), "c a e f g h i b d");
    await page.evaluate(`
      window.moves = 0;
      new MutationObserver((changes) => changes.forEach(({ addedNodes }) => { moves += [...addedNodes].filter((node) => node.nodeType === 1).length; }))
        .observe(sheet.querySelector(".devices"), { childList: true });
    `);
    await draw(page, plan, `{ states: { "fan.a": { state: "on" } } }`);
    assert.equal(await order(), "c e f g h i b d a");
    assert.equal(await page.evaluate("moves"), 1);
    await draw(page, { devices: [device("z", 5), ...plan.devices.slice(1)] }, "{}");
    assert.equal(await order(), "c e f g h i b d z");
    await draw(page, { devices: [device("z", -5), ...plan.devices.slice(1)] }, "{}");
    assert.equal(await order(), "z c e f g h i b d");
    assert.equal(await page.evaluate("moves"), 3, "one comes, and one goes to the front");
  },
);

test(
  "DRAW-8: a change of a state touches every element that shows it, and no other",
  inBrowser,
  async (t) => {
    const page = await openDrawing(t);
    if (page === undefined) return;
    const plan = {
      rooms: [{ ...hall, temperature: "sensor.a", sheet_extra: ["sensor.a"] }],
      sensors: [
        { id: "one", entity: "sensor.a", x: 1, z: 1 },
        { id: "two", entity: "sensor.b", x: 2, z: 1 },
      ],
      texts: [{ id: "text", entity: "sensor.a", x: 3, z: 1 }],
      devices: [
        {
          id: "ruled",
          kind: "fan",
          x: 4,
          z: 1,
          rules: [{ if: [{ entity: "sensor.a", above: 20 }], color: "red" }],
        },
        { id: "other", kind: "fan", x: 5, z: 1 },
      ],
    };
    const states = (value: string): string =>
      `{ states: { "sensor.a": (window.kept = { state: "${value}", attributes: { unit_of_measurement: "°C" } }), "sensor.b": (window.still ??= { state: "1" }) } }`;
    await draw(page, plan, states("19"));
    await page.evaluate(`
      window.changed = new Set();
      new MutationObserver((changes) => changes.forEach(({ target }) => {
        const element = target instanceof Element ? target : target.parentElement;
        changed.add(element.closest("[data-ref]")?.dataset.ref ?? element.closest(".label")?.textContent.trim());
      })).observe(sheet, { subtree: true, childList: true, characterData: true, attributes: true });
    `);
    await draw(page, plan, states("21"));
    const changed = await page.evaluate<string[]>("[...changed]");
    assert.deepEqual(changed.toSorted(), [
      "Hall21 °C",
      "devices/ruled",
      "sensors/one",
      "texts/text",
    ]);
  },
);
