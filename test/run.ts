/**
 * Runs the tests of the named files, of all, of all after the build and beside the linter and the type checks (`--all`, as
 * `npm test` does), of what runs on Node.js alone (`--service`, and a part of it `--outside`), those of the campaign in
 * their long form (`--campaign`), what runs in Firefox as well (`--firefox`), or against the demo (`--demo`). Loading
 * Node.js and the service costs more than most files do, so several share a process; each is a suite of its own there, under
 * its name. One file alone: `node --import tsx --test FILE`.
 */
import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { isRight } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { bundle } from "./support/bundle.ts";
import { failingScripts } from "./support/package-scripts.ts";
import { randomOf } from "./support/random.ts";
import { inProcesses, uncaughtMark, writeEntries } from "./support/shared-process.ts";
import {
  allFiles,
  campaignFiles,
  demoFiles,
  drivesBrowsers,
  firefoxFiles,
  isLong,
  mayBeSlow,
  outsideFiles,
  serviceFiles,
} from "./support/test-files.ts";

/** How files are run. */
interface RunOptions {
  readonly processes: readonly (readonly string[])[];
  readonly concurrency: number;
  /** How many ms the tests of a file may take; a process may take three times that with all of its files. */
  readonly bound: number;
}

interface Outcome {
  readonly passed: ReadonlySet<string>;
  /** What failed, with the errors that came when no test was there any more to meet them. */
  readonly failed: ReadonlyMap<string, string>;
  /** Of these, the files in which nothing failed but tests whose time was over. */
  readonly late: ReadonlySet<string>;
  /** The signal by which a process ended, or its exit code, where it ended before its tests. */
  readonly ended: ReadonlyMap<string, string>;
  readonly skipped: readonly string[];
  /** The longest time, in ms, in which this process, which does hardly anything, had no turn. */
  readonly standstillMs: number;
}

const errorCodec = t.partial({
  failureType: t.string,
  exitCode: t.union([t.number, t.null]),
  signal: t.union([t.string, t.null]),
});

/** How often this process looks whether it had its turn. */
const turnMs = 250;
/** Where it had none for longer, the machine stood still, and a test whose time was over meanwhile proves nothing. */
const maxStandstillMs = 3000;

const endOf = (how: string | undefined): string =>
  how === undefined ? "" : `, which ended with ${how}`;

const tests = async ({ processes, concurrency, bound }: RunOptions): Promise<Outcome> => {
  const folder = mkdtempSync(join(tmpdir(), "floorplan-tests-"));
  process.once("exit", () => rmSync(folder, { recursive: true }));
  const passed = new Set<string>();
  const failed = new Map<string, string>();
  const uncaught = new Map<string, string>();
  const late = new Set<string>();
  const ended = new Map<string, string>();
  const skipped: string[] = [];
  const { entries, remove } = await bundle(writeEntries(folder, processes, bound));
  /** How the tests failed of the file that is told of: processes are told of one after another. */
  const kinds = new Set<string | undefined>();
  let standstillMs = 0;
  let lastTurn = performance.now();
  const turns = setInterval(() => {
    const now = performance.now();
    standstillMs = Math.max(standstillMs, now - lastTurn - turnMs);
    lastTurn = now;
  }, turnMs);
  const events = run({ files: [...entries], concurrency, timeout: 3 * bound })
    .on("test:pass", ({ name, nesting, skip }) => {
      if (nesting === 0) passed.add(name);
      if (skip !== undefined && skip !== false) skipped.push(String(skip));
    })
    .on("test:stderr", ({ file, message }) => {
      if (message.startsWith(uncaughtMark))
        uncaught.set(file, `${uncaught.get(file) ?? ""}${message.trimEnd()}\n`);
    })
    .on("test:fail", ({ name, nesting, details }) => {
      const decoded = errorCodec.decode(details.error);
      const { failureType, exitCode, signal } = isRight(decoded) ? decoded.right : {};
      if (nesting > 0) {
        if (failureType !== "subtestsFailed") kinds.add(failureType);
        return;
      }
      failed.set(name, uncaught.get(name) ?? "");
      const how = signal ?? exitCode ?? undefined;
      if (how !== undefined) ended.set(name, String(how));
      if (kinds.size === 1 && kinds.has("testTimeoutFailure")) late.add(name);
      kinds.clear();
    });
  for await (const text of events.compose(new spec())) process.stdout.write(String(text));
  clearInterval(turns);
  await remove();
  return { passed, failed, late, ended, skipped, standstillMs };
};

// What is bundled needs no loader, but its places are those of the sources.
process.execArgv.splice(0, process.execArgv.length, "--enable-source-maps");

const named = process.argv.slice(2);
const isCampaign = named[0] === "--campaign";
if (isCampaign) process.env["FLOORPLAN_CAMPAIGN"] = "long";
const isFirefox = named[0] === "--firefox";
if (isFirefox) process.env["FLOORPLAN_TEST_BROWSER"] = "firefox";
const isDemo = named[0] === "--demo";
if (isDemo) process.env["FLOORPLAN_TEST_SERVICE"] = "demo";
const runsNoBrowser = ["--service", "--outside"].includes(named[0] ?? "");
const short = (): readonly string[] => allFiles().filter((file) => !isLong(file));

/** One in so many files runs against the demo where a campaign makes a share of its cases. */
const demoStep = process.env["FLOORPLAN_CAMPAIGN_SHARE"] === undefined ? 1 : 5;

