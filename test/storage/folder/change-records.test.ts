import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { nodeFileSystem, openLog } from "../../../wal/index.ts";
import { range } from "../../service/revisions.ts";
import { diskWith } from "../../support/disk.ts";
import { seededRandom } from "../../support/random.ts";
import { temporaryFolder } from "../../support/service.ts";
import { bounded } from "../../support/timeouts.ts";
import {
  ChangedLog,
  longPlan,
  oneSegment,
  randomChange,
  recordsIn,
  textsIn,
} from "./changed-log.ts";

const note = (text: string): string => `[{"op":"add","path":"/note","value":"${text}"}]`;

/** A log of a long plan and some changes, closed. */
const changedLog = async (t: TestContext, changes: number) => {
  const folder = `${await temporaryFolder(t)}/log`;
  const log = await ChangedLog.open({ folder });
  await log.save(longPlan());
  for (const each of range(1, changes)) await log.change(note(`change ${each}`));
  await log.close();
  return { folder, texts: log.texts };
};

/** Appends records as they are given. */
const append = async (folder: string, ...payloads: readonly string[]): Promise<void> => {
  const visitor = { onSnapshot: () => undefined, onRecord: () => undefined };
  const options = { fs: nodeFileSystem, folder, limits: oneSegment, report: () => undefined };
  const opened = await openLog(options, visitor)();
  assert(isRight(opened));
  for (const payload of payloads)
    assert(isRight(await opened.right.append([[Buffer.from(payload)]])()));
  await opened.right.close();
};

test(
  "LOG-43: small changes of a plan of 4 KiB are stored as records of changes, and read back with the history, text by text",
  bounded,
  async (t) => {
    const random = seededRandom(t);
    const folder = `${await temporaryFolder(t)}/log`;
    let log = await ChangedLog.open({ folder });
    await log.save(longPlan());
    for (const each of range(1, 60)) {
      const kind = random.below(6);
      if (kind === 0) {
        const before = (log.texts.get(log.rev) ?? "").replace(/"x":[\d.e]+/, `"x":${each}e0`);
        await log.save(before);
      } else if (kind === 1)
        await log.change(randomChange(random, each), randomChange(random, 1000 + each));
      else await log.change(randomChange(random, each));
      if (random.below(10) > 0) continue;
      await log.close();
      const known = log.texts;
      log = await ChangedLog.open({ folder });
      for (const [rev, text] of log.texts) assert.equal(text, known.get(rev), `revision ${rev}`);
      for (const [rev, text] of known) log.texts.set(rev, text);
    }
    await log.close();
    const read = await textsIn({ folder });
    assert(!("refused" in read));
    assert.equal(read.size, 21);
    for (const [rev, text] of read) assert.equal(text, log.texts.get(rev), `revision ${rev}`);
    const records = await recordsIn(folder);
    const changes = records.filter(({ isChange }) => isChange);
    assert(changes.length > records.length / 2, `${changes.length} of ${records.length}`);
    for (const { payload } of changes) assert(payload.length < 2000);
  },
);

test(
  "LOG-43: a plan of less than 4 KiB, and one that differs much, is stored whole",
  bounded,
  async (t) => {
    const folder = `${await temporaryFolder(t)}/log`;
    const log = await ChangedLog.open({ folder });
    await log.save('{"rooms":[],"note":"a short plan, longer than a change of it"}');
    await log.change(note("still short"));
    await log.save(longPlan());
    await log.change(note("long"));
    await log.save(longPlan().replaceAll("number", "count"));
    await log.change(`[{"op":"replace","path":"/devices","value":[]}]`);
    await log.close();
    const kinds = (await recordsIn(folder)).map(({ isChange }) => isChange);
    assert.deepEqual(kinds, [false, false, false, true, false, false]);
  },
);

test(
  "LOG-43: the CRC-32 and the revision that a record of changes names are verified, and it is refused with file and offset",
  bounded,
  async (t) => {
    const { folder } = await changedLog(t, 2);
    const records = await recordsIn(folder);
    const [, , last] = records;
    assert(last?.isChange === true && last.rev === 3);
    const [head = "", patch = ""] = last.payload.toString().split("\n");
    const crc = Number(/"crc":(\d+)/.exec(head)?.[1]);
    const next = (line: string, changes: string): string =>
      `${line.replace('"rev":3', '"rev":4').replace('"from":2', '"from":3')}\n${changes}`;
    for (const [payload, says] of [
      [next(head, patch).replace(String(crc), String((crc + 1) % 2 ** 32)), /checksum/],
      [next(head, patch).replace('"from":3', '"from":2'), /changes revision 2, .* is 3$/],
      [next(head, patch).replace('"from":3', '"from":4'), /changes revision 4, .* is 3$/],
      [next(head, patch.replace("change 2", "change 3")), /checksum/],
      [
        next(head, patch.replace("/note", "/none/note")),
        /operation 0 of its changes: .*no such place/,
      ],
      [next(head, patch.replace('"add"', '"odd"')), /no JSON Patch/],
      [next(head, `${patch},`), /no JSON Patch/],
      [next(head, patch.slice(0, -1)), /no JSON Patch/],
      [next(head, "{}"), /no JSON Patch/],
      [next(head, ""), /no JSON Patch/],
      [next(head.replace(/,"crc":\d+/, ""), patch), /not a summary/],
      [next(head.replace('"from":2,', ""), patch), /not a summary/],
    ] as const) {
      const { folder: own } = await changedLog(t, 2);
      await append(own, payload);
      const read = await textsIn({ folder: own });
      assert("refused" in read, payload);
      assert.match(read.refused, /^0{19}1\.seg, offset \d+: /);
      assert.match(read.refused, says);
      const places = await recordsIn(own).catch(() => []);
      const at = places.at(-1);
      if (at?.rev === 4) assert(read.refused.includes(`offset ${at.offset}: `), read.refused);
    }
  },
);

