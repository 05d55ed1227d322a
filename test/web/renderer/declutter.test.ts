import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { demoPlan } from "../../samples/index.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { show, useCards } from "../card-page.ts";

const { openCard } = useCards();

const states = (entities: Iterable<string>): string =>
  JSON.stringify(
    Object.fromEntries([...entities].map((id) => [id, { state: "1200.5", attributes: {} }])),
  );

/** The pairs of names, pills and signs of devices that lie over each other; two signs stay where they are put. */
const overlaps = (page: Page): Promise<readonly string[]> =>
  page.evaluate<string[]>(`{
    const shapes = [...card.shadowRoot.querySelectorAll(".room-name, .pill, .badge")].map((each) => ({
      box: each.getBoundingClientRect(), name: each.closest(".label, .thing").textContent.trim() || each.closest(".thing").dataset.ref,
      isSign: each.matches(".badge"),
    }));
    const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1 &&
      one.top < other.bottom - 1 && other.top < one.bottom - 1;
    shapes.flatMap((one, at) => shapes.slice(at + 1).flatMap((other) =>
      meet(one.box, other.box) && !(one.isSign && other.isSign) ? [one.name + " / " + other.name] : []));
  }`);

test(
  "DRAW-15: on a card no name lies over a pill or a sign, from far and from near",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "hass");
    if (page === undefined) return;
    const { labels: _, ...plan } = demoPlan("house");
    const named = plan.sensors.flatMap(({ entity }) =>
      typeof entity === "string" ? [entity] : [],
    );
    await page.evaluate(`card.hass = hassWith(${states(named)})`);
    await show(page, plan);
    for (const factor of [1, 1.3, 1.3]) {
      await page.evaluate(`{
        for (let times = ${factor}; times > 1.01; times /= 1.3) card.shadowRoot.querySelector(".stage").dispatchEvent(new KeyboardEvent("keydown", { key: "+" }));
        card.updateComplete;
      }`);
      assert.deepEqual(await overlaps(page), []);
    }
    assert((await page.locator(".room-name").count()) > 5, "names are shown");
  },
);

test(
  "DRAW-15, DRAW-16: a label stays where it is put, and a long value within its pill",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "hass");
    if (page === undefined) return;
    const value = "WWW 8008 0000 mmm 88:88";
    await page.evaluate(
      `card.hass = hassWith({ "sensor.long": { state: ${JSON.stringify(value)}, attributes: {} } })`,
    );
    const points = [
      [0, 0],
      [6, 0],
      [6, 4],
      [0, 4],
    ];
    await show(page, {
      rooms: [{ id: "hall", name: "Hall", points }],
      sensors: [{ id: "long", entity: "sensor.long", x: 3, z: 2 }],
      labels: { hall: [3, 2] },
    });
    for (const part of [".pill", ".sensor text", ".sensor .glyph"])
      await page.locator(part).waitFor({ state: "attached" });
    const [label, pill, text, icon] = await page.evaluate<[string, ...DOMRect[]]>(`{
      const find = (selector) => card.shadowRoot.querySelector(selector);
      const box = (selector) => find(selector).getBoundingClientRect().toJSON();
      [find(".label > g").getAttribute("transform"), box(".pill"), box(".sensor text"), box(".sensor .glyph")];
    }`);
    assert.equal(label, "translate(3 2)");
    assert(pill && text && icon);
    assert(text.right < pill.right, `${text.right} < ${pill.right}`);
    assert(text.left > icon.right, `${text.left} > ${icon.right}`);
  },
);
