import assert from "node:assert/strict";
import { test } from "node:test";
import { demoPlan } from "../../samples/index.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import { drawings, handle, middleOf, selected, shape } from "../editor-drawing.ts";
import { type At, drag, listOf } from "../editing.ts";
import { becomes } from "../page-polling.ts";
import { Viewport } from "../../../src/web/renderer/viewport.ts";
import { placeOfHandle } from "../../../src/web/canvas/draw-overlay.ts";
import { handlesOf } from "../../../src/web/canvas/handles.ts";
import { dragOfHandle } from "../../../src/web/canvas/tools/drag-handle.ts";
import { pointerAt, toolsOn } from "./tool-context.ts";
import { phone, swipe, touchInputOn } from "../touch-input.ts";

const open = useBrowser();
const openPhone = drawings(open, phone);
const openDrawing = drawings(open);
const openLow = drawings(open, { viewport: { width: 740, height: 360 }, hasTouch: true });

const lamp = "furniture/bathroom_lamp";

/** A lamp in a hall. */
const hall = {
  rooms: [
    {
      id: "hall",
      points: [
        [0, 0],
        [4, 0],
        [4, 6],
        [0, 6],
      ],
    },
  ],
  furniture: [{ id: "lamp", type: "ceiling_lamp", x: 2, z: 1, w: 0.35, d: 0.35, rotation: 0 }],
};

test(
  "EDIT-46: on a phone a lamp is seen between its handles, and a finger on it drags it",
  inBrowser,
  async (t) => {
    const drawing = await openPhone(t, demoPlan("flat"));
    if (drawing === undefined) return;
    const { page, saved } = drawing;
    await page.touchscreen.tap(...(await middleOf(shape(page, lamp))));
    await becomes(() => selected(page), [lamp]);
    for (const key of ["+", "+"]) await page.keyboard.press(key);
    await handle(page, "side:0").waitFor();
    const [x, y] = await middleOf(shape(page, lamp));
    for (const name of ["side:0", "side:1", "side:2", "side:3", "turn:0"]) {
      const [left, top] = await middleOf(handle(page, name).locator(".grip"));
      assert(Math.hypot(left - x, top - y) > 40, `${name} stands off`);
      assert(left >= 0 && left <= 360 && top >= 0, `${name} is on the screen`);
    }
    const before = listOf(demoPlan("flat"), "furniture").find(({ id }) => id === "bathroom_lamp");
    await swipe(await touchInputOn(page), [x, y], [24, 30]);
    const after = listOf(await saved(), "furniture").find(({ id }) => id === "bathroom_lamp");
    assert.deepEqual([after?.["w"], after?.["d"]], [before?.["w"], before?.["d"]]);
    assert.notDeepEqual([after?.["x"], after?.["z"]], [before?.["x"], before?.["z"]]);
  },
);

test("EDIT-46: at the edge of the screen the handle that turns a piece is on another side", () => {
  const screen = { width: 400, height: 300 };
  const turnAt = (x: number, z: number): readonly [number, number] => {
    const viewport = new Viewport({ left: 0, top: 0, width: 4, height: 3 });
    viewport.resize(screen.width, screen.height);
    const piece = { id: "lamp", type: "ceiling_lamp", x, z, w: 0.35, d: 0.35, rotation: 0 };
    const found = handlesOf({ furniture: [piece] }, "furniture/lamp");
    const turn = found.find(({ kind }) => kind === "turn");
    assert(turn);
    const [left, top] = placeOfHandle(viewport, turn, { screen, isTouch: false });
    const [middleX, middleY] = viewport.toScreen([x, z]);
    return [Math.round(left - middleX), Math.round(top - middleY)];
  };
  assert.deepEqual(turnAt(2, 1.5), [0, -58], "behind the piece");
  assert.deepEqual(turnAt(2, 0.1), [0, 58], "in front of it");
});

