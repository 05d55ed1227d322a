import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { inBrowser } from "../../support/timeouts.ts";
import { accessibilityViolations } from "../accessibility-violations.ts";
import { useCards } from "../card-page.ts";
import { becomes } from "../page-polling.ts";
import {
  brightness,
  frames,
  openHouse,
  type Pixel,
  pixels,
  pressKey,
  setStates,
  settled,
  showIn3d,
} from "./house-view.ts";

const cards = useCards();

const square = (left: number): readonly (readonly number[])[] => [
  [left, 0],
  [left + 4, 0],
  [left + 4, 4],
  [left, 4],
];

/** Two rooms with floors of strong colours, and a third above one of them. */
const plan = {
  levels: [{ id: "ground" }, { id: "upper" }],
  rooms: [
    { id: "hall", name: "Hall", points: square(0), color: "#d01010", temperature: "sensor.hall" },
    { id: "bath", name: "Bath", points: square(4), color: "#1010d0" },
    { id: "attic", name: "Attic", level: "upper", points: square(0), color: "#10b010" },
  ],
  furniture: [
    { id: "lamp", type: "lamp_ceiling", x: 2, z: 2, w: 0.4, d: 0.4, entity: "light.hall" },
  ],
  texts: [{ id: "step", text: "Mind the step", x: 6, z: 1 }],
};

const states = { "sensor.hall": { state: "21", attributes: { unit_of_measurement: "°C" } } };

const isRed = ([red, green, blue]: Pixel): boolean => red > 2 * green && red > 2 * blue;
const isBlue = ([red, green, blue]: Pixel): boolean => blue > 2 * green && blue > 2 * red;
const isGreen = ([red, green, blue]: Pixel): boolean => green > 1.6 * red && green > 1.6 * blue;

/** A grid over the picture. */
const everywhere = Array.from({ length: 40 * 25 }, (_, at): readonly [number, number] => [
  ((at % 40) + 0.5) / 40,
  (Math.floor(at / 40) + 0.5) / 25,
]);

/** The mean place of what is of a colour in the picture, and how many places of the grid are. */
const where = async (
  page: Page,
  isMeant: (pixel: Pixel) => boolean,
): Promise<{ readonly x: number; readonly y: number; readonly many: number }> => {
  const seen = await pixels(page, everywhere);
  const found = everywhere.filter((_, at) => {
    const pixel = seen[at];
    return pixel !== undefined && isMeant(pixel);
  });
  const mean = (axis: 0 | 1): number =>
    found.reduce((sum, place) => sum + place[axis], 0) / Math.max(1, found.length);
  return { x: mean(0), y: mean(1), many: found.length };
};

const opened = async (t: Parameters<typeof openHouse>[0]): Promise<Page | undefined> => {
  const page = await openHouse(t, cards, plan, { states });
  if (page === undefined) return undefined;
  await showIn3d(page);
  return page;
};

test(
  "VIEW3D-1: a button shows the house in 3D over the plan, its code is loaded only then, and another one leads back",
  inBrowser,
  async (t) => {
    const asked: string[] = [];
    const page = await openHouse(t, cards, plan, {
      states,
      path: "/?once",
      prepare: async (each) => void each.on("request", (request) => asked.push(request.url())),
    });
    if (page === undefined) return;
    const code = (): number => asked.filter((url) => url.includes("/view-3d-")).length;
    assert.equal(code(), 0, "nothing of it is loaded with the card");
    await showIn3d(page);
    assert.equal(code(), 1, asked.join("\n"));
    const [hall, bath] = [await where(page, isRed), await where(page, isBlue)];
    assert(hall.many > 20 && bath.many > 20, JSON.stringify({ hall, bath }));
    assert(hall.x < bath.x, "left is left");
    await page.getByRole("button", { name: "Back to the plan" }).click();
    assert.equal(await page.locator("floorplan-view-3d").count(), 0);
    assert.equal(
      await page.evaluate("card.renderRoot.activeElement?.getAttribute('aria-label')"),
      "Show in 3D",
    );
  },
);

