import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { demoPlan } from "../../src/demo/index.ts";
import { entitiesOf, type PlanData } from "../../src/plan/entities.ts";
import { bounded } from "../support/bounded.ts";
import { Peer } from "../support/peer.ts";
import { startTestService } from "../support/service.ts";
import { barriersOf } from "./barriers.ts";
import { type TabOptions, useBrowser } from "./browser.ts";

const open = useBrowser();

type At = readonly [x: number, y: number];

interface Opened {
  readonly page: Page;
  /** Saves with the editor's button, and gives what the service has then. */
  readonly saved: () => Promise<PlanData>;
}

const planIn = (value: unknown): PlanData => {
  assert(typeof value === "object" && value !== null);
  return { ...value };
};

/** The editor on a plan that the service has, or on a blank sheet. */
const openEditor = async (
  t: TestContext,
  plan?: object,
  options: TabOptions = {},
): Promise<Opened | undefined> => {
  const service = await startTestService(t);
  const peer = await Peer.login(t, service.port, service.admin);
  if (plan !== undefined) await peer.result("floorplan/plan/save", { plan });
  const page = await open(t, service, { path: "/#edit", token: service.admin, ...options });
  if (page === undefined) return undefined;
  await page.getByRole("application", { name: "Drawing" }).waitFor();
  await page.getByText("All saved").waitFor();
  return {
    page,
    saved: async () => {
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("All saved").waitFor();
      const stored = await peer.result("floorplan/plan/get");
      return planIn(stored);
    },
  };
};

const drag = async ({ mouse }: Page, from: At, to: At): Promise<void> => {
  await mouse.move(...from);
  await mouse.down();
  await mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
  await mouse.move(...to);
  await mouse.up();
};

const middleOf = async (page: Page, selector: string): Promise<At> => {
  const box = await page.locator(selector).first().boundingBox();
  assert(box, `${selector} is there`);
  return [box.x + box.width / 2, box.y + box.height / 2];
};

const name = async (page: Page, words: string): Promise<void> => {
  await page.getByLabel("What is this room called?").fill(words);
  await page.keyboard.press("Enter");
  await page.getByLabel("What is this room called?").waitFor({ state: "detached" });
};

const count = (page: Page, collection: string): Promise<number> =>
  page.locator(`floorplan-canvas [data-ref^="${collection}/"]:not(.label)`).count();

const cornersOf = (plan: PlanData): readonly unknown[] =>
  entitiesOf(plan, "rooms").map(({ data }) => data["points"]);

test(
  "EDIT-15: a blank sheet becomes two rooms with a door by dragging and clicking alone",
  bounded,
  async (t) => {
    const editor = await openEditor(t);
    if (editor === undefined) return;
    const { page, saved } = editor;
    await page.getByText("Drag over the sheet to draw it.").waitFor();
    await drag(page, [250, 200], [550, 450]);
    await name(page, "Kitchen");
    // Begun beside the corner of the first room, which it snaps to.
    await drag(page, [553, 203], [800, 446]);
    await name(page, "Living room");
    await page.getByRole("button", { name: "Door", exact: true }).click();
    await page.mouse.click(547, 330);
    const plan = await saved();
    const [kitchen, living] = entitiesOf(plan, "rooms");
    assert.deepEqual([kitchen?.data["name"], living?.data["name"]], ["Kitchen", "Living room"]);
    const [first, second] = cornersOf(plan);
    assert(Array.isArray(first) && Array.isArray(second));
    assert.deepEqual([second[0], second[3]], [first[1], first[2]], "the rooms share their wall");
    const [door] = entitiesOf(plan, "openings");
    assert.equal(door?.data["room_id"], kitchen?.key);
    assert.deepEqual([door?.data["edge"], door?.data["width"]], [1, 0.9]);
  },
);

const twoRooms = {
  rooms: [
    {
      id: "west",
      name: "West",
      points: [
        [0, 0],
        [4, 0],
        [4, 3],
        [0, 3],
      ],
    },
    {
      id: "east",
      name: "East",
      points: [
        [4, 0],
        [8, 0],
        [8, 3],
        [4, 3],
      ],
    },
  ],
};

