import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { pino } from "pino";
import { defaultConfig } from "../../src/server/config.ts";
import { BackupSchedule, type ScheduledHome } from "../../src/backup/schedule.ts";
import { backupName, type BackupOutcome } from "../../src/backup/scheduled-backup.ts";
import type { NumberedImage } from "../../src/images/image-store.ts";
import { eventually } from "../support/polling.ts";
import type { LogLine } from "../support/service.ts";

const soonMs = 10_000;

const madeAt = (at: Date): BackupOutcome => ({
  kind: "made",
  at: at.toISOString(),
  file: backupName("floorplan", at),
  bytes: 1,
  rev: 1,
  removed: 0,
  ahead: [],
});

const failedBecause = (reason: string): BackupOutcome => ({ kind: "failed", reason });

const someHome: ScheduledHome = {
  plan: { revision: 1 },
  images: { canHaveNumbered: false, numbered: async () => [] },
};

/** Copies by a double of the process that makes one, which ends as `next` says, and a clock that is set. */
const running = (t: TestContext, next: (now: Date, tries: number) => BackupOutcome) => {
  const log: LogLine[] = [];
  const logger = pino({}, { write: (line: string) => void log.push(JSON.parse(line)) });
  const clock = { now: new Date("2026-11-23T12:00:00Z"), tries: 0 };
  const copies = new BackupSchedule({
    settings: defaultConfig({ backupTo: "copies", backupEvery: 50 }),
    make: async () => {
      clock.tries += 1;
      return next(clock.now, clock.tries);
    },
    now: () => clock.now,
    log: logger,
  });
  t.after(() => copies.stop());
  const tries = (least: number): Promise<number> =>
    eventually(
      async () => (clock.tries >= least ? { seen: clock.tries } : { not: `${clock.tries} tries` }),
      soonMs,
    );
  return { copies, clock, log, tries };
};

test("BACKUP-6: the log warns once of each kind of failure and says when it works again", async (t) => {
  const reasons = ["no room on disk 1", "no room on disk 2", "no such home", "no room on disk 3"];
  const { copies, log, tries } = running(t, (now, count) => {
    const reason = reasons[count - 1];
    return reason === undefined ? madeAt(now) : failedBecause(reason);
  });
  assert.deepEqual(copies.report(), { status: "waiting" });
  copies.start(someHome);
  await tries(5);
  await eventually(
    async () =>
      copies.report().status === "ok" ? { seen: true } : { not: copies.report().status },
    soonMs,
  );
  assert.deepEqual(
    log.map(({ level, msg, reason }) => [level, reason ?? msg]),
    [
      [40, reasons[0]],
      [40, reasons[2]],
      [30, "backups can be made again"],
      [30, "a backup was made and read back"],
    ],
  );
  assert.deepEqual([copies.failures, copies.lastSuccess], [4, new Date("2026-11-23T12:00:00Z")]);
});

/** Waits until something has been counted so often. */
const counted = (least: number, count: () => number): Promise<boolean> =>
  eventually(async () => (count() >= least ? { seen: true } : { not: `${count()} times` }), soonMs);

test("BACKUP-13: while there is nothing to make one of no process is started and no disk asked, which is no failure, and the first plan has one soon", async (t) => {
  const { copies, clock, log, tries } = running(t, madeAt);
  const asked = { images: 0, disk: 0 };
  const home = { rev: 0, images: [] as readonly NumberedImage[], hadImages: false };
  copies.start({
    plan: {
      get revision() {
        return home.rev;
      },
    },
    images: {
      get canHaveNumbered() {
        asked.images += 1;
        return home.hadImages;
      },
      numbered: async () => {
        asked.disk += 1;
        return home.images;
      },
    },
  });
  await counted(3, () => asked.images);
  assert.deepEqual([clock.tries, asked.disk], [0, 0]);
  assert.deepEqual([copies.report(), copies.failures], [{ status: "waiting" }, 0]);
  home.hadImages = true;
  await counted(2, () => asked.disk);
  assert.equal(clock.tries, 0, "an image that was removed is none");
  home.rev = 1;
  await tries(1);
  await eventually(
    async () =>
      copies.report().status === "ok" ? { seen: true } : { not: copies.report().status },
    soonMs,
  );
  assert.deepEqual(
    log.map(({ msg }) => msg),
    ["a backup was made and read back"],
  );
});

test("BACKUP-13: an image that no plan shows yet has one", async (t) => {
  const { copies, tries } = running(t, madeAt);
  const image = { floor: "0", extension: "png", version: 1, since: 1, file: "bg_0.1.png" } as const;
  copies.start({
    plan: { revision: 0 },
    images: { canHaveNumbered: true, numbered: async () => [image] },
  });
  assert.equal(await tries(1), 1);
});

test("BACKUP-6: a failure is told with its time and that of the last good one", async (t) => {
  const { copies, clock, tries } = running(t, (now, count) =>
    count === 1 ? madeAt(now) : failedBecause("the disk is full"),
  );
  copies.start(someHome);
  await tries(1);
  clock.now = new Date("2026-11-24T12:00:00Z");
  await tries(2);
  const seen = await eventually(
    async () =>
      copies.report().status === "failed" ? { seen: copies.report() } : { not: "failed" },
    soonMs,
  );
  assert.deepEqual(seen, {
    status: "failed",
    reason: "the last backup failed; see the service's log",
    at: "2026-11-24T12:00:00.000Z",
    last: "2026-11-23T12:00:00.000Z",
  });
});

test("BACKUP-1: what is there counts from the start, and is not made again", async (t) => {
  const newest = "2026-11-23T12:00:00.000Z";
  const { copies, clock, tries } = running(t, (now, count) =>
    count === 1 ? { kind: "not-due", newest } : madeAt(now),
  );
  copies.start(someHome);
  await eventually(
    async () => (copies.report().status === "ok" ? { seen: true } : { not: "ok" }),
    soonMs,
  );
  assert.deepEqual([clock.tries, copies.lastSuccess], [1, clock.now]);
  clock.now = new Date(clock.now.getTime() + 50);
  await tries(2);
});

test("BACKUP-1: after the clock was put back, the next one does not wait until it has caught up", async (t) => {
  const { copies, clock, tries } = running(t, madeAt);
  copies.start(someHome);
  await tries(1);
  clock.now = new Date("2020-01-01T00:00:00Z");
  await tries(2);
  await eventually(async () => {
    const year = copies.lastSuccess?.getFullYear();
    return year === 2020 ? { seen: true } : { not: String(year) };
  }, soonMs);
});

test("BACKUP-8: one that another node has made is the newest, and one under way is waited for", async (t) => {
  const { copies, clock, tries } = running(t, (now, count) =>
    count === 1 ? { kind: "busy" } : { kind: "not-due", newest: now.toISOString() },
  );
  copies.start(someHome);
  await tries(2);
  const last = clock.now.toISOString();
  await eventually(
    async () => (copies.report().status === "ok" ? { seen: true } : { not: "ok" }),
    soonMs,
  );
  assert.deepEqual([copies.report(), copies.failures], [{ status: "ok", last }, 0]);
});
