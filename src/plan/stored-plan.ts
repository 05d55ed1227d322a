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

/** A plan ready to be stored, except for its revision. */
export interface Draft {
  /** What follows the revision, as compact JSON: the other members and the closing brace. */
  readonly rest: JsonText;
  /** Bytes of that and the opening brace. */
  readonly bytes: number;
  readonly rooms: number;
  readonly items: number;
}

/** What is wrong with a submitted plan, and where. */
export interface Problem {
  readonly path: readonly string[];
  readonly what: string;
}

/** A submitted plan that was read: a draft, or its first problem. */
export class SubmittedPlan {
  readonly draft: Either<Problem, Draft>;

  constructor(draft: Either<Problem, Draft>) {
    this.draft = draft;
  }
}

const itemFields = ["furniture", "devices", "sensors", "texts"] as const;

/** A plan's rooms and items, given the length of each list. */
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

/** Decodes a submitted plan as a draft, so that its problem becomes one of the message. */
export const draftCodec = withSchema(planSchema, submitted);

type Saved = Pick<Summary, "saved_at">;

/** The last millisecond since 1970 that a date can be (ECMA-262, 21.4.1.1). */
const lastMs = 8.64e15;

/** A revision's time: ISO 8601 with an explicit offset. */
const savedAtText = (ms: number): string => new Date(ms).toISOString().replace("Z", "+00:00");

/**
 * The revisions, oldest first, with times that never go backwards. Old logs may hold others, after the clock was put
 * back: such a revision gets the millisecond after the one before it, so that it was current at some moment. Revisions
 * of one millisecond, which old logs hold too, stay as they are.
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

/** The time of the next save, in milliseconds since 1970: the clock's, or a millisecond after the last revision if that is later. */
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

/** A stored revision: its bytes go unchanged to the log, to every reader and every subscriber. */
export interface StoredPlan extends Summary {
  /** The plan, `rev` included, as compact JSON in UTF-8. */
  readonly json: JsonText;
  /** Unknown in logs from before authors were recorded. */
  readonly by?: Author;
}

/** A draft with its revision, time and author. */
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

/** The pieces of a log record: a line of JSON with summary and author, then the plan's bytes. */
export const encodeRevision = (plan: StoredPlan): readonly Uint8Array[] => [
  Buffer.from(`${JSON.stringify({ ...summarize(plan), by: plan.by })}\n`),
  ...plan.json,
];

/** What precedes a plan in the log. */
export interface Head {
  readonly summary: Summary;
  readonly by: Author | undefined;
  readonly planStart: number;
}

/** Reads a record's summary and author, and where its plan starts; does not parse the plan. */
export const decodeSummary = (payload: Buffer): Either<string, Head> => {
  const end = payload.indexOf(newline);
  if (end === -1) return left("does not hold a revision: its first line has no end");
  const parsed = tryCatch(
    (): unknown => JSON.parse(payload.toString("utf8", 0, end)),
    () => "does not hold a revision: its first line is not JSON",
  );
  if (isLeft(parsed)) return parsed;
  const decoded = headCodec.decode(parsed.right);
  if (isLeft(decoded)) return left("does not hold a revision: its first line is not a summary");
  const { by, ...summary } = decoded.right;
  return right({ summary, by: readAuthor(by), planStart: end + 1 });
};

const copyOf = (bytes: Buffer, space: Buffer): Buffer => {
  if (bytes.length > space.length) return Buffer.from(bytes);
  bytes.copy(space);
  return space.subarray(0, bytes.length);
};

/**
 * Reads a log record; copies the plan's bytes, into `space` if it is large enough, so that the payload may be reused.
 */
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