/** The files for the demo, or some of them by lot. */
const demoRun = (): readonly string[] => {
  const seed = Number(process.env["FLOORPLAN_TEST_SEED"] ?? randomInt(2 ** 32));
  process.stdout.write(`seed ${seed} (FLOORPLAN_TEST_SEED=${seed} repeats it)\n`);
  const first = randomOf(seed).below(demoStep);
  return demoFiles().filter((_, at) => at % demoStep === first);
};

const sets = new Map([
  ["--campaign", campaignFiles],
  ["--service", serviceFiles],
  ["--outside", outsideFiles],
  ["--firefox", firefoxFiles],
  ["--demo", demoRun],
]);
const isAll = named.length === 0 || named[0] === "--all";
const files = sets.get(named[0] ?? "")?.() ?? (isAll ? short() : named);
const alone = (some: readonly string[]) => some.map((file) => [file]);
const bound = isCampaign ? 1_800_000 : 240_000;
const isWhole = named[0] === "--all";
const checks = failingScripts(isWhole ? ["lint", "typecheck"] : []);
// The checks need nothing of the build, which leaves a processor idle for most of its time.
const unbuilt = await failingScripts(isWhole ? ["build:older"] : []);
if (unbuilt.length > 0) {
  await checks;
  process.exit(1);
}

/** Of a campaign's files, those that take longest come first, so that no processor idles at the end. */
const longFirst = (some: readonly string[]): readonly string[] => {
  const rank = (file: string): number => (file.includes("/long/") ? 0 : 1);
  return some.toSorted((one, other) => rank(one) - rank(other));
};

/**
 * What runs beside each other. Some files of a campaign change the network interfaces of this machine: what drives
 * browsers comes behind all others.
 */
const groups = isCampaign
  ? [files.filter((file) => !drivesBrowsers(file)), files.filter(drivesBrowsers)].map(longFirst)
  : [files];

/** All groups, one after another. */
const firstRun = async (): Promise<Outcome> => {
  const outcomes: Outcome[] = [];
  for (const group of groups)
    outcomes.push(
      await tests({
        // What runs long has a process of its own, and several have a Firefox or a demo each.
        processes: inProcesses(group, isCampaign ? 1 : isFirefox || isDemo ? 4 : undefined),
        // More than cores, since many wait for the disk or for another process; those with a browser do so less.
        concurrency: (runsNoBrowser ? 3 : 2) * availableParallelism(),
        bound,
      }),
    );
  return {
    passed: new Set(outcomes.flatMap(({ passed }) => [...passed])),
    failed: new Map(outcomes.flatMap(({ failed }) => [...failed])),
    late: new Set(outcomes.flatMap(({ late }) => [...late])),
    ended: new Map(outcomes.flatMap(({ ended }) => [...ended])),
    skipped: outcomes.flatMap(({ skipped }) => skipped),
    standstillMs: Math.max(...outcomes.map(({ standstillMs }) => standstillMs)),
  };
};

const first = await firstRun();

const isUnfinished =
  ({ passed, failed }: Outcome) =>
  (file: string): boolean =>
    !passed.has(file) && !failed.has(file);

/** Processes that something outside has killed, such as the system for want of memory: nothing that is tested kills so. */
const killed = [...first.ended].flatMap(([name, how]) => (how === "SIGKILL" ? [name] : []));
/** So many files may pass only alone: more are no accident. */
const maxAlone = 2;
/** So many are tried alone: where more fail, something else is wrong, and the run ends soon. */
const maxAgain = 8;
const slow = [...first.failed.keys()].filter(mayBeSlow);
const stoodStill = first.standstillMs > maxStandstillMs;
const again = [
  ...(slow.length <= maxAgain ? slow : []),
  ...(stoodStill ? [...first.late].filter((file) => !mayBeSlow(file)) : []),
  ...(killed.length > 0 ? files.filter(isUnfinished(first)) : []),
];
const second =
  again.length > 0 ? await tests({ processes: alone(again), concurrency: 1, bound }) : undefined;
const recovered = again.filter((file) => second?.passed.has(file) === true);
const unfinished = files.filter(isUnfinished(first)).filter((file) => !recovered.includes(file));
const areMade = unfinished.length === 0;
const failed = [...first.failed]
  .filter(([file]) => !recovered.includes(file) && !(areMade && killed.includes(file)))
  .map(([file, errors]) => `failed: ${file}${endOf(first.ended.get(file))}\n${errors}`)
  .toSorted();

const failing = await checks;
for (const name of failing) process.stdout.write(`failed: npm run ${name}\n`);
for (const text of failed) process.stdout.write(text);
for (const file of unfinished)
  process.stdout.write(`not finished: ${file}, whose process ended before\n`);
const aloneOnly = recovered.filter((file) => slow.includes(file));
if (aloneOnly.length > maxAlone)
  process.stdout.write(
    `failed: ${aloneOnly.length} files passed only alone; at most ${maxAlone} may\n`,
  );
if (failing.length + failed.length + unfinished.length > 0 || aloneOnly.length > maxAlone)
  process.exitCode = 1;
if (stoodStill)
  process.stdout.write(`the machine stood still for ${Math.round(first.standstillMs)} ms\n`);
for (const file of killed) process.stdout.write(`killed from outside: ${file}\n`);
for (const file of recovered)
  process.stdout.write(`failed beside others and passed alone: ${file}\n`);
const reasons = [...new Set(first.skipped)].toSorted().map((reason) => `; ${reason}`);
if (isAll)
  process.stdout.write(
    `${allFiles().filter(isLong).length} files are not run here; npm run test:campaign runs them\n`,
  );
process.stdout.write(`${first.skipped.length} skipped${reasons.join("")}\n`);
