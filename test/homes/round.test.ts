import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { right } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { HomeRound } from "../../src/homes/home-round.ts";
import { defaultConfig } from "../../src/server/config.ts";
import { withLimits } from "../../src/server/limits.ts";
import { RatedLog } from "../../src/server/runtime/rated-log.ts";
import { revOf } from "../service/revisions.ts";
import { numberedPlan } from "../support/plans.ts";
import { eventually } from "../support/polling.ts";
import { type LogLine, temporaryFolder, type TestScope } from "../support/service.ts";
import { bounded, until } from "../support/timeouts.ts";
import { asleep, openFilesIn, startTestHomes } from "../support/homes.ts";

/** A round of homes whose work ends only when it is told to, if they hang. */
const roundOf = (
  t: TestScope,
  ids: readonly string[],
  hang: readonly string[],
  tidyMs: number,
  elsewhere: readonly string[] = [],
) => {
  const log: LogLine[] = [];
  const logger = pino({}, { write: (line: string) => void log.push(JSON.parse(line)) });
  const ratedLog = new RatedLog(logger);
  const [begun, ended, slept]: string[][] = [[], [], []];
  const tidied = async (id: string, signal: AbortSignal): Promise<void> => {
    begun?.push(id);
    if (hang.includes(id))
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    ended?.push(id);
  };
  const round = new HomeRound({
    directory: { ids: () => ids, purge: async () => right([]) },
    looksAfter: (id) => !elsewhere.includes(id),
    homes: {
      use: async (id) =>
        right({
          home: { tidied: (signal) => tidied(id, signal) },
          release: () => undefined,
          releaseToSleep: () => void slept?.push(id),
        }),
    },
    config: withLimits(defaultConfig({}), { homesRoundMs: 1, homesTidyMs: tidyMs }),
    ratedLog,
  });
  t.after(async () => {
    await round.stop();
    ratedLog.close();
  });
  const all = async (of: readonly string[] | undefined, wanted: readonly string[]) =>
    eventually(
      async () =>
        wanted.every((id) => of?.includes(id)) ? { seen: true } : { not: String(of?.join()) },
      bounded.timeout,
    );
  return { round, log, begun, ended, slept, all };
};

test("HOMES-178: a home whose backup hangs does not hold up the others", bounded, async (t) => {
  const { round, ended, begun, all } = roundOf(t, ["a", "b", "c", "d"], ["b"], 600_000);
  round.start();
  await all(begun, ["b"]);
  await all(ended, ["a", "c", "d"]);
  assert(!ended?.includes("b"));
  assert.equal(begun?.filter((id) => id === "b").length, 1);
});

test(
  "HOMES-178: a backup that takes longer than homes-tidy-ms is ended, and the log says so",
  bounded,
  async (t) => {
    const { round, log, ended, slept, all } = roundOf(t, ["a", "b"], ["a", "b"], 20);
    round.start();
    await all(ended, ["a", "b"]);
    await all(slept, ["a", "b"]);
    const [first] = log;
    assert.match(String(first?.msg), /longer than homes-tidy-ms, 20$/);
    assert.match(String(first?.["home"]), /^[ab]$/);
  },
);

test("HOMES-194: a home that another node looks after is left alone", bounded, async (t) => {
  const { round, begun, ended, all } = roundOf(t, ["a", "b", "c"], [], 600_000, ["b"]);
  round.start();
  await all(ended, ["a", "c"]);
  // By then the round has begun again behind the last one.
  await until(() => (begun?.length ?? 0) > 4);
  assert(!begun?.includes("b"));
});

test("HOMES-178: a stop ends the backups of the round", bounded, async (t) => {
  const { round, log, begun, ended, all } = roundOf(t, ["a", "b"], ["a", "b"], 600_000);
  round.start();
  await all(begun, ["a", "b"]);
  await round.stop();
  assert.deepEqual(ended?.toSorted(), ["a", "b"]);
  assert.deepEqual(log, []);
});

test(
  "HOMES-178: a sleeping home is woken for its backup, and sleeps at once, whatever home-idle says",
  bounded,
  async (t) => {
    const backupTo = await temporaryFolder(t);
    const first = await startTestHomes(t);
    const one = first.home("one");
    await (await one.login(one.admin)).save(numberedPlan(1));
    await first.stop();
    const homes = [one, first.home("two")];
    const again = await startTestHomes(t, {
      config: { backupTo, backupEvery: 3_600_000, homesRoundMs: 1, homeIdle: 600_000 },
      again: { root: first.root, homes },
    });
    await eventually(async () => {
      const files = await readdir(join(backupTo, "one")).catch(() => []);
      const made = files.find((name) => name.endsWith(".tar.gz"));
      return made === undefined ? { not: files.join() } : { seen: made };
    }, bounded.timeout);
    await asleep(one);
    // Somebody who has come keeps it awake.
    const screen = await again.home("one").login(one.viewer);
    assert.equal(revOf(await screen.result("floorplan/plan/get")), 1);
    assert.notDeepEqual(await openFilesIn(one), []);
  },
);
