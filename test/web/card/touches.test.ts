import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { inBrowser } from "../../support/timeouts.ts";
import { acted, show, useCards } from "../card-page.ts";

const { openCard } = useCards();

const hall = {
  id: "hall",
  tap_action: { action: "navigate", navigation_path: "/hall" },
  points: [
    [0, 0],
    [8, 0],
    [8, 6],
    [0, 6],
  ],
};

const sofa = { type: "sofa", rotation: 0, w: 2, d: 1 };

const plan = {
  rooms: [
    hall,
    { ...hall, id: "bare", tap_action: null, points: hall.points.map(([x = 0, z]) => [x + 8, z]) },
  ],
  furniture: [
    { ...sofa, id: "heated", entity: "switch.sofa", x: 2, z: 2 },
    { ...sofa, id: "plain", x: 12, z: 2 },
    { id: "lamp", type: "lamp_ceiling", entity: "light.lamp", x: 4, z: 4, w: 0.3, d: 0.3 },
  ],
  devices: [{ id: "beside", kind: "plug", entity: "switch.beside", x: 2, z: 2.75 }],
  texts: [{ id: "over", text: "Over", x: 2, z: 2 }],
};

const states = Object.fromEntries(
  ["switch.sofa", "light.lamp", "switch.beside"].map((id) => [id, { state: "on", attributes: {} }]),
);

/** Half the height of a thing on the screen, in pixels. */
const halfOf = (page: Page, ref: string): Promise<number> =>
  page.evaluate<number>(
    `card.shadowRoot.querySelector('[data-ref="${ref}"] .body').getBoundingClientRect().height / 2`,
  );

/** Presses so many pixels beside the middle of a thing. */
const pressBeside = async (
  page: Page,
  ref: string,
  down: number,
  isTouch: boolean,
): Promise<void> => {
  const box = await page.locator(`[data-ref="${ref}"]`).first().boundingBox();
  assert(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2 + down];
  await (isTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
};

test(
  "CARD-10, DRAW-13: what nothing comes of lets what lies below answer, and what is small is met beside it too, but never through another thing",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "hass");
    if (page === undefined) return;
    await page.evaluate(`card.hass = hassWith(${JSON.stringify(states)})`);
    await show(page, plan);
    await page.locator('[role=button][data-ref="furniture/lamp"]').waitFor();
    const radius = await halfOf(page, "furniture/lamp");
    const edge = await halfOf(page, "furniture/heated");
    const presses = [
      ["texts/over", 0, false, "switch.sofa"],
      ["furniture/plain", 0, false, undefined],
      ["furniture/lamp", radius + 3, false, "light.lamp"],
      ["furniture/lamp", radius + 11, true, "light.lamp"],
      ["furniture/lamp", radius + 11, false, "/hall"],
      ["furniture/heated", edge - 3, true, "switch.sofa"],
    ] as const;
    const expected: string[] = [];
    for (const [ref, down, isTouch, action] of presses) {
      await pressBeside(page, ref, down, isTouch);
      if (action === undefined) continue;
      expected.push(action);
      await acted(page, expected.length);
      // Also that nothing came of those before which nothing should come of.
      const actions: readonly string[] = await page.evaluate(
        "seen.actions.map(({ config }) => config.entity ?? config.tap_action.navigation_path)",
      );
      assert.deepEqual(actions, expected, `${ref}, ${down} pixels down`);
    }
  },
);

/** A client that has the plan at hand, as that of a page whose view changes. */
const atHand = `{
  client.subscribe = (onPlan, onState) => {
    onState("live");
    onPlan(${JSON.stringify(plan)});
    return () => {};
  };
  card.client = client;
  card.hass = hassWith(${JSON.stringify(states)});
}`;

test(
  "CARD-14: a card that is taken from its place and put back does once what it is told",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "hass");
    if (page === undefined) return;
    await page.evaluate(atHand);
    const lamp = page.locator('[role=button][data-ref="furniture/lamp"]');
    await lamp.waitFor();
    await page.evaluate("card.parentNode.append(card)");
    await lamp.waitFor();
    await lamp.click();
    await acted(page, 1);
    await lamp.focus();
    await page.keyboard.press("Enter");
    await acted(page, 2);
    await page.locator('[role=button][data-ref="furniture/heated"]').click();
    await acted(page, 3);
    assert.deepEqual(await page.evaluate("seen.actions.map(({ config }) => config.entity)"), [
      "light.lamp",
      "light.lamp",
      "switch.sofa",
    ]);
  },
);

