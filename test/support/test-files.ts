import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * What the campaign alone runs: what drives many pages, or those of a real Home Assistant, and what asks a compiler or a
 * validator of other people; packages, which npm and Debian's programs make and check; benchmarks.
 */
export const isLong = (file: string): boolean =>
  file.includes("/long/") || /^test\/(?:bench|packages)\//.test(file);

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

/**
 * What `npm run test:firefox` runs in Firefox as well: signing in, viewing, the wall, the card, drawing, saving and undoing,
 * the history, importing, and two people at once.
 */
export const firefoxFiles = (): readonly string[] =>
  [
    "page/sign-in",
    "page/page",
    "page/view-switch",
    "kiosk/kiosk",
    "card/card",
    "canvas/editor",
    "canvas/editor-keys",
    "canvas/editor-rooms",
    "canvas/import/import-dialog",
    "store/history",
    "journey",
  ].map((name) => `test/web/${name}.test.ts`);

/** Whether a file drives browsers, which now and then are late on a busy machine for reasons of their own. */
export const drivesBrowsers = (file: string): boolean => file.includes("/web/");

/**
 * What is no matter of the Node.js that runs the service, or was proven on another one: pages in browsers, the look of the
 * sources and how tests are run; campaigns, whose random cases are about the service's own rules; members of etcd that are
 * started and ended, which are about those; what is compared with PyYAML case by case.
 */
const elsewhere =
  /\/web\/|^test\/(house|campaign|storage\/etcd\/client|docs)\/|^test\/(run|server\/yaml\/differences)\.test\.ts$/;

/** What `.ci/nodes` runs on each further Node.js: the short tests of what runs on it, those at one member of etcd among them. */
export const serviceFiles = (): readonly string[] =>
  allFiles().filter((file) => !isLong(file) && !elsewhere.test(file));
