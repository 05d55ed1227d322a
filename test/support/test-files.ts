import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** What drives many pages, or those of a real Home Assistant, takes minutes, so the campaign alone does it. */
export const isLong = (file: string): boolean => file.includes("/long/");

const here = fileURLToPath(new URL("../..", import.meta.url));

/** A file that imports these does more in the campaign. */
const hasLongForm = (file: string): boolean =>
  /\/(scale|one-way|some-barriers|views)\.ts"/.test(readFileSync(join(here, file), "utf8"));

/** Every file of tests, by its path from the top of the project. */
export const allFiles = (): readonly string[] =>
  readdirSync(join(here, "test"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => join("test", name))
    .toSorted();

/** What `npm run test:campaign` runs: what takes minutes, and whatever has a longer form. */
export const campaignFiles = (): readonly string[] =>
  allFiles().filter((file) => isLong(file) || hasLongForm(file));

/** Whether a file drives browsers, which now and then are late on a busy machine for reasons of their own. */
export const drivesBrowsers = (file: string): boolean => file.includes("/web/");
