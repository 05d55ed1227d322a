import assert from "node:assert/strict";
import { test } from "node:test";
import { inBrowser } from "../../support/timeouts.ts";
import { useDrawing } from "./drawing-page.ts";
import { draw, found } from "./live-drawing.ts";

const openDrawing = useDrawing();

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