test(
  "VIEW3D-2: dragging turns, another button or Shift moves, wheel, keys and buttons zoom, and 0 shows everything again",
  inBrowser,
  async (t) => {
    const page = await opened(t);
    if (page === undefined) return;
    const first = await where(page, isRed);
    const stage = await page.locator("floorplan-view-3d").boundingBox();
    assert(stage !== null);
    const [x, y] = [stage.x + stage.width / 2, stage.y + stage.height / 2];
    const drag = async (button: "left" | "right", right: number, down: number): Promise<void> => {
      await page.mouse.move(x, y);
      await page.mouse.down({ button });
      await page.mouse.move(x + right, y + down, { steps: 4 });
      await page.mouse.up({ button });
      await settled(page);
    };
    await drag("left", 330, 0);
    const turned = [await where(page, isRed), await where(page, isBlue)] as const;
    assert(turned[0].x > turned[1].x, `seen from behind: ${JSON.stringify(turned)}`);
    await pressKey(page, "0");
    assert.deepEqual(await where(page, isRed), first);
    await drag("right", 150, 0);
    const moved = await where(page, isRed);
    assert(moved.x > first.x + 0.06 && moved.many > 20, JSON.stringify({ first, moved }));
    await pressKey(page, "0");
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, 400);
    await settled(page);
    assert((await where(page, isRed)).many < first.many * 0.7, "the wheel zooms out");
    await pressKey(page, "0");
    await pressKey(page, "+");
    assert((await where(page, isRed)).many > first.many, "plus zooms in");
    await page.getByRole("button", { name: "Fit to screen" }).last().click();
    await settled(page);
    assert.deepEqual(await where(page, isRed), first);
    await pressKey(page, "Shift+ArrowLeft");
    assert((await where(page, isRed)).x > first.x, "Shift and an arrow key move");
    await page.locator("floorplan-view-3d .scene").press("Escape");
    assert.equal(await page.locator("floorplan-view-3d").count(), 0, "Escape leads back");
  },
);

test(
  "VIEW3D-3: no frame is drawn while nothing moves, and what changes is drawn",
  inBrowser,
  async (t) => {
    const page = await opened(t);
    if (page === undefined) return;
    const still = await frames(page);
    assert(still > 0);
    await page.evaluate(`new Promise((resolve) => {
      let left = 40;
      const next = () => ((left -= 1) < 0 ? resolve() : requestAnimationFrame(next));
      next();
    })`);
    assert.equal(await frames(page), still);
    const label = page.locator("floorplan-view-3d .label").first();
    // As Home Assistant does, which keeps the states that have not changed.
    await page.evaluate(`(async () => {
      const state = { state: "1", attributes: {} };
      card.hass = hassWith({ ...card.hass.states, "sensor.elsewhere": state });
      await card.updateComplete;
    })()`);
    await settled(page);
    assert.equal(await frames(page), still, "no frame tells of what the plan lacks");
    const warmer = { ...states["sensor.hall"], state: "22" };
    await setStates(page, { "sensor.hall": warmer });
    await label.getByText("22 °C").waitFor();
    await becomes(async () => (await frames(page)) > still, true);
    await pressKey(page, "ArrowLeft");
    assert((await frames(page)) > still);
  },
);

