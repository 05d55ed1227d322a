import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("../..", import.meta.url));

const imports = (file: string, modules: RegExp): boolean =>
  modules.test(readFileSync(join(here, file), "utf8"));

/** A file that imports these does more in the campaign. */
const hasLongForm = (file: string): boolean =>
  imports(file, /\/(?:scale|sampled-input-method|sampled-accessibility-violations|views)\.ts"/);

/**
 * What has no short form: pages of a real Home Assistant, a compiler or a validator of other people; packages, which npm
 * and Debian's programs make and check; benchmarks.
 */
const hasNoShortForm = (file: string): boolean => /\/long\/|^test\/(?:bench|packages)\//.test(file);

/**
 * What takes most of the time beside that, by how its path begins: processes that are killed, nodes and members of etcd
 * that come and go, proxies and schedules that are waited for, and what holds documents against a whole run.
 */
const takesLong = [
  "backup/backup-owners",
  "backup/cluster-schedule",
  "backup/import-killed",
  "backup/make-scheduled-backup",
  "backup/repair",
  "backup/restore-killed",
  "backup/schedule",
  "campaign/",
  "cli/export",
  "cli/unread-output",
  "cli/watch",
  "docs/architecture",
  "docs/restoring",
  "run.",
  "server/metrics/documented",
  "server/metrics/numbers",
  "server/websocket/slow",
  "server/yaml/differences",
  "storage/etcd/client/strange",
  "storage/etcd/client/three",
  "storage/etcd/cluster",
  "storage/etcd/command-line-moving",
  "storage/etcd/connect",
  "storage/etcd/http-admission",
  "storage/etcd/node-",
  "storage/etcd/starting",
  "web/architecture",
  "web/canvas/editor-touch",
  "web/canvas/export/file",
  "web/canvas/inspector/panels-",
  "web/canvas/inspector/pickers",
  "web/canvas/measures/measures-typing",
  "web/kiosk/kiosk-losses",
  "web/proxies",
  "web/renderer/icons",
  "web/store/presence",
  "web/trouble",
].map((beginning) => `test/${beginning}`);

/** Of what goes through many cases, the log and the model are quick, and what all else stands on. */
const isNearTheCore = /^test\/(?:model|wal)\//;

/** What the campaign alone runs, so that `npm test` takes four minutes. */
export const isLong = (file: string): boolean =>
  hasNoShortForm(file) ||
  takesLong.some((beginning) => file.startsWith(beginning)) ||
  (!isNearTheCore.test(file) && imports(file, /\/(?:scale|sampled-input-method|views)\.ts"/));

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
  /\/web\/|^test\/(conventions|campaign|storage\/etcd\/client|docs)\/|^test\/(run|server\/yaml\/differences)\.test\.ts$/;

/** What `.ci/nodes` runs on each further Node.js: the short tests of what runs on it, those at one member of etcd among them. */
export const serviceFiles = (): readonly string[] =>
  allFiles().filter((file) => !hasNoShortForm(file) && !elsewhere.test(file));
