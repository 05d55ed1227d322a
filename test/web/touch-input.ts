import type { Page } from "playwright-core";
import type { At } from "./editing.ts";

/** A phone, on which fingers work. */
export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** What touches the screen. */
export interface TouchInput {
  readonly down: (...points: readonly At[]) => Promise<unknown>;
  readonly move: (...points: readonly At[]) => Promise<unknown>;
  readonly up: () => Promise<unknown>;
}

/** Fingers on a page's screen. */
export const touchInputOn = async (page: Page): Promise<TouchInput> => {
  const session = await page.context().newCDPSession(page);
  const touch =
    (type: "touchStart" | "touchMove" | "touchEnd") =>
    (...points: readonly At[]) =>
      session.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: points.map(([x, y], id) => ({ x, y, id })),
      });
  return { down: touch("touchStart"), move: touch("touchMove"), up: touch("touchEnd") };
};

/** Moves one finger from a place by so many pixels; at once, so that on a busy machine it does not rest there first. */
export const swipe = async (
  { down, move, up }: TouchInput,
  [x, y]: At,
  [right, far]: At,
): Promise<void> => {
  await Promise.all([down([x, y]), move([x + right / 2, y + far / 2])]);
  await move([x + right, y + far]);
  await up();
};