test(
  "VIEW3D-3: colours, the finish and north that change while the view is open are followed",
  inBrowser,
  async (t) => {
    const wardrobe = { id: "wardrobe", type: "wardrobe", x: 2, z: 1, w: 2, d: 1, color: "#d01010" };
    const page = await openHouse(t, cards, plan, { path: "/?changes" });
    if (page === undefined) return;
    // Edits keep what they do not change.
    const edit = (change: object): Promise<unknown> =>
      page.evaluate(`(async () => {
        window.shownPlan = { ...window.shownPlan, ...${JSON.stringify(change)} };
        onPlan(shownPlan);
        await card.updateComplete;
      })()`);
    await edit({
      levels: [{ id: "ground" }, { id: "upper" }],
      rooms: [{ id: "hall", points: square(0), floor: "tiles" }],
      furniture: [wardrobe],
    });
    await showIn3d(page);
    assert((await where(page, isRed)).many > 5);
    await edit({ furniture: [{ ...wardrobe, color: "#1010d0" }] });
    await becomes(async () => (await where(page, isBlue)).many > 5, true);
    const becomesOther = async (change: () => Promise<unknown>): Promise<void> => {
      await settled(page);
      const before = await pixels(page, everywhere);
      await change();
      await settled(page);
      const after = await pixels(page, everywhere);
      const differing = after.filter((pixel, at) => String(pixel) !== String(before[at]));
      assert(differing.length > 5, String(differing.length));
    };
    await becomesOther(() => edit({ north: 120 }));
    await becomesOther(() => page.evaluate("card.setConfig({ plain: true })"));
    for (const [css, isMeant] of [
      ["color(srgb 0.06 0.7 0.06)", isGreen],
      ["nonsense", undefined],
      ["rgb(16 16 208 / 90%)", isBlue],
      ["transparent", undefined],
    ] as const) {
      await edit({ furniture: [{ ...wardrobe, color: css }] });
      await settled(page);
      for (const each of [isRed, isGreen, isBlue])
        assert.equal((await where(page, each)).many > 5, each === isMeant, css);
    }
    await page.evaluate(`{
      const { getParameter } = WebGL2RenderingContext.prototype;
      WebGL2RenderingContext.prototype.getParameter = function (name) {
        return name === this.MAX_RENDERBUFFER_SIZE ? 1500 : getParameter.call(this, name);
      };
    }`);
    await page.evaluate("card.style.marginBottom = '30px'");
    const longest = (): Promise<number> =>
      page.locator("floorplan-view-3d canvas").evaluate((canvas) => {
        if (!(canvas instanceof HTMLCanvasElement)) throw new Error("there is no canvas");
        return canvas.dataset["moves"] === undefined ? Math.max(canvas.width, canvas.height) : 0;
      });
    await becomes(longest, 1500, "a sharp picture is no longer than the graphics draw");
  },
);

test(
  "VIEW3D-14: what the plan hides, also by a rule, stands nowhere, and a hidden room has no name",
  inBrowser,
  async (t) => {
    const rules = [{ if: [{ entity: "switch.away", state: "on" }], hide: true }];
    const hiding = {
      rooms: [
        { id: "hall", name: "Hall", points: square(0), color: "#d01010", hidden: true },
        { id: "bath", name: "Bath", points: square(4) },
      ],
      furniture: [
        { id: "rack", type: "wardrobe", x: 6, z: 2, w: 2, d: 1, color: "#1010d0", rules },
        { id: "bed", type: "bed", x: 2, z: 2, w: 2, d: 2, color: "#10b010", hidden: true },
      ],
    };
    const away = (state: string): object => ({ "switch.away": { state, attributes: {} } });
    const page = await openHouse(t, cards, hiding, { states: away("off") });
    if (page === undefined) return;
    await showIn3d(page);
    assert.equal((await where(page, isRed)).many, 0);
    assert.equal((await where(page, isGreen)).many, 0);
    assert((await where(page, isBlue)).many > 5);
    await page.getByRole("img", { name: "Floor plan in 3D: Bath" }).waitFor();
    assert.equal(await page.locator("floorplan-view-3d .labels").innerText(), "Bath");
    await setStates(page, away("on"));
    await becomes(async () => (await where(page, isBlue)).many, 0);
    await setStates(page, away("off"));
    await becomes(async () => (await where(page, isBlue)).many > 5, true);
  },
);

