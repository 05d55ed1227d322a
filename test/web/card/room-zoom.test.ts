import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page, Response } from "playwright-core";
import { serviceOf } from "../../home-assistant/service-with-token.ts";
import { Peer } from "../../support/peer.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import { acted, show, useCards } from "../card-page.ts";
import { setPast, startLiveHome } from "../live-home-assistant.ts";
import { becomes } from "../page-polling.ts";

const { openCard } = useCards();

const open = useBrowser();

const square = (left: number): readonly (readonly number[])[] => [
  [left, 0],
  [left + 4, 0],
  [left + 4, 4],
  [left, 4],
];

const plan = {
  rooms: [
    { id: "hall", name: "Hall", points: square(0) },
    { id: "bath", name: "Bath", points: square(4), temperature: "sensor.bath" },
    {
      id: "study",
      name: "Study",
      points: square(8),
      double_tap_action: { action: "navigate", navigation_path: "/study" },
    },
  ],
  devices: [{ id: "fan", kind: "fan", entity: "fan.hall", x: 1, z: 1 }],
};

/** Taps twice at a place of the plan, in one turn: a slow machine would make two taps of it. */
const tapTwice = (page: Page, x: number, z: number, type = "mouse"): Promise<void> =>
  page.evaluate(
    ([toX, toZ, pointerType]) => {
      const card = document.querySelector("floorplan-card");
      const sheet = card?.shadowRoot?.querySelector<SVGSVGElement>("svg.sheet");
      const matrix = sheet?.getScreenCTM();
      if (!card?.shadowRoot || !matrix) throw new Error("there is no drawing");
      const { x: clientX, y: clientY } = new DOMPoint(toX, toZ).matrixTransform(matrix);
      for (let press = 0; press < 2; press += 1)
        for (const name of ["pointerdown", "pointerup"]) {
          const target = card.shadowRoot.elementFromPoint(clientX, clientY);
          const init = {
            clientX,
            clientY,
            pointerId: 1,
            isPrimary: true,
            button: 0,
            buttons: name === "pointerdown" ? 1 : 0,
            pointerType,
            bubbles: true,
            composed: true,
            cancelable: true,
          };
          target?.dispatchEvent(new PointerEvent(name, init));
        }
    },
    [x, z, type] as const,
  );

/** The view's left edge, top edge, width and height in metres. */
const viewed = async (page: Page): Promise<readonly number[]> => {
  const box = (await page.locator("svg.sheet").getAttribute("viewBox")) ?? "";
  return box.split(" ").map(Number);
};

/** The place in the middle of the view, in metres, and whether the view is closer than one of the whole plan; undefined on the way. */
const middle = async (
  page: Page,
): Promise<readonly [x: number, z: number, isClose: boolean] | undefined> => {
  const shift = await page.locator(".layer").evaluate((layer) => layer.getAttribute("style") ?? "");
  // Still on its way.
  if (shift.includes("translate")) return undefined;
  const [left = 0, top = 0, width = 0, height = 0] = await viewed(page);
  return [Math.round(left + width / 2), Math.round(top + height / 2), width < 11];
};

const whole = [6, 2, false] as const;

/** The view takes its time. */
const moving = { reducedMotion: "no-preference" } as const;

/** A card on a dashboard, whose code for touches is loaded. */
const opened = async (
  t: Parameters<typeof openCard>[0],
  options?: Parameters<typeof openCard>[2],
): Promise<Page | undefined> => {
  const page = await openCard(t, "hass", options);
  if (page === undefined) return undefined;
  await page.evaluate(`void (window.followed = new Promise((resolve) => {
    const root = card.renderRoot;
    root.addEventListener = (name, ...rest) => {
      EventTarget.prototype.addEventListener.call(root, name, ...rest);
      if (name === "keydown") resolve();
    };
  }))`);
  await show(page, plan);
  await page.evaluate(`card.hass = hassWith({ "sensor.bath": { state: "21", attributes: {} } })`);
  await page.evaluate("followed");
  await becomes(() => middle(page), whole);
  return page;
};

