import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import * as t from "io-ts";
import { type Either, isLeft, left, right, tryCatch } from "fp-ts/lib/Either.js";
import { firstProblem } from "../../model/codec.ts";
import type { AuditActor, AuditDetails, AuditKind } from "./audit.ts";
import { hasCode, ifThere, messageOf } from "../../../wal/index.ts";

/** A line of the audit log; of `what` a later version may have more. */
const lineCodec = t.intersection([
  t.type({
    /** When, with an offset. */
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
    reason: t.string,
    /** So many more of its kind came with it, and have no line of their own. */
    more: t.number,
    /** So many lines before it could not be written. */
    lost: t.number,
  }),
]);

export type AuditLine = t.TypeOf<typeof lineCodec>;

/** What one line may have, in bytes: the system takes so many whole, whoever else writes to the file. */
export const maxLineBytes = 4096;

/** More characters of a text are in no line. */
export const longestText = 512;

/** These have words of the service's own, which are short. */
const own: ReadonlySet<string> = new Set(["time", "what", "by"]);
/** Whoever reads a line wants to know who it was, whatever the peer sent beside. */
const ofWho: ReadonlySet<string> = new Set(["user", "user_id", "address"]);

/**
 * Characters of each text that the peer chose, and of each of who it was; the next ones count where the line would be
 * too long. Who it was is whole in the line of anybody who can be let in: only ids as nobody gives them come to the last two.
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

/** A line with longer texts has those shortened: anybody may bring lines. */
const longBytes = 1024;

const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most)}…`;

/** JSON leaves these as they are, and some who read lines, newer versions of Node.js among them, end one there. */
const escaped = (end: string): string => `\\u${end.charCodeAt(0).toString(16)}`;

/** A line of what happened at some time, with its line feed. Whatever is in a name, it is one line: JSON writes control characters as escapes. */
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

/** Reads a line; the left says what is wrong with it. */
export const decodeLine = (text: string): Either<string, AuditLine> => {
  const parsed = tryCatch(
    (): unknown => JSON.parse(text),
    () => "it is no JSON",
  );
  if (isLeft(parsed)) return parsed;
  const decoded = lineCodec.decode(parsed.right);
  if (isLeft(decoded)) return left(firstProblem(decoded.left));
  return Number.isNaN(Date.parse(decoded.right.time))
    ? left("its time is none")
    : right(decoded.right);
};

/** Where the audit log of a data folder lies. */
export const auditFolder = (data: string): string => join(data, "audit");

const digits = 8;

/**
 * What lines have files of their own, so that nobody pushes out those of people who may do more, and nothing that came
 * to nothing what was done: of strangers, of viewers, of what viewers switched, of all else.
 */
const auditSeries = ["audit", "switched", "viewers", "strangers"] as const;

export type AuditSeries = (typeof auditSeries)[number];

/** The name of a file of a series, counted from 1. */
export const auditName = (series: AuditSeries, number: number): string =>
  `${series}-${String(number).padStart(digits, "0")}.jsonl`;

/** The numbers of the files of a series that are there, the oldest first; none where there is no folder. Rejects with the system's error. */
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

/** A line that was found, as it stands there; or what is wrong with one, and where. */
export type FoundLine =
  | { readonly text: string; readonly line: AuditLine }
  | { readonly problem: string };

/** A series, the oldest line first. */
async function* readSeries(folder: string, series: AuditSeries): AsyncGenerator<FoundLine, void> {
  for (const number of await auditNumbers(folder, series)) {
    const name = auditName(series, number);
    let count = 0;
    try {
      const input = createReadStream(join(folder, name), "utf8");
      for await (const text of createInterface({ input, crlfDelay: Infinity })) {
        count += 1;
        // One is left where somebody ended what was torn, and it was not.
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

/** When it was; what is damaged comes behind what was before it. */
const timeOf = (found: FoundLine): number =>
  "line" in found ? Date.parse(found.line.time) : -Infinity;

/** What of a series was not handed on, and what is next of it. */
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
 * Reads an audit log, the oldest line of all series first, also while it is written: what is damaged is told in its
 * place, and what follows is read all the same. Files that are removed meanwhile are passed over.
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
    // Whoever has read enough leaves files open.
    for (const { found } of rests) await found.return();
  }
}
