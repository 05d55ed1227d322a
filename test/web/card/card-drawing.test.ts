import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { demoPlan } from "../../samples/index.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { count, show, useCards } from "../card-page.ts";

const { openCard } = useCards();

test(
  "DRAW-8: a new revision touches the nodes of what has changed, and no others",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "client");
    if (page === undefined) return;
    const plan = demoPlan("house");
    await show(page, plan);
    // Icons come when they are here; a revision has no part in that.
    const coming = page.locator(".glyph:not(:has(path))");
    while ((await coming.count()) > 0) await coming.first().waitFor({ state: "detached" });
    await page.evaluate(`
      const note = ({ target }) => {
        const element = target instanceof Element ? target : target.parentElement;
        const shared = element.closest(".piece-shadow") && "shadow";
        seen.changed.push(shared ?? element.closest("[data-ref]")?.dataset.ref ?? element.outerHTML.slice(0, 80));
      };
      const observer = new MutationObserver((changes) => changes.forEach(note));
      const all = { subtree: true, childList: true, characterData: true, attributes: true };
      observer.observe(card.shadowRoot.querySelector(".turned"), all);
      // What is written on the card itself styles all of it anew.
      observer.observe(card, { attributes: true });
    `);
    const moved = plan.furniture[3];
    assert(moved !== undefined);
    const next = plan.furniture.with(3, { ...moved, x: moved.x + 0.5 });
    await show(page, { ...plan, furniture: next });
    const changed = await page.evaluate<unknown>("[...new Set(seen.changed)]");
    // Some pieces share a shadow, which is one node.
    assert.deepEqual(changed, ["shadow", `furniture/${moved.id}`]);
  },
);

test(
  "DRAW-18: while the wheel turns, only the layer of the drawing is moved; the drawing follows when it rests",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "client");
    if (page === undefined) return;
    await show(page, demoPlan("house"));
    const changed = await page.evaluate(`(async () => {
      const layer = card.shadowRoot.querySelector(".layer");
      const found = [];
      const observer = new MutationObserver((changes) =>
        found.push(...changes.map(({ target }) => (target === layer ? "layer" : target.localName))));
      const all = { subtree: true, childList: true, characterData: true, attributes: true };
      observer.observe(layer.parentElement, all);
      const place = { clientX: 640, clientY: 400, bubbles: true, cancelable: true };
      for (let turn = 0; turn < 4; turn += 1) {
        layer.dispatchEvent(new WheelEvent("wheel", { ...place, deltaY: -60 }));
      }
      // Within the same task: on a busy machine the next frame may come after the wheel's rest.
      await card.updateComplete;
      const turning = [...new Set(found.splice(0))];
      while (layer.style.transform !== "") await new Promise(requestAnimationFrame);
      await card.updateComplete;
      return { turning, resting: [...new Set(found.map((name) => name === "svg"))] };
    })()`);
    assert.deepEqual(changed, { turning: ["layer"], resting: [false, true] });
  },
);

test(
  "LIVE-17: a floor slides in from its side, and at once for those who want less motion",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "client");
    if (page === undefined) return;
    await show(page, demoPlan("house"));
    const slides = (level: string): Promise<unknown> =>
      page.evaluate(`{
        card.level = ${JSON.stringify(level)};
        const sheet = card.renderRoot.querySelector(".sheet");
        const starts = () => sheet.getAnimations().map(({ effect }) => effect.getKeyframes()[0].translate);
        card.updateComplete.then(() => {
          const found = starts();
          sheet.getAnimations().forEach((each) => each.finish());
          return found;
        });
      }`);
    const [ground = "", , attic = ""] = demoPlan("house").levels.map(({ id }) => id);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    assert.deepEqual(await slides(attic), ["0px -6%"], "a higher one from above");
    assert.deepEqual(await slides(ground), ["0px 6%"], "a lower one from below");
    await page.emulateMedia({ reducedMotion: "reduce" });
    assert.deepEqual(await slides(attic), [], "at once");
  },
);