test(
  "EDIT-15: each gesture is one step of undo and redo, across a save, and Escape leaves no trace of one",
  bounded,
  async (t) => {
    const editor = await openEditor(t, twoRooms);
    if (editor === undefined) return;
    const { page, saved } = editor;
    await page.mouse.click(...(await middleOf(page, '[data-ref="rooms/west"]')));
    const corner = await middleOf(page, '[data-handle="corner:1"]');
    await page.mouse.move(...corner);
    await page.mouse.down();
    await page.mouse.move(corner[0] + 20, corner[1] + 30);
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await page.getByText("All saved").waitFor();
    assert(await page.getByRole("button", { name: /^Undo/ }).isDisabled());
    await drag(page, corner, [corner[0] + 40, corner[1] + 60]);
    const moved = await saved();
    const [west, east] = cornersOf(moved);
    assert(Array.isArray(west) && Array.isArray(east));
    assert.notDeepEqual(west[1], [4, 0]);
    assert.deepEqual(east[0], west[1], "the shared corner moved in both rooms");
    await page.keyboard.press("Control+z");
    assert.deepEqual(cornersOf(await saved()), cornersOf(twoRooms));
    await page.keyboard.press("Control+y");
    assert.deepEqual(cornersOf(await saved()), cornersOf(moved));
  },
);

test(
  "EDIT-9: what has no id gets one when it is dragged, and stays selected",
  bounded,
  async (t) => {
    const editor = await openEditor(t, {
      ...twoRooms,
      sensors: [{ entity: "sensor.a", x: 2, z: 1 }],
    });
    if (editor === undefined) return;
    const { page, saved } = editor;
    const at = await middleOf(page, '[data-ref^="sensors/"]');
    await drag(page, at, [at[0] + 60, at[1] + 40]);
    const [sensor] = entitiesOf(await saved(), "sensors");
    assert.equal(typeof sensor?.data["id"], "string");
    await page.keyboard.press("Delete");
    assert.deepEqual(entitiesOf(await saved(), "sensors"), []);
  },
);

test(
  "EDIT-16: the keyboard alone draws a room, names it, reshapes it, puts a door in and deletes it",
  bounded,
  async (t) => {
    const editor = await openEditor(t);
    if (editor === undefined) return;
    const { page, saved } = editor;
    const { keyboard } = page;
    await page.getByRole("button", { name: "Room", exact: true }).focus();
    await keyboard.press("Enter");
    await keyboard.press("Enter");
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown"])
      await keyboard.press(`Shift+${key}`);
    await keyboard.press("Enter");
    await page.getByLabel("What is this room called?").waitFor();
    await keyboard.type("Study");
    await keyboard.press("Enter");
    await page.getByLabel("What is this room called?").waitFor({ state: "detached" });
    const [drawn] = cornersOf(await saved());
    assert(Array.isArray(drawn));
    const [[left, top], [right], [, bottom]] = drawn;
    assert.deepEqual([(right - left).toFixed(2), (bottom - top).toFixed(2)], ["3.00", "2.00"]);

    await page.getByRole("application", { name: "Drawing" }).focus();
    await keyboard.press("v");
    const room = page.locator('floorplan-canvas [data-ref^="rooms/"][tabindex="0"]');
    await room.focus();
    await keyboard.press("Enter");
    const wall = page.getByRole("button", { name: "Wall 1", exact: true });
    assert(await wall.evaluate((element) => element.matches(":focus")), "Enter leads to a handle");
    await page.getByRole("button", { name: "Wall 2", exact: true }).focus();
    await keyboard.press("Shift+ArrowRight");
    await page.getByRole("button", { name: "Wall 4", exact: true }).focus();
    await keyboard.press("Enter");
    await page.getByRole("button", { name: "Corner 5", exact: true }).waitFor();

    await page.getByRole("application", { name: "Drawing" }).focus();
    await keyboard.press("d");
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight"])
      await keyboard.press(`Shift+${key}`);
    await keyboard.press("Enter");
    const plan = await saved();
    assert.equal(entitiesOf(plan, "openings").length, 1);
    const [reshaped] = cornersOf(plan);
    assert(Array.isArray(reshaped));
    assert.equal(reshaped.length, 5);
    assert.equal((reshaped[1][0] - left).toFixed(2), "3.50");

    await page.getByRole("application", { name: "Drawing" }).focus();
    await keyboard.press("Control+a");
    await keyboard.press("Delete");
    const empty = await saved();
    assert.deepEqual([entitiesOf(empty, "rooms"), entitiesOf(empty, "openings")], [[], []]);
  },
);

