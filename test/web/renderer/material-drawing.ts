import type { Page } from "playwright-core";
import { rectangle } from "../../../src/model/editing/add-remove.ts";
import type { JsonObject } from "../../../src/model/json.ts";

/** A room of 4 by 3 metres. */
export const room = (id: string, left: number, top: number, more: JsonObject = {}): JsonObject => ({
  id,
  points: rectangle([left, top], [left + 4, top + 3]),
  ...more,
});

/** A drawing, or what it consists of, in the page of `drawing-stage.ts`. */
export const draw = (page: Page, plan: JsonObject, given: JsonObject = {}): Promise<unknown> =>
  page.evaluate(`draw(${JSON.stringify(plan)}, ${JSON.stringify(given)})`);

/** What a property of CSS comes to at the first element of a selector. */
export const valueIn = (page: Page, selector: string, property: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