test(
  "DRAW-9: what is too small to tell apart, or far from the view, has no nodes until one comes nearer",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "client");
    if (page === undefined) return;
    const { furniture, sensors, ...plan } = demoPlan("flat");
    const far = {
      id: "far",
      points: [
        [200, 0],
        [203, 0],
        [203, 3],
      ],
      name: "Shed",
    };
    const rooms = [...plan.rooms, far];
    const distant = { id: "distant", type: "sofa", x: 202, z: 1, w: 1, d: 1 };
    await show(page, { ...plan, rooms, furniture: [...furniture, distant], sensors });
    const parts = (): Promise<readonly number[]> =>
      Promise.all(
        [".furniture", ".furniture .fine", ".sensor", ".sensor > *"].map((each) =>
          count(page, each),
        ),
      );
    const [pieces, none, values, empty] = await parts();
    assert.deepEqual([none, values, empty], [0, sensors.length, 0]);
    const comeNearer = async (piece: string): Promise<void> => {
      await page.locator(piece).hover({ force: true });
      for (let turns = 0; turns < 15; turns += 1) await page.mouse.wheel(0, -600);
    };
    await comeNearer(".furniture >> nth=10");
    // More is drawn once the wheel rests.
    await page.locator(".sensor > *").first().waitFor({ state: "attached" });
    const [same, fine = 0, still] = await parts();
    assert.deepEqual([same, still], [pieces, values]);
    assert(fine > 10, `${fine} pieces have fine lines`);
    const away = '[data-ref="furniture/distant"]';
    assert.equal(await count(page, `${away} > *`), 1, "it is far from the view");
    await page.locator(".stage").press("0");
    await page.locator(".sensor > *").first().waitFor({ state: "detached" });
    await comeNearer(away);
    await page.locator(`${away} > .soft`).waitFor({ state: "attached" });
  },
);

test(
  "DRAW-5: a name is no wider than its room, however small the plan is shown",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "client", { viewport: { width: 360, height: 640 } });
    if (page === undefined) return;
    await show(page, demoPlan("house"));
    const widths = await page.evaluate<[string, number, number][]>(`
      [...card.shadowRoot.querySelectorAll(".label")].map((label) => {
        const name = label.querySelector(".first").textContent;
        const { id } = card.plan.rooms.find((room) => room.name.startsWith(name.replace("…", "")));
        const room = card.shadowRoot.querySelector('[data-ref="rooms/' + id + '"]');
        return [name, label.getBoundingClientRect().width, room.getBoundingClientRect().width];
      })
    `);
    assert(widths.length > 5);
    for (const [name, label, room] of widths) assert(label < room, `${name}: ${label} of ${room}`);
  },
);

test(
  "DRAW-3: data that nobody would expect is left out, and the rest is drawn",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "client");
    if (page === undefined) return;
    const odd = { x: "1", z: 1, w: "?", rotation: null, type: 7, size: [], rules: "?", text: {} };
    await show(page, {
      levels: [null, { id: 5 }],
      rooms: [
        {
          points: [
            [0, 0],
            ["4", 0],
            [4, "3"],
          ],
        },
        { points: [[0, 0]] },
        7,
      ],
      openings: [{ edge: "0", room_id: 1 }, { edge: -1 }, null],
      furniture: [odd, { x: 1 }, null],
      devices: [odd, {}],
      sensors: [odd],
      texts: [odd, { x: 2, z: 2, text: "still here" }],
      labels: 3,
      backgrounds: { 5: "?" },
    });
    await page.getByText("still here").waitFor();
    assert.deepEqual([await count(page, ".room"), await count(page, ".furniture")], [1, 1]);
    const markup = await page.locator("svg.sheet").innerHTML();
    assert.doesNotMatch(markup, /NaN|undefined|Infinity|\[object/);
  },
);

