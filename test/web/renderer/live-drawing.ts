import type { Page } from "playwright-core";

/** A room of a live plan. */
export const hall = {
  id: "hall",
  name: "Hall",
  points: [
    [0, 0],
    [8, 0],
    [8, 8],
    [0, 8],
  ],
};

/** Draws a plan with what is given of the house, as source of a script. */
export const draw = (page: Page, plan: unknown, given: string): Promise<unknown> =>
  page.evaluate(`draw(${JSON.stringify(plan)}, ${given})`);

/** What a script finds in the drawing, where `all(selector)` are elements. */
export const found = <Result>(page: Page, script: string): Promise<Result> =>
  page.evaluate<Result>(
    `{ const all = (selector) => [...sheet.querySelectorAll(selector)]; ${script} }`,
  );
