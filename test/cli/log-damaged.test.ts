import assert from "node:assert/strict";
import { cp, readdir, readFile, truncate, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { logShow, logVerify } from "../../src/cli/log.ts";
import { flipBit, makeLog, placesOf } from "../backup/logs.ts";
import { bounded } from "../support/timeouts.ts";
import { temporaryFolder } from "../support/service.ts";
import { runOnData } from "../support/run-command.ts";

/** A log of several segments and two snapshots, whose first segments were compacted away. */
const soundLog = async (t: TestContext): Promise<string> => {
  const data = await temporaryFolder(t);
  await makeLog(data, 120, { segmentBytes: 1024, snapshotBytes: 1200 });
  return data;
};

const filesOf = async (data: string, ending: string): Promise<readonly string[]> =>
  (await readdir(join(data, "log"))).filter((name) => name.endsWith(ending)).toSorted();

/** What happens to a file of a log, and what `log verify` must say of it. */
interface Damage {
  readonly what: string;
  readonly ending: ".seg" | ".snap";
  /** Which of these files, counted from the newest. */
  readonly fromEnd: number;
  readonly act: (path: string, otherLog: string, otherFile: string) => Promise<void>;
  readonly says: RegExp;
}

const setField = async (path: string, at: number, value: number): Promise<void> => {
  const bytes = await readFile(path);
  bytes.writeUInt32LE(value, at);
  await writeFile(path, bytes);
};

const damages: readonly Damage[] = [
  {
    what: "a bad record",
    ending: ".seg",
    fromEnd: 3,
    act: (path) => flipBit(path, 120),
    says: /\.seg, offset 64: bad record, which was written whole once$/,
  },
  {
    what: "a bad header",
    ending: ".seg",
    fromEnd: 2,
    act: (path) => flipBit(path, 50),
    says: /\.seg, offset 0: has a damaged header$/,
  },
  {
    what: "no header",
    ending: ".seg",
    fromEnd: 2,
    act: (path) => setField(path, 0, 0),
    says: /\.seg, offset 0: is not a segment/,
  },
  {
    what: "a segment that is cut",
    ending: ".seg",
    fromEnd: 3,
    act: (path) => truncate(path, 300),
    says: /\.seg, offset \d+: the segment is cut off/,
  },
  {
    what: "an empty segment",
    ending: ".seg",
    fromEnd: 3,
    act: (path) => truncate(path, 0),
    says: /\.seg, offset 0: is not a segment/,
  },
  {
    what: "a missing segment",
    ending: ".seg",
    fromEnd: 3,
    act: unlink,
    says: /\.seg is missing: .* ends with record \d+, and .* follows$/,
  },
  {
    what: "the newest segment missing",
    ending: ".seg",
    fromEnd: 1,
    act: unlink,
    says: /\.seg is missing: .* is sealed, so a newer segment was there$/,
  },
  {
    what: "a segment under another's name",
    ending: ".seg",
    fromEnd: 3,
    act: (path, _log, other) => cp(other, path),
    says: /\.seg, offset 32: holds what belongs in /,
  },
  {
    what: "a segment of another log",
    ending: ".seg",
    fromEnd: 2,
    act: (path, otherLog) => cp(path.replace(/.*(?=\/)/, otherLog), path),
    says: /belongs to another log than /,
  },
  {
    what: "a snapshot of another log",
    ending: ".snap",
    fromEnd: 1,
    act: (path, otherLog) => cp(path.replace(/.*(?=\/)/, otherLog), path),
    says: /\.snap, offset 16: belongs to another log than /,
  },
  {
    what: "a bad record in a snapshot",
    ending: ".snap",
    fromEnd: 1,
    act: (path) => flipBit(path, 200),
    says: /\.snap, offset 64: bad record in a snapshot$/,
  },
  {
    what: "a bad record in the older snapshot",
    ending: ".snap",
    fromEnd: 2,
    act: (path) => flipBit(path, 200),
    says: /\.snap, offset 64: bad record in a snapshot$/,
  },
  {
    what: "a snapshot that is cut",
    ending: ".snap",
    fromEnd: 1,
    act: (path) => truncate(path, 100),
    says: /\.snap, offset \d+: /,
  },
];

test(
  "CLI-15: log verify and log show name every kind of damage, show what comes before it, change nothing and exit with 1",
  bounded,
  async (t) => {
    const [sound, other] = [await soundLog(t), await soundLog(t)];
    const good = await runOnData(sound, logVerify);
    assert.equal(good.code, 0, good.err);
    const revisions = (await placesOf(sound)).length;
    for (const { what, ending, fromEnd, act, says } of damages) {
      const data = await temporaryFolder(t);
      await cp(sound, data, { recursive: true });
      const names = await filesOf(data, ending);
      const path = join(data, "log", names.at(-fromEnd) ?? "");
      const otherFile = join(data, "log", names.at(-fromEnd - 1) ?? names[0] ?? "");
      await act(path, join(other, "log"), otherFile);
      const before = await readdir(join(data, "log"));
      const verified = await runOnData(data, logVerify);
      assert.equal(verified.code, 1, `${what}: ${verified.err}`);
      assert.match(verified.err, says, what);
      assert.deepEqual(verified.out, []);
      const shown = await runOnData(data, logShow);
      assert.equal(shown.code, 1, what);
      assert.equal(shown.err, verified.err, `${what}: both say the same`);
      assert(
        shown.out.length <= revisions && shown.out.every((line) => /rev \d+/.test(line)),
        what,
      );
      assert.deepEqual(await readdir(join(data, "log")), before, `${what}: nothing is changed`);
    }
  },
);

test("CLI-15: log show prints every record in front of a damaged one", bounded, async (t) => {
  const data = await soundLog(t);
  const places = await placesOf(data);
  const place = places.at(-20);
  assert(place !== undefined);
  await flipBit(place.path, place.offset + 50);
  const { code, out, err } = await runOnData(data, logShow);
  assert.equal(code, 1);
  assert.equal(out.length, places.length - 20);
  assert(err.includes(`offset ${place.offset}: bad record`), err);
});