test(
  "CARD-19: a double tap on the floor of a room zooms to it, another one back out, and one elsewhere in between to that room",
  inBrowser,
  async (t) => {
    const page = await opened(t, moving);
    if (page === undefined) return;
    await tapTwice(page, 2, 2);
    await becomes(() => middle(page), [2, 2, true]);
    await tapTwice(page, 2, 3);
    await becomes(() => middle(page), whole);
    await tapTwice(page, 2, 2, "touch");
    await becomes(() => middle(page), [2, 2, true]);
    // A part of the next room is in view.
    await tapTwice(page, 4.3, 3);
    await becomes(() => middle(page), [6, 2, true]);
    await tapTwice(page, 6, 3);
    await becomes(() => middle(page), whole);
  },
);

test(
  "CARD-19: a tap on a room acts at once, and the second one takes its sheet away; a double tap action is left alone",
  inBrowser,
  async (t) => {
    const page = await opened(t, moving);
    if (page === undefined) return;
    await page.evaluate("card.shadowRoot.querySelector('[data-ref=\"rooms/bath\"]').focus()");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await tapTwice(page, 6, 3);
    await becomes(() => middle(page), [6, 2, true]);
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await tapTwice(page, 6, 3);
    await becomes(() => middle(page), whole);
    await page.evaluate("seen.actions.length = 0");
    await tapTwice(page, 10, 3);
    await acted(page, 1);
    assert.equal(await page.evaluate("seen.actions[0].action"), "double_tap");
    assert.deepEqual(await middle(page), whole);
    // What stands on the floor is no floor.
    await page.evaluate("seen.actions.length = 0");
    await tapTwice(page, 1, 1);
    await acted(page, 2);
    assert.deepEqual(await middle(page), whole);
  },
);

test(
  "CARD-19: the key Z zooms to the room that has the focus, else to that in the middle, and back out",
  inBrowser,
  async (t) => {
    const page = await opened(t, { reducedMotion: "reduce" });
    if (page === undefined) return;
    await page.locator(".stage").focus();
    await page.keyboard.press("z");
    await becomes(() => middle(page), [6, 2, true], "the room in the middle");
    await page.keyboard.press("z");
    await becomes(() => middle(page), whole);
    await page.evaluate("card.shadowRoot.querySelector('[data-ref=\"devices/fan\"]').focus()");
    await page.keyboard.press("z");
    await becomes(() => middle(page), [2, 2, true], "the room of what has the focus");
    await page.keyboard.press("0");
    await becomes(() => middle(page), whole);
  },
);

test("CARD-19: what somebody opens after the double tap stays open", inBrowser, async (t) => {
  const page = await opened(t, moving);
  if (page === undefined) return;
  await tapTwice(page, 2, 2);
  await page.evaluate("card.shadowRoot.querySelector('[data-ref=\"rooms/bath\"]').focus()");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
});

test("CARD-19: looking back, one zooms to the rooms of then", inBrowser, async (t) => {
  const room = (id: string, from: number, to: number) => ({
    id,
    name: id,
    points: [
      [from, 0],
      [to, 0],
      [to, 4],
      [from, 4],
    ],
  });
  const lamp = { id: "lamp", type: "lamp_floor", x: 1, z: 1, entity: "light.lamp" };
  const planOf = (...rooms: readonly object[]) => ({ rooms, furniture: [lamp] });
  const home = await startLiveHome(t);
  setPast(home, {});
  const service = await serviceOf(t, home);
  const admin = await Peer.login(t, service.port, service.admin);
  await admin.save(planOf(room("Hall", 0, 6), room("Bath", 6, 10)));
  await admin.save(planOf(room("Closet", 0, 2), room("Salon", 2, 10)));
  let loaded: Promise<Response> | undefined;
  const page = await open(t, service, {
    token: service.admin,
    reducedMotion: "reduce",
    prepare: async (tab) => {
      loaded = tab.waitForResponse(/room-zoom/);
      // Before both plans, so that the past has the first.
      await tab.clock.setFixedTime(Date.now() - 24 * 3600_000);
    },
  });
  if (page === undefined) return;
  await page.getByText("Salon").first().waitFor();
  await (await loaded)?.finished();
  await page.getByRole("button", { name: "Look back" }).click();
  await page.getByText("Bath").first().waitFor();
  await page.locator(".stage").focus();
  await page.keyboard.press("z");
  await becomes(() => middle(page), [3, 2, true], "the hall of then, in the middle");
});
