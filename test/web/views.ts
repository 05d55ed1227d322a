import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { Page } from "playwright-core";
import { sampled, sampledCases } from "../campaign/scale.ts";
import { inBrowser } from "../support/timeouts.ts";
import { seededRandom } from "../support/random.ts";
import { accessibilityViolations } from "./accessibility-violations.ts";
import { resize } from "./resize.ts";
import { smallTargets } from "./small-targets.ts";

/** How a view is looked at. */
interface ViewPath {
  readonly colorScheme: "light" | "dark";
  readonly width: number;
}

/** One view in so many is looked at in `npm test`, for most of a second each. */
const oneIn = 6;

/** Each look at each width. */
const ways: readonly ViewPath[] = (["light", "dark"] as const).flatMap((colorScheme) =>
  [360, 768, 1024, 1440].map((width) => ({ colorScheme, width })),
);

/**
 * A view by its name, and how one gets there from the one before. One that goes away by itself, or where the
 * width changes, is gone to anew for each look at it.
 */
export type View = readonly [view: string, go: (page: Page) => Promise<unknown>, anew?: "anew"];

/** A walk takes minutes where all is looked at. */
export const patient = { ...inBrowser, timeout: 900_000 } as const;

const look = async (page: Page, view: string, { colorScheme, width }: ViewPath) => {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  const barriers = [...(await accessibilityViolations(page)), ...(await smallTargets(page))];
  if (overflow > 0) barriers.push(`it is ${overflow} pixels wider than the screen`);
  return barriers.map((each) => `${view}, ${colorScheme}, ${width} px: ${each}`);
};

/**
 * Goes from view to view; fails with all that keeps people out of one. In `npm test` one view in six is looked at,
 * in one way, both by lot, and the walk ends with the last of them; the campaign looks at each, in every way or its share of them.
 */
export const walk = async (t: TestContext, page: Page, views: readonly View[]): Promise<void> => {
  const random = seededRandom(t);
  const found: string[] = [];
  const looked = new Set(sampled(random, views, Math.min(oneIn, views.length)));
  const last = views.findLastIndex((each) => looked.has(each));
  for (const each of views.slice(0, last + 1)) {
    const [view, go, anew] = each;
    const looks = looked.has(each) ? sampledCases(random, ways, ways.length) : [];
    if (anew === undefined || looks.length === 0) await go(page);
    for (const way of looks) {
      await page.emulateMedia({ colorScheme: way.colorScheme });
      await resize(page, { width: way.width, height: 900 });
      if (anew !== undefined) await go(page);
      found.push(...(await look(page, view, way)));
    }
    if (looks.length > 0) await resize(page, { width: 1440, height: 900 });
  }
  assert.deepEqual(found, []);
};