test(
  "VIEW3D-4: floors are shown alone, on each other up to the shown one, or apart",
  inBrowser,
  async (t) => {
    const page = await opened(t);
    if (page === undefined) return;
    assert.equal((await where(page, isGreen)).many, 0, "the ground floor is alone");
    const pick = async (name: string): Promise<void> => {
      await page.locator("floorplan-view-3d").getByRole("button", { name }).click();
      await settled(page);
    };
    await pick("Floors apart");
    const [attic, hall] = [await where(page, isGreen), await where(page, isRed)];
    assert(attic.many > 10 && hall.many > 3, JSON.stringify({ attic, hall }));
    assert(attic.y < hall.y, "the upper floor is above");
    await pick("House");
    assert.equal((await where(page, isGreen)).many, 0, "the house ends with the shown floor");
    await page.getByRole("tab", { name: "upper" }).click();
    await settled(page);
    assert((await where(page, isGreen)).many > 10);
    assert.equal((await where(page, isRed)).many, 0, "the floor below is covered");
    await pick("One floor");
    assert.equal((await where(page, isBlue)).many, 0);
    await page.getByRole("tab", { name: "ground" }).click();
  },
);

test(
  "VIEW3D-5: walls that hide a room are lowered, from wherever one looks, or stay whole if wished",
  inBrowser,
  async (t) => {
    const page = await opened(t);
    if (page === undefined) return;
    const low = await where(page, isRed);
    const walls = page.getByRole("button", { name: "Whole walls" });
    await walls.click();
    await settled(page);
    const whole = await where(page, isRed);
    assert(whole.many < low.many * 0.8, JSON.stringify({ low, whole }));
    assert.equal(await walls.getAttribute("aria-pressed"), "true");
    await walls.click();
    for (let turn = 0; turn < 10; turn += 1) await pressKey(page, "ArrowLeft");
    const behind = await where(page, isRed);
    assert(behind.many > whole.many, JSON.stringify({ behind, whole }));
  },
);

test(
  "VIEW3D-6: the sun stands where the states say, throws shadows, and leaves the house dark at night, where lamps light their rooms",
  inBrowser,
  async (t) => {
    const page = await opened(t);
    if (page === undefined) return;
    const sun = (elevation: number): object => ({
      "sun.sun": { state: "above_horizon", attributes: { azimuth: 180, elevation } },
    });
    const mean = async (): Promise<number> => {
      await settled(page);
      const seen = await pixels(page, everywhere);
      const lit = seen.filter((pixel) => isRed(pixel) || isBlue(pixel));
      return lit.reduce((sum, pixel) => sum + brightness(pixel), 0) / Math.max(1, lit.length);
    };
    await setStates(page, { ...states, ...sun(60) });
    const noon = await mean();
    await setStates(page, { ...states, ...sun(12) });
    const evening = await mean();
    assert(evening < noon - 2, `the walls throw long shadows: ${evening}, ${noon}`);
    await setStates(page, { ...states, ...sun(-30) });
    const night = await mean();
    assert(night < noon * 0.75, `${night}, ${noon}`);
    const lamp = { state: "on", attributes: { brightness: 255, rgb_color: [255, 240, 220] } };
    const hall = async (): Promise<number> => {
      await settled(page);
      const seen = (await pixels(page, everywhere)).filter(isRed);
      return seen.reduce((sum, pixel) => sum + brightness(pixel), 0) / Math.max(1, seen.length);
    };
    const dark = await hall();
    await setStates(page, { ...states, ...sun(-30), "light.hall": lamp });
    await becomes(async () => (await hall()) > dark * 1.25, true);
  },
);

test(
  "VIEW3D-7: names, values and texts are shown, what has the focus in the plan beneath is marked, and the view passes the accessibility check",
  inBrowser,
  async (t) => {
    const page = await opened(t);
    if (page === undefined) return;
    await page.locator('svg.sheet [data-ref="rooms/hall"]').focus();
    const ring = page.locator("floorplan-view-3d .ring");
    await becomes(() => ring.isVisible(), true);
    const names = await page.getByRole("img", { name: "Floor plan in 3D: Hall, Bath" }).count();
    assert.equal(names, 1);
    const labels = page.locator("floorplan-view-3d .labels");
    for (const label of ["Hall", "21 °C", "Bath", "Mind the step"])
      await labels.getByText(label).first().waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
  },
);
