import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import {
  type FileSystem,
  type Log,
  type LogEvent,
  type LogFailed,
  openLog,
} from "../../wal/index.ts";
import { sampledCases } from "../campaign/scale.ts";
import { folder } from "../support/log-runs.ts";
import { type Fault, MemoryDisk, systemError } from "../support/memory-disk.ts";
import { sectorBytes } from "../support/memory-file.ts";
import { type Random, randomOf, seededRandom } from "../support/random.ts";

const limits = { segmentBytes: 8192, snapshotBytes: 2 ** 30 };
const fileHeaderBytes = 64;
const recordHeaderBytes = 40;
/** Records end at multiples of so many bytes, and so do the parts of a write that a disk takes. */
const unit = 8;

interface Opened {
  readonly log: Log;
  readonly events: readonly LogEvent[];
  /** The first letters of the payloads that were read. */
  readonly letters: string;
}

const open = async (fs: FileSystem): Promise<Opened> => {
  const events: LogEvent[] = [];
  let letters = "";
  const take = (payload: Buffer | undefined): void => void (letters += payload?.toString()[0]);
  const visitor = {
    onSnapshot: (entries: readonly Buffer[]) => entries.forEach(take),
    onRecord: take,
  };
  const report = (event: LogEvent): void => void events.push(event);
  const opened = await openLog({ fs, folder, limits, report }, visitor)();
  assert(!isLeft(opened), isLeft(opened) ? opened.left.message : "");
  return { log: opened.right, events, letters };
};

/** Appends payloads of these lengths in one batch. */
const append = (
  log: Log,
  letter: string,
  lengths: readonly number[],
): Promise<Either<LogFailed, void>> =>
  log.append(lengths.map((length) => [Buffer.alloc(length, letter)]))();

/** A disk that copies on write: while it is full, it has no room for cutting a file either. */
class CopyingDisk {
  readonly disk = new MemoryDisk();
  /** Called before each call on a segment. */
  onCall: () => void = () => undefined;
  /** Bytes that segments may still take. */
  #room = Infinity;
  #cutsFailWith = "ENOSPC";
  #write = { from: 0, length: 0 };
  /** Whether it takes what lies in one sector whole or not at all. */
  readonly #hasWholeSectors: boolean;
  readonly #mounted = this.disk.mount((call): Fault => {
    if (!call.path.endsWith(".seg")) return undefined;
    this.onCall();
    if (this.#room === Infinity) return undefined;
    if (call.name === "truncate") return systemError(this.#cutsFailWith, call);
    if (call.name !== "write") return undefined;
    const taken = this.#taken();
    this.#room -= taken;
    return taken > 0 ? taken : systemError("ENOSPC", call);
  });

  readonly fs: FileSystem = {
    ...this.#mounted,
    open: async (path, mode) => {
      const file = await this.#mounted.open(path, mode);
      return {
        ...file,
        write: (buffers, from) => {
          this.#write = { from, length: buffers.reduce((sum, { length }) => sum + length, 0) };
          return file.write(buffers, from);
        },
      };
    },
  };

  constructor(hasWholeSectors = true) {
    this.#hasWholeSectors = hasWholeSectors;
  }

  fillUp(room: number, cutsFailWith = "ENOSPC"): void {
    this.#room = room;
    this.#cutsFailWith = cutsFailWith;
  }

  makeRoom(): void {
    this.#room = Infinity;
  }

  #taken(): number {
    const { from, length } = this.#write;
    const isInSector = (from % sectorBytes) + length <= sectorBytes;
    return this.#hasWholeSectors && isInSector && length > this.#room
      ? 0
      : Math.min(length, this.#room);
  }
}

/** The letters that are read, and whether there was a torn tail, where the process is started again on a disk. */
const restarted = async (disk: MemoryDisk): Promise<readonly [string, boolean]> => {
  const { log, letters, events } = await open(disk.mount());
  await log.close();
  return [letters, events.some(({ kind }) => kind === "torn-tail")];
};

/** What a kill leaves, and two power losses. */
const leftOf = (disk: MemoryDisk, random: Random): readonly MemoryDisk[] => [
  new MemoryDisk(disk.files),
  disk.afterPowerLoss(),
  disk.afterPowerLoss(random),
];

/** A batch behind a record that ends at some place of a sector, and how much room the disk has for it. */
interface Refused {
  readonly behind: number;
  readonly lengths: readonly number[];
  readonly room: number;
}

/** So many bytes of a long batch, at either end, are more than what the log treats apart: a header and two sectors. */
const endBytes = 1280;
/** In the middle one sector is like another: these steps still come to every place within one. */
const middleUnits = 15;

/** Every room that is too little, less densely in the middle of long batches. */
function* refusedBatches(
  behinds: readonly number[],
  batches: readonly (readonly number[])[],
): Generator<Refused> {
  for (const behind of behinds)
    for (const lengths of batches) {
      const bytes = lengths.reduce(
        (sum, length) => sum + recordHeaderBytes + Math.ceil(length / unit) * unit,
        0,
      );
      for (let room = 0; room < bytes;) {
        yield { behind, lengths, room };
        const isInMiddle = room > endBytes && room < bytes - endBytes;
        room += unit * (isInMiddle ? middleUnits : 1);
      }
    }
}

/** A log with an acknowledged record `k`, by which such a batch of `r` was refused, and the cut with it. */
const refusing = async ({ behind, lengths, room }: Refused, copying = new CopyingDisk()) => {
  const { log, events } = await open(copying.fs);
  const before = 2 * sectorBytes + behind - fileHeaderBytes - recordHeaderBytes;
  assert(!isLeft(await append(log, "k", [before])));
  copying.fillUp(room);
  const answer = await append(log, "r", lengths);
  assert(isLeft(answer) && answer.left.passing);
  return { copying, log, events };
};