test("EDIT-46: the handle that turns a piece turns it by as much as it goes around, on whichever side it is", () => {
  const plan = { ...hall, furniture: [{ ...hall.furniture[0], id: "lamp", x: 2, z: 3 }] };
  const turn = handlesOf(plan, "furniture/lamp").find(({ kind }) => kind === "turn");
  assert(turn);
  for (const start of [
    [2, 2],
    [3, 3],
    [2, 4],
    [1, 3],
  ] as const) {
    const context = toolsOn(plan);
    context.view.select(["furniture/lamp"]);
    const turning = dragOfHandle(context, "furniture/lamp", turn, start);
    const [right, down] = [start[0] - 2, start[1] - 3];
    turning.move(pointerAt(start));
    turning.move(pointerAt([2 - down, 3 + right]));
    const [piece] = listOf(context.session.state.plan, "furniture");
    assert.equal(piece?.["rotation"], 90, `a quarter clockwise from ${start.join()}`);
  }
});

test("EDIT-47: the bar shows the size of what is selected", inBrowser, async (t) => {
  const drawing = await openDrawing(t, hall);
  if (drawing === undefined) return;
  const { page } = drawing;
  const size = page.locator(".selection .size");
  await page.mouse.click(...(await middleOf(shape(page, "furniture/lamp"))));
  await becomes(() => size.textContent(), "0.35\u00a0×\u00a00.35\u00a0m");
  await page.mouse.click(...(await middleOf(shape(page, "rooms/hall"), 60, 60)));
  await becomes(() => size.textContent(), "3.88\u00a0×\u00a05.88\u00a0m");
});

test(
  "EDIT-47: beside an open sheet the bar leaves buttons to its menu rather than shorten a name",
  inBrowser,
  async (t) => {
    const drawing = await openLow(t, demoPlan("flat"));
    if (drawing === undefined) return;
    const { page } = drawing;
    await page.touchscreen.tap(...(await middleOf(shape(page, "openings/front_door"))));
    await becomes(() => selected(page), ["openings/front_door"]);
    const actions = page.locator(".selection .act:visible");
    assert.equal(await actions.count(), 5, "hinge, swing, duplicate, delete and more");
    await page.getByRole("button", { name: "Details", exact: true }).tap();
    await page.locator(".side").waitFor();
    await becomes(async () => (await actions.count()) < 5, true);
    const name = page.locator(".selection strong");
    assert(await name.evaluate((drawn) => drawn.scrollWidth <= drawn.clientWidth), "all of Door");
    const bar = await page.locator(".selection").boundingBox();
    const more = await page.getByRole("button", { name: "More actions" }).boundingBox();
    assert(bar !== null && more !== null && more.x + more.width <= bar.x + bar.width);
    await page.getByRole("button", { name: "Close", exact: true }).tap();
    await becomes(() => actions.count(), 5);
  },
);

for (const pointer of ["finger", "mouse"] as const)
  test(
    `EDIT-50: a ${pointer} that does not drag a handle chooses the piece beneath it`,
    inBrowser,
    async (t) => {
      const [sofa, table] = ["furniture/sofa", "furniture/table"];
      const furniture = [
        { id: "sofa", type: "sofa", x: 2, z: 3, w: 1, d: 1, rotation: 0 },
        { id: "table", type: "table", x: 1, z: 3, w: 0.9, d: 2, rotation: 0 },
      ];
      const drawing = await (pointer === "mouse" ? openDrawing : openPhone)(t, {
        ...hall,
        furniture,
      });
      if (drawing === undefined) return;
      const { page, saved } = drawing;
      const press = (...at: At): Promise<void> =>
        pointer === "mouse" ? page.mouse.click(...at) : page.touchscreen.tap(...at);
      await press(...(await middleOf(shape(page, sofa))));
      await becomes(() => selected(page), [sofa]);
      const left = await middleOf(handle(page, "side:3"));
      await press(...left);
      await becomes(() => selected(page), [table]);
      await press(...(await middleOf(shape(page, sofa))));
      await becomes(() => selected(page), [sofa]);
      if (pointer === "mouse") await drag(page, left, [left[0] - 30, left[1]]);
      else await swipe(await touchInputOn(page), left, [-30, 0]);
      await becomes(() => selected(page), [sofa]);
      const [after, beneath] = listOf(await saved(), "furniture");
      assert(Number(after?.["w"]) > 1, "a drag is about the handle");
      assert.deepEqual(beneath, furniture[1]);
    },
  );