test(
  "EDIT-19: Alt, a key and a button suspend snapping, and lengths are shown during a drag",
  bounded,
  async (t) => {
    const editor = await openEditor(t, twoRooms);
    if (editor === undefined) return;
    const { page } = editor;
    const snap = page.getByRole("button", { name: "Snap", exact: true });
    assert.equal(await snap.getAttribute("aria-pressed"), "true");
    await page.keyboard.press("s");
    assert.equal(await snap.getAttribute("aria-pressed"), "false");
    await snap.click();
    assert.equal(await snap.getAttribute("aria-pressed"), "true");
    await page.mouse.click(...(await middleOf(page, '[data-ref="rooms/west"]')));
    const [x, y] = await middleOf(page, '[data-handle="wall:1"]');
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 31.7, y, { steps: 3 });
    const lengths = page.locator("floorplan-canvas .measure text");
    await lengths.first().waitFor();
    const snapped = await lengths.first().textContent();
    assert.match(snapped ?? "", /^\d\.\d[05] m$/);
    await page.keyboard.down("Alt");
    await page.mouse.move(x + 32.3, y, { steps: 3 });
    await page.waitForFunction(
      (before) =>
        document
          .querySelector("floorplan-page")
          ?.shadowRoot?.querySelector("floorplan-editor")
          ?.shadowRoot?.querySelector("floorplan-canvas")
          ?.shadowRoot?.querySelector(".measure text")?.textContent !== before,
      snapped,
    );
    await page.keyboard.up("Alt");
    await page.mouse.up();
  },
);

test(
  "EDIT-17: by touch a tap selects, one finger drags what is selected and else moves the view, two zoom",
  bounded,
  async (t) => {
    const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };
    const editor = await openEditor(t, twoRooms, phone);
    if (editor === undefined) return;
    const { page, saved } = editor;
    const session = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...points: readonly At[]) =>
      session.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: points.map(([x, y], id) => ({ x, y, id })),
      });
    const box = (): Promise<string | null> =>
      page.locator("floorplan-canvas svg.plan").getAttribute("viewBox");
    const swipe = async ([x, y]: At, right: number, down: number): Promise<void> => {
      await touch("touchStart", [x, y]);
      await touch("touchMove", [x + right / 2, y + down / 2]);
      await touch("touchMove", [x + right, y + down]);
      await touch("touchEnd");
    };
    const before = await box();
    const at = await middleOf(page, '[data-ref="rooms/west"]');
    await swipe(at, 30, 40);
    assert.notEqual(await box(), before, "one finger moves the view");
    const there = await middleOf(page, '[data-ref="rooms/west"]');
    await page.touchscreen.tap(there[0] + 20, there[1] + 15);
    await page.getByRole("toolbar", { name: "Selection" }).waitFor();
    const view = await box();
    await swipe([there[0] + 20, there[1] + 15], 0, 60);
    assert.equal(await box(), view, "one finger drags what is selected");
    const [west] = cornersOf(await saved());
    assert.notDeepEqual(west, twoRooms.rooms[0]?.points);
    await touch("touchStart", [100, 300], [200, 300]);
    await touch("touchMove", [80, 300], [260, 300]);
    await touch("touchEnd");
    const width = Number((await box())?.split(" ")[2]);
    assert(width < Number(view?.split(" ")[2]), "two fingers zoom");
  },
);

test(
  "EDIT-18: the editor keeps nobody out, by day and by night, on a wide screen and on 360 pixels",
  bounded,
  async (t) => {
    const editor = await openEditor(t, demoPlan("flat"));
    if (editor === undefined) return;
    const { page } = editor;
    await page.locator('[data-ref="furniture/sofa"]').first().focus();
    await page.keyboard.press("Enter");
    assert.deepEqual(await barriersOf(page), []);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.getByRole("button", { name: "Furniture", exact: true }).click();
    await page.locator('[data-piece="bed"]').waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole("button", { name: "Details" }).click();
    await page.getByRole("tab", { name: "Properties" }).waitFor();
    assert.deepEqual(await barriersOf(page), []);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.equal(overflow, 0);
    assert((await count(page, "rooms")) >= 5);
  },
);
