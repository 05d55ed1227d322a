import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { root } from "../support/source-files.ts";

/**
 * What axe finds on a page that keeps people out, shadow trees included: the rule, what is wrong, and where.
 * Empty where it finds nothing.
 */
export const accessibilityViolations = async (page: Page): Promise<readonly string[]> => {
  // Evaluated by the browser's debugger, which a page's policy does not concern.
  if (!(await page.evaluate(`"axe" in window`)))
    await page.evaluate(await readFile(join(root, "node_modules/axe-core/axe.min.js"), "utf8"));
  const found = await page.evaluate<unknown>(
    `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.flatMap(({ id, help, nodes }) =>
       nodes.map(({ target, failureSummary }) => id + ": " + help + " at " + target.flat().join(" ") + "\\n" + failureSummary)))`,
  );
  if (!Array.isArray(found)) throw new TypeError("axe found no list of barriers");
  return found.map(String);
};
