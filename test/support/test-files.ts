import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("../..", import.meta.url));

const imports = (file: string, modules: RegExp): boolean =>
  modules.test(readFileSync(join(here, file), "utf8"));

/** Files that import these do more in the campaign. */
const hasLongForm = (file: string): boolean =>
  imports(file, /\/(?:scale|sampled-input-method|sampled-accessibility-violations|views)\.ts"/);

/**
 * Files without a short form: pages of a real Home Assistant, external compilers and validators, packages that npm and
 * Debian's programs make and check, and benchmarks.
 */
const hasNoShortForm = (file: string): boolean => /\/long\/|^test\/(?:bench|packages)\//.test(file);

/**
 * Other files that take long, by the beginning of their path: killed processes, broken disks, nodes and members of etcd
 * that come and go, proxies, schedules, pages that are walked through whole, and comparisons of documents with a whole run.
 */
const takesLong = [
  "auth/restart",
  "backup/backup-command",
  "backup/backup-owners",
  "backup/changed-logs",
  "backup/cluster-schedule",
  "backup/import-killed",
  "backup/make-",
  "backup/repair",
  "backup/restore-bounded",
  "backup/restore-killed",
  "backup/schedule",
  "campaign/",
  "cli/export",
  "cli/log-damaged",
  "cli/status",
  "cli/unread-output",
  "cli/watch",
  "conventions/type-aware-rules",
  "demo/log",
  "docs/architecture",
  "docs/restoring",
  "home-assistant/contract.",
  "home-assistant/shared/screens-slow",
  "home-assistant/shared/screens-waiting",
  "images/content",
  "images/crash",
  "images/disk-order",
  "images/hostile-drawings",
  "images/keep-killed",
  "images/replace",
  "run.",
  "server/metrics/documented",
  "server/metrics/numbers",
  "server/websocket/slow",
  "server/yaml/differences",
  "server/yaml/service",
  "service/bug",
  "storage/etcd/client/strange",
  "storage/etcd/client/three",
  "storage/etcd/cluster",
  "storage/etcd/command-line",
  "storage/etcd/connect",
  "storage/etcd/http-admission",
  "storage/etcd/node-",
  "storage/etcd/starting",
  "web/architecture",
  "web/canvas/arranging",
  "web/canvas/editor-touch",
  "web/canvas/editor-whole",
  "web/canvas/export/file",
  "web/canvas/import/import-dialog",
  "web/canvas/inspector/panels",
  "web/canvas/inspector/pickers",
  "web/canvas/labels-fit",
  "web/canvas/measures/measures-typing",
  "web/canvas/panel-tabs",
  "web/canvas/view-3d-beside",
  "web/card/dashboard",
  "web/demo/",
  "web/kiosk/kiosk",
  "web/page/admin/",
  "web/page/page",
  "web/page/sign-in",
  "web/page/view-switch",
  "web/proxies",
  "web/renderer/icons",
  "web/store/changes-on-the-wire",
  "web/store/editing-together",
  "web/store/presence",
  "web/trouble",
  "web/view-3d/house-in-3d",
  "web/view-3d/house-picture",
].map((beginning) => `test/${beginning}`);

/**
 * Whether a file's machines come and go with network interfaces of this one. Chromium then gives up what it is loading
 * (`ERR_NETWORK_CHANGED`), so that nothing drives browsers beside it.
 */
const changesNetworks = (file: string): boolean => imports(file, /\/private-net\.ts"/);

/** Files with many cases of the log and the model, which are quick, and on which everything depends. */
const isNearTheCore = /^test\/(?:model|wal)\//;

/** Files that only the campaign runs, so that `npm test` stays short, and where no browser runs beside them. */
export const isLong = (file: string): boolean =>
  hasNoShortForm(file) ||
  takesLong.some((beginning) => file.startsWith(beginning)) ||
  changesNetworks(file) ||
  (!isNearTheCore.test(file) && imports(file, /\/(?:scale|sampled-input-method|views)\.ts"/));

/** Every test file, by its path in the project. */
export const allFiles = (): readonly string[] =>
  readdirSync(join(here, "test"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => join("test", name))
    .toSorted();

/** The files of `npm run test:campaign`: those that take minutes, and those with a longer form. */
export const campaignFiles = (): readonly string[] =>
  allFiles().filter((file) => isLong(file) || hasLongForm(file));

/** Browser tests by their names, each of which must be there. */
const webTests = (names: readonly string[]): readonly string[] =>
  names.map((name) => `test/web/${name}.test.ts`);

/**
 * The files of `npm run test:firefox`, run in Firefox too: signing in, viewing, parts that do not arrive, the wall, the card,
 * drawing, saving and undoing, the history, importing, two people at once, and the demo.
 */
export const firefoxFiles = (): readonly string[] =>
  webTests([
    "page/sign-in",
    "page/page",
    "page/parts-missing",
    "page/view-switch",
    "kiosk/kiosk",
    "kiosk/kiosk-sign-in",
    "card/card",
    "card/dashboard",
    "canvas/editor",
    "canvas/editor-keys",
    "canvas/editor-rooms",
    "canvas/import/import-dialog",
    "store/history",
    "demo/demo",
    "journey",
  ]);

/**
 * The files of `npm run test:demo`, run against the demo too: the editor, seeing the page and the wall, and several people
 * at once. The others are about what only a service has: users and signing in, a disk, settings and limits, a Home
 * Assistant of the test's own, connections that break, and its addresses; or they give a card or drawing all that it shows,
 * or look at each view for accessibility and room, which is the same whatever the service.
 */
export const demoFiles = (): readonly string[] =>
  webTests([
    "canvas/arranging",
    "canvas/arranging-touch",
    "canvas/editor",
    "canvas/editor-keys",
    "canvas/editor-rooms",
    "canvas/editor-touch",
    "canvas/editor-whole",
    "canvas/every-action-editor",
    "canvas/every-action-tools",
    "canvas/every-action-tracing",
    "canvas/export/file-export",
    "canvas/follow-selection",
    "canvas/ghost",
    "canvas/hits",
    "canvas/import/import-dialog",
    "canvas/inspector/panels",
    "canvas/inspector/panels-exchange",
    "canvas/inspector/panels-typing",
    "canvas/inspector/pickers",
    "canvas/inspector/sun-inputs",
    "canvas/inspector/tracing",
    "canvas/labels-fit",
    "canvas/lift",
    "canvas/measures/furniture-in-the-way",
    "canvas/measures/measures",
    "canvas/measures/measures-on-phone",
    "canvas/measures/measures-typing",
    "canvas/panel-sheet",
    "canvas/pull-pieces",
    "canvas/room-colours",
    "canvas/small-pieces",
    "canvas/standing-walls",
    "canvas/thirty-actions",
    "canvas/turned-plan",
    "every-action",
    "kiosk/kiosk",
    "page/finish",
    "page/view-switch",
    "phone",
    "store/changes-on-the-wire",
    "store/drafts",
    "store/history",
    "store/presence",
  ]);

/** Whether a file drives browsers, which may occasionally be slow on a busy machine. */
export const drivesBrowsers = (file: string): boolean => file.includes("/web/");

/**
 * What proves that nothing acknowledged is lost: the log, storage, backups, images, and the campaign's kills and orders. Where
 * one of these fails once, something is wrong.
 */
const provesPromises = /\/(?:backup|campaign|images|storage|wal)\//;

/** Whether this is a test file, not a whole process, that may be tried again alone: a busy machine makes other programs slow. */
export const mayBeSlow = (file: string): boolean =>
  file.endsWith(".test.ts") && !provesPromises.test(file);

/**
 * Short files that do not depend on the Node.js version, or were proven on another: browser pages, pure functions of the
 * model, checks of the sources and documents, a client of etcd, and the comparison with a real Home Assistant.
 */
const elsewhere =
  /\/web\/|^test\/(conventions|storage\/etcd\/client|docs|model\/(bindings|editing|elements|merge))\/|^test\/home-assistant\/contract[a-z-]*\.test\.ts$/;

/**
 * The files that `.ci/nodes` runs on the newest Node.js: the short tests that depend on it, including those with one
 * etcd member. The long ones run once, in the campaign.
 */
export const serviceFiles = (): readonly string[] =>
  allFiles().filter((file) => !isLong(file) && !elsewhere.test(file));

/**
 * Of these, the files for a Node.js between the oldest and the newest that are supported: the log, and the service and its
 * command line from outside.
 */
export const outsideFiles = (): readonly string[] =>
  serviceFiles().filter((file) => /^test\/(?:cli|service|wal|server\/websocket)\//.test(file));