test("LOG-42: nothing of a refused batch is ever read again, whatever part of it the disk took, also where it refuses the cut as well and the process is killed", async (t) => {
  const random = seededRandom(t);
  const several = [
    [20, 30],
    [25, 0, 7],
    [20, 1500, 40],
    [1500, 20],
    [470, 470, 470],
    Array.from({ length: 60 }, (_, position) => 10 + position),
    [20, 9000],
  ];
  const all = [...refusedBatches([0, 8, 264, 480, 504], [[20], [1500], [9000], ...several])];
  let disks = 0;
  for (const refused of sampledCases(random, all, 96)) {
    const { copying, log } = await refusing(refused);
    const assertGone = async (what: string): Promise<void> => {
      const seed = random.below(2 ** 32);
      for (const left of leftOf(copying.disk, randomOf(seed))) {
        const [letters] = await restarted(left);
        assert.equal(letters, "k", `${JSON.stringify(refused)}, ${what}, disk of seed ${seed}`);
        disks += 1;
      }
    };
    await assertGone("refused once");
    copying.fillUp(unit);
    const again = await append(log, "r", refused.lengths);
    assert(isLeft(again) && again.left.passing);
    await assertGone("refused twice");
    await log.close();
    await assertGone("closed while there was no room");
  }
  t.diagnostic(`${disks} disks`);
});

test("LOG-42: nothing of it is read either where the disk has taken a part of what lies behind the first record, amid a sector", async () => {
  const second = recordHeaderBytes + 32;
  for (let room = 0; room <= second; room += 1) {
    const disk = new CopyingDisk(false);
    const { copying, log } = await refusing({ behind: 264, lengths: [20, 30], room }, disk);
    assert.equal((await restarted(new MemoryDisk(copying.disk.files)))[0], "k", `${room} bytes`);
    await log.close();
  }
});

/** What takes back what is left of a refused batch when there is room again. */
const next: Readonly<Record<string, (log: Log) => Promise<unknown>>> = {
  append: (log) => append(log, "a", [30]),
  seal: (log) => log.startSnapshot([[Buffer.from("k")]])(),
  close: (log) => log.close(),
};

test("LOG-42: what is left of a refused batch is taken back with room again, before anything else is written, and with a stop; killed before any call of that, the log has what was acknowledged", async (t) => {
  const random = seededRandom(t);
  const all = [...refusedBatches([264], [[300], [20, 1500, 40]])];
  for (const refused of sampledCases(random, all, 12))
    for (const [name, does] of Object.entries(next)) {
      const { copying, log } = await refusing(refused);
      const when = `${JSON.stringify(refused)}, ${name}`;
      copying.makeRoom();
      const states: MemoryDisk[] = [];
      copying.onCall = () => states.push(...leftOf(copying.disk, random));
      await does(log);
      copying.onCall = () => undefined;
      assert(states.length >= 6, `${when}: a cut and its sync at the least, ${states.length}`);
      for (const [at, left] of states.entries()) {
        const [letters] = await restarted(left);
        // What is appended may be there before its answer.
        assert(
          ["k", name === "append" ? "ka" : "k"].includes(letters),
          `${when}, ${at}: ${letters}`,
        );
      }
      if (name !== "close") await log.close();
      const acknowledged = name === "append" ? "ka" : "k";
      for (const left of leftOf(copying.disk, random))
        assert.deepEqual(await restarted(left), [acknowledged, false], when);
    }
});

const settle = async (): Promise<void> => {
  for (let turns = 0; turns < 60; turns += 1) await Promise.resolve();
};

/** The batch is refused, and the first look for room comes. */
const untilLookedFor = async (t: TestContext, cutsFailWith: string) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const refused = await refusing({ behind: 264, lengths: [20, 1500, 40], room: 800 });
  refused.copying.fillUp(0, cutsFailWith);
  t.mock.timers.tick(500);
  await settle();
  return refused;
};

const isOver = (events: readonly LogEvent[]): boolean =>
  events.some(({ kind }) => kind === "room-again");

test("LOG-42, LOG-29: with room again it is taken back also if nobody saves, and only then is that told", async (t) => {
  const { copying, log, events } = await untilLookedFor(t, "ENOSPC");
  assert(!isOver(events), "a file can be made, and the cut is refused");
  copying.makeRoom();
  t.mock.timers.tick(1000);
  await settle();
  assert(isOver(events));
  assert.deepEqual(await restarted(new MemoryDisk(copying.disk.files)), ["k", false]);
  assert(!isLeft(await append(log, "a", [30])));
  await log.close();
  assert.deepEqual(await restarted(copying.disk), ["ka", false]);
});

test("LOG-42, LOG-27: a cut that fails for another reason ends the log for good, also where nobody saves", async (t) => {
  const { copying, log, events } = await untilLookedFor(t, "EIO");
  const failed = events.filter(({ kind }) => kind === "failed");
  assert.equal(failed.length, 1, "it is told at once");
  copying.makeRoom();
  const answer = await append(log, "a", [30]);
  assert(isLeft(answer) && !answer.left.passing && /EIO/.test(answer.left.reason));
  assert.deepEqual(failed, [{ kind: "failed", reason: answer.left.reason }]);
  t.mock.timers.tick(100_000);
  await settle();
  await log.close();
  assert(!isOver(events), "no end of it is told");
  assert.equal(events.filter(({ kind }) => kind === "failed").length, 1, "nor told again");
  assert.deepEqual((await restarted(copying.disk))[0], "k");
});
