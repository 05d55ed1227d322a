import type { Locator, Page } from "playwright-core";
import type { Point } from "../../src/model/geometry/vector.ts";
import { handle, isTurned, middleOf, onScreen, shape, viewOf } from "./editor-drawing.ts";
import { changesFrom } from "./page-polling.ts";
import { touchInputOn, swipe } from "./touch-input.ts";

/** A way to work, without any other. */
export interface InputMethod {
  readonly press: (what: Locator) => Promise<void>;
  /** Sets points with the tool that is chosen, at places of the plan in metres. */
  readonly set: (...places: readonly Point[]) => Promise<void>;
  /** Ends a room that is drawn corner by corner, whose first corner is at a place. */
  readonly close: (first: Point) => Promise<void>;
  /** Types into the field that is open, and says that it is done. */
  readonly type: (field: Locator, text: string) => Promise<void>;
  /** Selects one thing. */
  readonly choose: (ref: string) => Promise<void>;
  /** Pulls a handle of what is selected by metres. */
  readonly pull: (name: string, by: Point) => Promise<void>;
  /** Moves what is selected by metres. */
  readonly move: (ref: string, by: Point) => Promise<void>;
  /** Takes the corner of a handle away. */
  readonly removeCorner: (name: string) => Promise<void>;
  /** Puts a new corner into a wall. */
  readonly addCorner: (name: string) => Promise<void>;
}

/** Arrow keys that go so far, in steps of so many metres, ten times as many with Shift. */
const arrows = ([x, z]: Point, step: number): readonly string[] =>
  (
    [
      [x, "ArrowLeft", "ArrowRight"],
      [z, "ArrowUp", "ArrowDown"],
    ] as const
  ).flatMap(([way, back, forth]) => {
    const steps = Math.round(Math.abs(way) / step);
    const key = way < 0 ? back : forth;
    const far = Array.from({ length: Math.floor(steps / 10) }, () => `Shift+${key}`);
    return far.concat(Array.from({ length: steps % 10 }, () => key));
  });

/** The keyboard alone. */
export const keyboardInput = (page: Page): InputMethod => {
  const keys = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) await page.keyboard.press(name);
  };
  const canvas = page.getByRole("application", { name: "Drawing" });
  /** Where the cross is, which the keyboard brings out and which is said to screen readers. */
  const cross = async (): Promise<Point> => {
    const said = page.locator(".said");
    await said.getByText(/^At /).waitFor();
    const [x, z] = ((await said.textContent()) ?? "").match(/-?\d+\.\d\d/g) ?? [];
    return [Number(x), Number(z)];
  };
  const focus = async (name: string): Promise<void> => handle(page, name).focus();
  return {
    press: async (what) => {
      await what.focus();
      await keys("Enter");
    },
    set: async (...places) => {
      for (const [x, z] of places) {
        await canvas.focus();
        await keys("ArrowRight");
        const [left, top] = await cross();
        await keys(...arrows([x - left, z - top], 0.1), "Space");
      }
    },
    close: () => keys("Enter"),
    type: async (field, text) => {
      await field.waitFor();
      await page.keyboard.type(text);
      await keys("Enter");
    },
    choose: async (ref) => {
      await canvas.focus();
      await keys("Escape");
      await shape(page, ref).focus();
      await keys("Enter");
    },
    pull: async (name, by) => {
      await focus(name);
      await keys(...arrows(by, 0.05));
    },
    move: async (ref, by) => {
      await shape(page, ref).focus();
      await keys(...arrows(by, 0.05));
    },
    removeCorner: async (name) => {
      await focus(name);
      await keys("Delete");
    },
    addCorner: async (name) => {
      await focus(name);
      await keys("Enter");
    },
  };
};

/** What of the drawing no button of its corners and its foot covers, as pixels from its edges. */
const clear = { side: 40, top: 40, bottom: 80 };

const within = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, value));

/** Moves the view with two fingers until a place of the plan is in sight, since a finger taps only what is seen. */
const bringIntoSight = async (page: Page, [x, z]: Point): Promise<void> => {
  const [left, top] = await onScreen(page, x, z);
  const box = await page.locator("floorplan-canvas svg.plan").boundingBox();
  if (box === null) return;
  const [right, down] = [
    within(left, box.x + clear.side, box.x + box.width - clear.side) - left,
    within(top, box.y + clear.top, box.y + box.height - clear.bottom) - top,
  ];
  // What an earlier move brought to the edge is off it by rounding alone.
  if (Math.hypot(right, down) < 1) return;
  // At the height of the place, since a sheet may cover what is below.
  const [across, along] = [box.x + box.width / 2, top + down];
  // Apart enough for steps that are no pinch, though the events of the two come one after the other.
  const fingersAt = (part: number): readonly Point[] =>
    [-60, 60].map((beside) => [across + right * part + beside, along + down * part]);
  const view = await viewOf(page);
  const fingers = await touchInputOn(page);
  await fingers.down(...fingersAt(-0.5));
  for (let step = -3; step <= 4; step += 1) await fingers.move(...fingersAt(step / 8));
  await fingers.up();
  await changesFrom(() => viewOf(page), view, "two fingers move the view");
};

/** Touch alone. */
export const touchInput = (page: Page): InputMethod => {
  /** What a finger aims at: of a door not the floor that it swings over. */
  const bodyOf = (ref: string): Locator =>
    ref.startsWith("openings/") ? shape(page, ref).locator(".gap") : shape(page, ref);
  const tapAt = async ([x, z]: Point): Promise<void> =>
    page.touchscreen.tap(...(await onScreen(page, x, z)));
  const tapOn = async (what: Locator): Promise<void> =>
    page.touchscreen.tap(...(await middleOf(what)));
  const twice = async (name: string): Promise<void> => {
    const at = await middleOf(handle(page, name));
    await page.touchscreen.tap(...at);
    await page.touchscreen.tap(...at);
  };
  const drag = async (what: Locator, [x, z]: Point): Promise<void> => {
    const [, , width = 1] = await viewOf(page);
    const box = await page.locator("floorplan-canvas svg.plan").boundingBox();
    const metre = (box?.width ?? 0) / width;
    const [right, down] = (await isTurned(page)) ? [-z, x] : [x, z];
    await swipe(await touchInputOn(page), await middleOf(what), [right * metre, down * metre]);
  };
  return {
    press: (what) => what.tap(),
    set: async (...places) => {
      for (const place of places) {
        await bringIntoSight(page, place);
        await tapAt(place);
      }
    },
    close: tapAt,
    type: async (field, text) => {
      await field.fill(text);
      // The key at the corner of the keyboard on the screen.
      await page.keyboard.press("Enter");
    },
    choose: async (ref) =>
      // Of a room a place where nothing stands.
      ref.startsWith("rooms/")
        ? page.touchscreen.tap(...(await middleOf(shape(page, ref), -55, 35)))
        : tapOn(bodyOf(ref)),
    pull: (name, by) => drag(handle(page, name), by),
    move: (ref, by) => drag(bodyOf(ref), by),
    removeCorner: twice,
    addCorner: twice,
  };
};
