import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import * as t from "io-ts";
import { type Either, isLeft, left, right, tryCatch } from "fp-ts/lib/Either.js";
import { firstProblem } from "../../model/codec.ts";
import type { AuditActor, AuditDetails, AuditKind } from "./audit.ts";
import { hasCode, ifThere, messageOf } from "../../../wal/index.ts";

/** A line of the audit log. Later versions may add values of `what`. */
const lineCodec = t.intersection([
  t.type({
    /** ISO 8601 with an offset. */
    time: t.string,
    what: t.string,
  }),
  t.partial({
    user: t.string,
    user_id: t.string,
    address: t.string,
    connection: t.number,
    /** How the user signed in. */
    by: t.string,
    rev: t.number,
    level: t.string,
    about: t.string,
    command: t.string,
    before: t.string,
    after: t.string,
    reason: t.string,
    /** How many more events of its kind happened since, without lines of their own. */
    more: t.number,
    /** How many lines before this one could not be written. */
    lost: t.number,
  }),
]);

export type AuditLine = t.TypeOf<typeof lineCodec>;

/** The most bytes of a line: the system writes this much in one piece, even if other processes write to the file. */
export const maxLineBytes = 4096;

/** The most characters of any text in a line. */
export const longestText = 512;

/** Fields with the service's own words, which are short. */
const own: ReadonlySet<string> = new Set(["time", "what", "by"]);
/** The fields that identify the user, kept longer than what else the peer sent. */
const ofWho: ReadonlySet<string> = new Set(["user", "user_id", "address"]);

/**
 * The most characters of each text that the peer chose, and of each that identifies the user; the next pair applies if
 * the line would be too long. Only ids longer than any real one reach the last two pairs.
 */
const lengths = [
  { chosen: longestText, who: 256 },
  { chosen: 256, who: 256 },
  { chosen: 64, who: 256 },
  { chosen: 16, who: 256 },
  { chosen: 8, who: 256 },
  { chosen: 8, who: 64 },
];
const shortest = { chosen: 8, who: 16 };

/** Longer lines have their texts shortened, since anybody may cause lines. */
const longBytes = 1024;

const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most)}…`;

/** JSON does not escape these, but some readers, newer versions of Node.js among them, take them for line ends. */
const escaped = (end: string): string => `\\u${end.charCodeAt(0).toString(16)}`;

/** An event as one line with its line feed. A name cannot break the line, since JSON escapes control characters. */
export const encodeLine = (
  now: Date,
  what: AuditKind | "lost",
  known: AuditActor & AuditDetails & { readonly more?: number; readonly lost?: number },
): Buffer => {
  const time = now.toISOString().replace("Z", "+00:00");
  const within = ({ chosen, who }: (typeof lengths)[number]): Buffer => {
    const cut = (name: string, value: unknown): unknown =>
      typeof value === "string" && !own.has(name)
        ? shortened(value, ofWho.has(name) ? who : chosen)
        : value;
    const line = JSON.stringify({ time, what, ...known }, cut);
    return Buffer.from(`${line.replaceAll(/[\u2028\u2029]/g, escaped)}\n`);
  };
  for (const each of lengths) {
    const line = within(each);
    if (line.length <= longBytes) return line;
  }
  return within(shortest);
};

/** Reads a line. Left: what is wrong with it. */
export const decodeLine = (text: string): Either<string, AuditLine> => {
  const parsed = tryCatch(
    (): unknown => JSON.parse(text),
    () => "it is not JSON",
  );
  if (isLeft(parsed)) return parsed;
  const decoded = lineCodec.decode(parsed.right);
  if (isLeft(decoded)) return left(firstProblem(decoded.left));
  return Number.isNaN(Date.parse(decoded.right.time))
    ? left("its time is none")
    : right(decoded.right);
};

/** The folder of a data folder's audit log. */
export const auditFolder = (data: string): string => join(data, "audit");

const digits = 8;

/**
 * Each series of lines has its own files, so that users with fewer rights cannot push out the lines of others, and
 * failed attempts cannot push out what was done: everything else, what viewers switched, viewers, strangers.
 */
const auditSeries = ["audit", "switched", "viewers", "strangers"] as const;

export type AuditSeries = (typeof auditSeries)[number];

/** The name of a file of a series. Numbers start at 1. */
export const auditName = (series: AuditSeries, number: number): string =>
  `${series}-${String(number).padStart(digits, "0")}.jsonl`;

/** The numbers of a series's files, ascending; empty without a folder. Rejects with the system's error. */
export const auditNumbers = async (
  folder: string,
  series: AuditSeries,
): Promise<readonly number[]> =>
  ((await ifThere(readdir(folder))) ?? [])
    .flatMap((name) => {
      const [, of, digitsOfIt = ""] = /^([a-z]+)-(\d{8})\.jsonl$/.exec(name) ?? [];
      const number = of === series ? Number(digitsOfIt) : 0;
      return number > 0 ? [number] : [];
    })
    .toSorted((one, other) => one - other);

/** A line as stored, or what is wrong with a line and where. */
export type FoundLine =
  | { readonly text: string; readonly line: AuditLine }
  | { readonly problem: string };

/** A series, oldest line first. */
async function* readSeries(folder: string, series: AuditSeries): AsyncGenerator<FoundLine, void> {
  for (const number of await auditNumbers(folder, series)) {
    const name = auditName(series, number);
    let count = 0;
    try {
      const input = createReadStream(join(folder, name), "utf8");
      for await (const text of createInterface({ input, crlfDelay: Infinity })) {
        count += 1;
        // An empty line remains if a torn line was ended twice.
        if (text === "") continue;
        const line = decodeLine(text);
        yield isLeft(line)
          ? { problem: `${name}, line ${count} is damaged: ${line.left}` }
          : { text, line: line.right };
      }
    } catch (error) {
      if (!hasCode(error, "ENOENT")) yield { problem: `${name}: ${messageOf(error)}` };
    }
  }
}

/** The time of a line. A damaged line sorts right after the one before it. */
const timeOf = (found: FoundLine): number =>
  "line" in found ? Date.parse(found.line.time) : -Infinity;

/** The unread rest of a series, and its next line. */
interface PendingSeries {
  readonly found: AsyncGenerator<FoundLine, void>;
  next: FoundLine;
}

const restOf = async (
  found: AsyncGenerator<FoundLine, void>,
): Promise<readonly PendingSeries[]> => {
  const first = await found.next();
  return first.done === true ? [] : [{ found, next: first.value }];
};

/**
 * Reads an audit log, all series merged, oldest line first, also while it is written. Reports a damaged line in its
 * place and continues. Skips files that are removed meanwhile.
 */
export async function* readAudit(folder: string): AsyncGenerator<FoundLine, void> {
  const begun = auditSeries.map((series) => restOf(readSeries(folder, series)));
  const rests = new Set((await Promise.all(begun)).flat());
  try {
    while (rests.size > 0) {
      const [oldest] = [...rests].toSorted((one, other) => timeOf(one.next) - timeOf(other.next));
      if (oldest === undefined) return;
      yield oldest.next;
      const after = await oldest.found.next();
      if (after.done === true) rests.delete(oldest);
      else oldest.next = after.value;
    }
  } finally {
    // A reader that stops early leaves files open.
    for (const { found } of rests) await found.return();
  }
}
