import * as t from "io-ts";
import { type Either, isLeft, left, right, tryCatch } from "fp-ts/lib/Either.js";
import { firstProblem } from "../../model/codec.ts";
import type { AuditActor, AuditDetails, AuditKind } from "./audit.ts";

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
    /** By what somebody was let in. */
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
export const mostLineBytes = 4096;

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