test(
  "PLAN-6: the card takes null for absent, in the plan and in its elements",
  inBrowser,
  async (t) => {
    const page = await openCard(t, "client");
    if (page === undefined) return;
    const lists = ["rooms", "openings", "furniture", "devices", "sensors", "texts", "levels"];
    const nulls = Object.fromEntries(
      [...lists, "backgrounds", "labels", "outdoor"].map((field) => [field, null]),
    );
    await page.evaluate(`onState("live"); card.setConfig({ traced: true })`);
    await show(page, nulls);
    await page.locator(".message.empty").waitFor();
    const { id, points } = demoPlan("flat").rooms[0] ?? {};
    const fields = [
      "id",
      "name",
      "text",
      "entity",
      "type",
      "kind",
      "level",
      "x",
      "z",
      "w",
      "d",
      "rotation",
      "points",
      "color",
      "icon",
      "room_id",
      "edge",
      "offset",
      "width",
    ];
    const odd = Object.fromEntries(fields.map((field) => [field, null]));
    const hall = { ...odd, id, points };
    await show(page, {
      ...nulls,
      ...Object.fromEntries(lists.map((list) => [list, [odd, null, { ...odd, x: 1, z: 1 }]])),
      rooms: [null, odd, hall],
      levels: [{ ...odd, id: "ground" }, odd],
      backgrounds: { ground: null, upper: { url: null } },
      labels: { [id ?? ""]: null },
    });
    assert.equal(await count(page, ".room"), 1);
    await show(page, {
      ...nulls,
      levels: [{ id: "ground" }],
      rooms: [hall],
      backgrounds: { ground: { url: null } },
    });
    assert.deepEqual([await count(page, ".room"), await count(page, "image.tracing")], [1, 0]);
  },
);

test(
  "DRAW-19: of very many things rooms and walls are drawn at once and the rest in turns, which a change meanwhile joins",
  inBrowser,
  async (t) => {
    const room = [
      [0, 0],
      [30, 0],
      [30, 30],
      [0, 30],
    ];
    const chair = (at: number, aside = 0): object => {
      const [x, z] = [0.5 + aside + (at % 30), 0.5 + Math.floor(at / 30)];
      return { id: `chair_${at}`, type: "chair", x, z, w: 0.4, d: 0.4, rotation: 0 };
    };
    const chairs = Array.from({ length: 900 }, (_, at) => chair(at));
    const before = { rooms: [{ id: "hall", points: room }], furniture: chairs };
    const furniture = chairs.with(701, chair(701, 0.3)).slice(1);
    const after = { ...before, furniture };
    /** How many rooms, walls and chairs are drawn once the card says that it is up to date. */
    const drawnAfter = (page: Page, ...plans: readonly object[]): Promise<unknown> =>
      page.evaluate(`(async (plans) => {
        for (const plan of plans) {
          onPlan(plan);
          await card.updateComplete;
        }
        return [".room", ".walls", ".pieces [data-ref]"].map((name) => card.shadowRoot.querySelectorAll(name).length);
      })(${JSON.stringify(plans)})`);
    const whole = async (page: Page): Promise<unknown> => {
      const all = page.locator(".pieces [data-ref]");
      while ((await all.count()) < furniture.length)
        await all.nth(furniture.length - 1).waitFor({ state: "attached" });
      return page.evaluate(
        `card.shadowRoot.querySelector(".pieces").innerHTML.replaceAll(/<!--.*?-->/g, "")`,
      );
    };
    const page = await openCard(t, "client");
    if (page === undefined) return;
    await show(page, { rooms: before.rooms });
    assert.deepEqual(await drawnAfter(page, before, after), [1, 1, 0]);
    const joined = await whole(page);
    await show(page, { rooms: before.rooms });
    assert.deepEqual(await drawnAfter(page, after), [1, 1, 0]);
    assert.equal(joined, await whole(page));
    const few = { ...after, furniture: furniture.slice(0, 100) };
    assert.deepEqual(await drawnAfter(page, few), [1, 1, 100], "what is few is drawn at once");
  },
);