test(
  "LOG-43: a record of changes in the place of the first revision, or of a snapshot's plan, is refused",
  bounded,
  async (t) => {
    const { folder } = await changedLog(t, 1);
    const change = (await recordsIn(folder)).at(-1)?.payload.toString() ?? "";
    const first = `${await temporaryFolder(t)}/log`;
    await append(first, change);
    const read = await textsIn({ folder: first });
    assert("refused" in read);
    assert.match(read.refused, /offset 64: .*changes revision 1, and the one before it is missing/);
  },
);

test(
  "LOG-44: changes in a row have at most the bytes of the plan, then the next revision is stored whole",
  bounded,
  async (t) => {
    const folder = `${await temporaryFolder(t)}/log`;
    const log = await ChangedLog.open({ folder });
    await log.save(longPlan());
    for (const each of range(1, 40)) {
      await log.change(note(String(each % 10).repeat(1000)));
      if (each !== 20) continue;
      // The bound holds across a restart, too.
      await log.close();
      const again = await ChangedLog.open({ folder });
      await again.change(note("after the start"));
      await again.close();
      break;
    }
    const more = await ChangedLog.open({ folder });
    for (const each of range(1, 20)) await more.change(note(String(each % 10).repeat(1000)));
    await more.close();
    let [inRow, wholes] = [0, 0];
    const most = longPlan().length + ',"note":""'.length + 1000;
    for (const { isChange, payload } of await recordsIn(folder)) {
      // The changes themselves, without the line before them and the brackets.
      inRow = isChange ? inRow + payload.length - payload.indexOf("\n") - 3 : 0;
      if (!isChange) wholes += 1;
      assert(inRow <= most, `${inRow} bytes of changes in a row`);
    }
    assert(wholes > 4, `${wholes} whole plans`);
  },
);

test(
  "LOG-44: after chain-records changes a snapshot is made, from which the next start goes on",
  bounded,
  async (t) => {
    const folder = `${await temporaryFolder(t)}/log`;
    const chainRecords = 5;
    let log = await ChangedLog.open({ folder, chainRecords });
    await log.save(longPlan());
    for (const round of range(1, 4)) {
      for (const each of range(1, chainRecords)) await log.change(note(`change ${round}.${each}`));
      // A snapshot that is under way is waited for, so that each round has its own, however slow the disk is.
      await log.close();
      const { entries } = await snapshotsIn(folder);
      assert.equal(entries.at(-1), 1 + round * chainRecords);
      log = await ChangedLog.open({ folder, chainRecords });
    }
    await log.change(note("behind the last one"));
    await log.close();
    const read = await textsIn({ folder, chainRecords });
    assert(!("refused" in read));
    for (const [rev, text] of read) assert.equal(text, log.texts.get(rev));
    assert.equal(Math.max(...read.keys()), 2 + 4 * chainRecords);
  },
);

test(
  "LOG-44: however many changes are made while a snapshot is being written, no other one is begun beside it",
  bounded,
  async (t) => {
    const folder = `${await temporaryFolder(t)}/log`;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const begun: string[] = [];
    const fs = diskWith(async ({ name, path }) => {
      if (name !== "open" || !path.endsWith(".snap.tmp")) return;
      begun.push(path);
      await held;
    });
    const chainRecords = 5;
    const log = await ChangedLog.open({ folder, fs, chainRecords });
    await log.save(longPlan());
    for (const each of range(1, 4 * chainRecords)) await log.change(note(`change ${each}`));
    assert.equal(begun.length, 1);
    release();
    // The next one is begun once that one is done.
    while (begun.length < 2) await log.change(note("later"));
    await log.close();
    const read = await textsIn({ folder });
    assert(!("refused" in read));
    for (const [rev, text] of read) assert.equal(text, log.texts.get(rev));
  },
);

/** The names of the snapshots in a folder, and the last index of each. */
const snapshotsIn = async (folder: string) => {
  const names = (await nodeFileSystem.list(folder)).filter((name) => name.endsWith(".snap"));
  const listing = names.toSorted();
  return { listing, entries: listing.map((name) => Number.parseInt(name, 10)) };
};
