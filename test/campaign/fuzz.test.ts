import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import {
  checkSnapshot,
  openLog,
  readSnapshot,
  readDamagedLog,
  readSoundLog,
} from "../../wal/index.ts";
import { checksumSeed } from "../../wal/log-files.ts";
import { decodeRecord, RecordSearch } from "../../wal/record.ts";
import { decodeRevision } from "../../src/plan/stored-plan.ts";
import { folder, limits, run } from "../support/log-runs.ts";
import { plainLog } from "../support/sample-logs.ts";
import { MemoryDisk } from "../support/memory-disk.ts";
import { type Random, randomOf, seededRandom } from "../support/random.ts";
import { mutate } from "./mutations.ts";
import { randomCases } from "./scale.ts";

type Files = ReadonlyMap<string, Buffer>;

/** Case seeds that once found a bug; each is tried again for good. */
const onceFailed: readonly number[] = [3909183311];

/** Logs as the program writes them: plain segments, and segments with snapshots and long batches. */
const samples = async (): Promise<readonly [Files, Files]> => {
  const snapshots = new MemoryDisk();
  await run(snapshots.mount());
  return [(await plainLog()).disk.files, snapshots.files];
};

const lenient = () => ({
  onSnapshot: () => undefined,
  onRecord: (payload: Buffer) => void decodeRevision(payload),
  onCovered: () => undefined,
});

/** Counts the bytes that are asked for while `work` runs; the first number is the largest request. */
const allocations = async (t: TestContext, work: () => Promise<void>) => {
  let largest = 0;
  let total = 0;
  const note = (bytes: number): void => {
    largest = Math.max(largest, bytes);
    total += bytes;
  };
  const mocks = (["alloc", "allocUnsafe", "allocUnsafeSlow"] as const).map((name) => {
    const original = Buffer[name].bind(Buffer);
    return t.mock.method(Buffer, name, (bytes: number) => {
      note(bytes);
      return original(bytes);
    });
  });
  try {
    await work();
  } finally {
    for (const { mock } of mocks) mock.restore();
  }
  return { largest, total };
};

/** What a case tells: whether the log still opened. */
interface Outcome {
  readonly opened: boolean;
  readonly mutations: readonly string[];
}

/** Every decoder reads a log that is changed as the case's seed says. */
const tryCase = async (t: TestContext, all: readonly [Files, Files], seed: number) => {
  const random = randomOf(seed);
  const mutations: string[] = [];
  const files = new Map(random.pick([...all]));
  for (let count = 1 + random.below(3); count > 0; count -= 1) {
    const paths = [...files.keys()].filter((path) => /\.(seg|snap)$/.test(path));
    const [path, other] = [0, 1].map(() => paths[random.below(paths.length)] ?? "");
    const from = files.get(other ?? "") ?? Buffer.alloc(0);
    const mutated = mutate(files.get(path ?? "") ?? Buffer.alloc(0), from, random);
    files.set(path ?? "", mutated.bytes);
    mutations.push(`${mutated.name} of ${path}`);
  }
  const sizes = [...files.values()].map(({ length }) => length);
  const room = sizes.reduce((sum, size) => sum + size, 0) + 512 * files.size;
  const disk = new MemoryDisk(files);
  const fs = disk.mount();
  const readings = {
    "a sound log": () => readSoundLog(fs, folder, lenient()),
    "a damaged log": () => readDamagedLog(fs, folder, lenient()),
    snapshots: async () => {
      for (const path of files.keys())
        await readSnapshot(fs, folder, path.slice(folder.length + 1));
    },
    "snapshots read back": async () => {
      for (const path of files.keys())
        await checkSnapshot(fs, folder, path.slice(folder.length + 1));
    },
    records: async () => decodeAnywhere([...files.values()], random),
  };
  for (const [name, read] of Object.entries(readings)) {
    const { largest, total } = await allocations(t, async () => void (await read()));
    assert(largest <= Math.max(64, ...sizes), `${name}: ${largest} bytes asked for at once`);
    assert(total <= room, `${name}: ${total} bytes asked for, for files of ${room}`);
  }
  assert.deepEqual(disk.files, new Map([...files].toSorted(byPath)), "readers change nothing");
  const opened = await openLog({ fs, folder, limits, report: () => undefined }, lenient())();
  if (isRight(opened)) await opened.right.close();
  // The disk fails nothing here: what is told as its failure would be an exception within.
  else assert.notEqual(opened.left.kind, "unavailable", opened.left.message);
  return { opened: isRight(opened), mutations };
};

const byPath = ([one]: readonly [string, Buffer], [other]: readonly [string, Buffer]): number =>
  one < other ? -1 : 1;

const decodeAnywhere = (files: readonly Buffer[], random: Random): void => {
  for (const bytes of files) {
    const seed = checksumSeed(bytes.subarray(16, 32));
    const at = random.below(bytes.length + 64);
    for (const offset of [at, at - (at % 8)]) {
      const record = decodeRecord(bytes, offset, seed);
      assert(record === undefined || offset + record.stride <= bytes.length);
    }
    const found = new RecordSearch(bytes, seed).next(at);
    assert(found === undefined || (found.offset >= at && found.offset % 8 === 0));
  }
};

const repeatable = async (t: TestContext, all: readonly [Files, Files], seed: number) => {
  try {
    return await tryCase(t, all, seed);
  } catch (error) {
    throw new Error(`case ${seed} fails: put it into onceFailed`, { cause: error });
  }
};

for (const seed of onceFailed)
  test(`LOG-25: case ${seed}, which once failed, is read without a crash`, async (t) => {
    await repeatable(t, await samples(), seed);
  });

test("LOG-25: whatever the bytes of segments and snapshots are, they are read or refused, without a crash, a hang, or asking for more memory than the files' length", async (t) => {
  const random = seededRandom(t);
  const all = await samples();
  const until = performance.now() + randomCases(1500, 65_000);
  const seen = new Map<string, number>();
  let [cases, opened] = [0, 0];
  while (performance.now() < until) {
    const outcome: Outcome = await repeatable(t, all, random.below(2 ** 32));
    cases += 1;
    if (outcome.opened) opened += 1;
    for (const mutation of outcome.mutations) {
      const name = mutation.replace(/ of .*/, "");
      seen.set(name, (seen.get(name) ?? 0) + 1);
    }
  }
  t.diagnostic(`${cases} cases, ${opened} of them opened: ${JSON.stringify([...seen])}`);
  assert(opened > 0 && opened < cases, "some logs still open, and some are refused");
});
