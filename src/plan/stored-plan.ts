import { type Either, isLeft, left, right, tryCatch } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { withSchema } from "../model/codec.ts";
import type { JsonText } from "./raw-json/raw-json.ts";
import {
  type Author,
  type listFields,
  planSchema,
  readAuthor,
  type Summary,
  summaryCodec,
} from "./plan-codecs.ts";

/** A plan ready to be stored: all but its revision is decided. */
export interface Draft {
  /** What follows the revision, as compact JSON: the other members, as they came, and the closing brace. */
  readonly rest: JsonText;
  /** Bytes of that, and of the opening brace. */
  readonly bytes: number;
  readonly rooms: number;
  readonly items: number;
}

/** What is wrong with a submitted plan, and where. */
export interface Problem {
  readonly path: readonly string[];
  readonly what: string;
}

/** A submitted plan that was read from its message: a draft, or the first thing that is wrong with it. */
export class SubmittedPlan {
  readonly draft: Either<Problem, Draft>;

  constructor(draft: Either<Problem, Draft>) {
    this.draft = draft;
  }
}

const itemFields = ["furniture", "devices", "sensors", "texts"] as const;

/** How many rooms and items a plan has, of which `lengthOf` tells how long each list is. */
export const countsOf = (
  lengthOf: (field: (typeof listFields)[number]) => number,
): Pick<Draft, "rooms" | "items"> => ({
  rooms: lengthOf("rooms"),
  items: itemFields.reduce((sum, field) => sum + lengthOf(field), 0),
});

const submitted = new t.Type<Draft, unknown>(
  "object",
  (_value): _value is Draft => false,
  (input, context) => {
    if (!(input instanceof SubmittedPlan)) return t.failure(input, context, "expected object");
    const { draft } = input;
    if (!isLeft(draft)) return t.success(draft.right);
    const { path, what } = draft.left;
    const entries = path.map((key) => ({ key, type: t.unknown }));
    return t.failure(input, [...context, ...entries], what);
  },
  (draft) => draft,
);

/** Takes a submitted plan for a draft, so that every problem with it is one of the message. */
export const draftCodec = withSchema(planSchema, submitted);

/** What has the time of a save. */
type Saved = Pick<Summary, "saved_at">;

/** The last millisecond since 1970 that a date can be (ECMA-262, 21.4.1.1). */
const lastMs = 8.64e15;

/** Milliseconds since 1970 as revisions have them: ISO 8601 with an explicit offset. */
const savedAtText = (ms: number): string => new Date(ms).toISOString().replace("Z", "+00:00");

/**
 * The same revisions, oldest first, with times that never run backwards. A log of before may hold others, by a clock
 * that was put back. Such a revision is told a millisecond after the one before it, so that at some moment it was the
 * plan. Revisions of one millisecond, which such a log holds as well, are told as they are stored.
 */
export const withMonotonicTimes = <A extends Saved>(revisions: readonly A[]): readonly A[] => {
  let last = Number.NaN;
  return revisions.map((revision) => {
    const own = Date.parse(revision.saved_at);
    if (Number.isNaN(last) || own >= last) {
      last = own;
      return revision;
    }
    last = Math.min(last + 1, lastMs);
    return { ...revision, saved_at: savedAtText(last) };
  });
};

/** When a save is made after these revisions, oldest first: by the clock, in milliseconds since 1970, or a millisecond after the last where that is later. */
export const nextSaveTime = (revisions: readonly Saved[], clockMs: number): number => {
  const last = Date.parse(withMonotonicTimes(revisions).at(-1)?.saved_at ?? "");
  return Number.isNaN(last) ? clockMs : Math.min(Math.max(clockMs, last + 1), lastMs);
};

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
