import { type Either, isLeft, left, right, tryCatch } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import type { JsonText } from "../raw-json/json-text.ts";
import { type Author, readAuthor } from "./author.ts";
import type { Draft } from "./draft.ts";
import { savedAtText } from "./saved-at.ts";
import { type Summary, summaryCodec } from "./summary.ts";

const headCodec = t.intersection([summaryCodec, t.partial({ by: t.unknown })]);

export const summarize = ({ rev, saved_at, rooms, items }: Summary): Summary => ({
  rev,
  saved_at,
  rooms,
  items,
});

/** A revision as it is kept: its bytes go to the log, to every reader and to every subscriber unchanged. */
export interface StoredPlan extends Summary {
  /** The plan, `rev` included, as compact JSON in UTF-8. */
  readonly json: JsonText;
  /** Who saved it, where that is known: logs from before there were authors have none. */
  readonly by?: Author;
}

/** A draft with its revision and time, and who saves it. */
export const storePlan = (draft: Draft, rev: number, now: Date, by?: Author): StoredPlan => {
  const separator = draft.bytes === 2 ? "" : ",";
  return {
    rev,
    saved_at: savedAtText(now.getTime()),
    rooms: draft.rooms,
    items: draft.items,
    json: [Buffer.from(`{"rev":${rev}${separator}`), ...draft.rest],
    ...(by && { by }),
  };
};

const newline = 0x0a;

/** The pieces of a log record: a line of JSON with the summary and the author, then the plan's own bytes. */
export const encodeRevision = (plan: StoredPlan): readonly Uint8Array[] => [
  Buffer.from(`${JSON.stringify({ ...summarize(plan), by: plan.by })}\n`),
  ...plan.json,
];

/** What stands in front of a plan in the log. */
export interface Head {
  readonly summary: Summary;
  readonly by: Author | undefined;
  readonly planStart: number;
}

/** Reads the summary and the author of a record, and where its plan starts; the plan is not parsed. */
export const decodeSummary = (payload: Buffer): Either<string, Head> => {
  const end = payload.indexOf(newline);
  if (end === -1) return left("holds no revision: its first line has no end");
  const parsed = tryCatch(
    (): unknown => JSON.parse(payload.toString("utf8", 0, end)),
    () => "holds no revision: its first line is no JSON",
  );
  if (isLeft(parsed)) return parsed;
  const decoded = headCodec.decode(parsed.right);
  if (isLeft(decoded)) return left("holds no revision: its first line is no summary");
  const { by, ...summary } = decoded.right;
  return right({ summary, by: readAuthor(by), planStart: end + 1 });
};

const copyOf = (bytes: Buffer, space: Buffer): Buffer => {
  if (bytes.length > space.length) return Buffer.from(bytes);
  bytes.copy(space);
  return space.subarray(0, bytes.length);
};

/** Reads a record of the log; the plan's bytes are copied, into `space` if that has room, so that the payload may be reused. */
export const decodeRevision = (
  payload: Buffer,
  space: Buffer = Buffer.alloc(0),
): Either<string, StoredPlan> => {
  const decoded = decodeSummary(payload);
  if (isLeft(decoded)) return decoded;
  const { summary, by, planStart } = decoded.right;
  const json = copyOf(payload.subarray(planStart), space);
  return right({ ...summarize(summary), json: [json], ...(by && { by }) });
};
