import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import {
  checkSnapshot,
  nodeFileSystem,
  type OnLogRecord,
  readSoundLog,
  type SoundLog,
} from "../../wal/index.ts";
import { settings } from "../config.ts";
import type { Author } from "../plan/author.ts";
import { decodeSummary, type Head } from "../plan/stored-plan.ts";
import { inLogOf, readSettled } from "../rescue/read-state.ts";
import { authorName } from "./author-name.ts";
import { dataOption } from "./options.ts";
import { type ExitCode, fail, type Input, type Verb } from "./verb.ts";

type Read = Either<string, SoundLog | undefined>;

/** Reads the log as a start does, and every snapshot as well, also those that a start would not need. */
const readOnce = (data: string, onRecord: OnLogRecord): Promise<Read> =>
  inLogOf(nodeFileSystem, data, async (folder) => {
    const visitor = { onSnapshot: () => undefined, onRecord, onCovered: onRecord };
    const log = await readSoundLog(nodeFileSystem, folder, visitor);
    if (isLeft(log)) return left(log.left.message);
    for (const file of log.right?.listing.snapshots ?? []) {
      const checked = await checkSnapshot(nodeFileSystem, folder, file);
      if (isLeft(checked)) return left(checked.left.message);
    }
    return right(log.right);
  });

/** Reads the whole log, also while the service saves; a line for each record in front of what is wrong. */
const readLog = async (
  input: Input,
): Promise<{ readonly read: Read; readonly lines: readonly string[] }> => {
  const data = input.option("data") ?? settings.data.default;
  const lineOf = input.has("json") ? (found: Found) => JSON.stringify(found) : inWords;
  let lines: string[] = [];
  const read = await readSettled(async () => {
    lines = [];
    let odd: string | undefined;
    const found = await readOnce(data, (payload, file, offset) => {
      const record = foundIn(payload, file, offset);
      if (isLeft(record)) odd ??= `${file}, offset ${offset}: ${record.left}`;
      else lines.push(lineOf(record.right));
    });
    return odd === undefined ? found : left(odd);
  });
  return { read, lines };
};

/** A record of the log, and where it lies. */
interface Found {
  readonly segment: string;
  readonly offset: number;
  readonly rev: number;
  readonly saved_at: string;
  readonly bytes: number;
  readonly by: Author | undefined;
}

const foundIn = (payload: Buffer, segment: string, offset: number): Either<string, Found> =>
  map(({ summary: { rev, saved_at }, by }: Head) => {
    return { segment, offset, rev, saved_at, bytes: payload.length, by };
  })(decodeSummary(payload));

const inWords = ({ segment, offset, rev, saved_at, bytes, by }: Found): string => {
  const name = authorName(by);
  const what = `rev ${rev}  ${saved_at}  ${bytes} bytes${name === undefined ? "" : `  by ${name}`}`;
  return `${segment}  ${String(offset).padStart(9)}  ${what}`;
};

const counted = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? "" : "s"}`;

const finish = (input: Input, result: Read, records: number): ExitCode => {
  if (isLeft(result)) return fail(input, result.left);
  if (result.right === undefined) return fail(input, "there is no log in this data folder");
  const { segments, base, unreadable, newest } = result.right;
  for (const refused of unreadable) input.err(`unreadable snapshot: ${refused.message}`);
  if (newest.end === "torn")
    input.err(
      `torn tail: ${newest.file}, offset ${newest.offset}: a batch that never was whole follows record ${newest.index}`,
    );
  const snapshot = base === undefined ? "no snapshot" : `snapshot of record ${base.header.index}`;
  const sound = unreadable.length === 0 ? "all sound" : "all sound but for the snapshots above";
  input.err(
    `${counted(records, "record")} in ${counted(segments.length, "segment")}, ${snapshot}, ${sound}`,
  );
  return 0;
};

/** `log show`: a line for each record. */
export const logShow: Verb = {
  words: "log show",
  summary:
    "prints a line per record of the log: segment, offset, revision, time, size, who saved it",
  details:
    "Reads only; works while the service runs. Who saved a revision is told where it is known.",
  options: [dataOption, { name: "json", help: "prints each record as one line of JSON instead" }],
  run: async (input) => {
    const { read, lines } = await readLog(input);
    for (const line of lines) input.out(line);
    return finish(input, read, lines.length);
  },
};

/** `log verify`: whether every byte of the log is sound. */
export const logVerify: Verb = {
  words: "log verify",
  summary: "reads the whole log and fails at the first damage, with file and offset",
  details: "Reads only; works while the service runs.",
  options: [dataOption],
  run: async (input) => {
    const { read, lines } = await readLog(input);
    return finish(input, read, lines.length);
  },
};
