import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { inBrowser } from "../../support/timeouts.ts";
import { useDrawing } from "./drawing-page.ts";
import { draw, found, hall } from "./live-drawing.ts";

const openDrawing = useDrawing();

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
  "LIVE-14: what turns stands still while one looks back, and for whoever wants less motion",
  inBrowser,
  async (t) => {
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
    await draw(page, plan, `{ states: { "fan.a": { state: "on" } }, sunAt: 0 }`);
    assert.equal(await turning(), 0, "looking back");
    await draw(page, plan, `{ states: { "fan.a": { state: "on" } } }`);
    assert.equal(await turning(), 1);
    await page.emulateMedia({ reducedMotion: "reduce" });
    assert.equal(await turning(), 0);
  },
);

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
      "Hall62.1 m²21 °C",
      "devices/ruled",
      "sensors/one",
      "texts/text",
    ]);
  },
);