test(
  "TOUCH-12: on a dashboard a tap marks what it toggles, until its state is another one",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "hass");
    if (page === undefined) return;
    await page.evaluate(`card.hass = hassWith(${JSON.stringify(states)})`);
    await show(page, plan);
    await page.locator('[role=button][data-ref="furniture/lamp"]').click();
    await acted(page, 1);
    const marked = page.locator('[data-ref="furniture/lamp"][aria-busy="true"]');
    await marked.first().waitFor();
    await page.evaluate("card.hass = { ...card.hass, language: 'en-GB' }");
    await page.evaluate("card.updateComplete");
    assert.notEqual(await marked.count(), 0, "nothing has changed yet");
    const off = { ...states, "light.lamp": { state: "off", attributes: {} } };
    await page.evaluate(`card.hass = hassWith(${JSON.stringify(off)})`);
    await marked.first().waitFor({ state: "detached" });
  },
);

/** How often each kind of event on a card's stage is looked at: events of which nothing comes. */
const looks = `{
  const stage = card.shadowRoot.querySelector(".stage");
  const nothing = { button: 1, pointerId: -1, deltaY: 1, altKey: true };
  const kinds = ["pointerdown", "pointermove", "pointerup", "pointercancel", "wheel", "keydown"];
  Object.fromEntries(kinds.map((kind) => {
    let count = 0;
    const event = new Event(kind);
    for (const [field, value] of Object.entries(nothing))
      Object.defineProperty(event, field, { get: () => ((count += 1), value) });
    stage.dispatchEvent(event);
    return [kind, count];
  }));
}`;

test(
  "CARD-14: whatever is done to a card that was put back is heard as often as before",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "hass");
    if (page === undefined) return;
    await page.evaluate(atHand);
    const lamp = page.locator('[role=button][data-ref="furniture/lamp"]');
    await lamp.waitFor();
    const before = await page.evaluate<Record<string, number>>(looks);
    assert(
      Object.values(before).every((count) => count > 0),
      JSON.stringify(before),
    );
    await page.evaluate("card.parentNode.append(card), card.updateComplete");
    assert.deepEqual(await page.evaluate(looks), before);
  },
);

test(
  "DRAW-14: the focus has one ring, over walls and all else, which follows what has it and goes with it",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "hass");
    if (page === undefined) return;
    await page.evaluate(`card.hass = hassWith(${JSON.stringify(states)})`);
    await show(page, plan);
    const ring = (): Promise<unknown> =>
      page.evaluate(`{
        const ring = card.shadowRoot.querySelector(".drawing").lastElementChild;
        const shapes = [...ring.querySelectorAll("path")].map((path) => path.getAttribute("d") || undefined);
        [ring.getAttribute("class"), ring.getAttribute("transform") || undefined, new Set(shapes).size, shapes[0]];
      }`);
    const shapeOf = (selector: string): Promise<string | null> =>
      page.locator(selector).first().getAttribute("d");
    const none = ["ring", undefined, 1, undefined];
    const lamp = page.locator('[role=button][data-ref="furniture/lamp"]');
    await lamp.click();
    assert.deepEqual(await ring(), none, "a pointer needs none");
    await page.locator(".stage").focus();
    await page.keyboard.press("Tab");
    const floor = await shapeOf('[data-ref="rooms/hall"] .floor');
    assert.deepEqual(await ring(), ["ring", undefined, 1, floor]);
    await page.keyboard.press("Tab");
    assert.deepEqual(await ring(), [
      "ring",
      undefined,
      1,
      await shapeOf('[data-ref="furniture/heated"] .body'),
    ]);
    const [first, ...others] = plan.furniture;
    await show(page, { ...plan, furniture: [{ ...first, x: 3 }, ...others] });
    assert.deepEqual(await ring(), [
      "ring",
      undefined,
      1,
      await shapeOf('[data-ref="furniture/heated"] .body'),
    ]);
    await page.locator(".stage").focus();
    assert.deepEqual(await ring(), none);
  },
);
