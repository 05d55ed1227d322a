import { type Either, isLeft, left, right, tryCatch } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { integer } from "../model/codec.ts";
import type { Draft } from "./draft.ts";
import { type Author, readAuthor, type Summary, summaryCodec } from "./plan-codecs.ts";
import { comparePlans } from "./changes/compare-plans.ts";
import type { CooperativeTask } from "./raw-json/json-cursor.ts";
import { bytesOf, type JsonText } from "./raw-json/raw-json.ts";
import {
  countsOfDraft,
  draftOfJson,
  jsonOfDraft,
  textInSteps,
  textOfJson,
} from "./text/draft-text.ts";
import type { PlanText, RevisionText } from "./text/plan-text.ts";

type Saved = Pick<Summary, "saved_at">;

/** The last millisecond since 1970 that a date can be (ECMA-262, 21.4.1.1). */
const lastMs = 8.64e15;

/** A revision's time: ISO 8601 with an explicit offset. */
const savedAtText = (ms: number): string => new Date(ms).toISOString().replace("Z", "+00:00");

/** The time of a revision after one of `last`, of which its own is `own`, in milliseconds since 1970. */
const monotonic = (last: number, own: number): number =>
  Number.isNaN(last) || own >= last ? own : Math.min(last + 1, lastMs);

/**
 * The revisions, oldest first, with times that never go backwards. Old logs may hold others, after the clock was put
 * back: such a revision gets the millisecond after the one before it, so that it was current at some moment. Revisions
 * of one millisecond, which old logs hold too, stay as they are.
 */
export const withMonotonicTimes = <A extends Saved>(revisions: readonly A[]): readonly A[] => {
  let last = Number.NaN;
  return revisions.map((revision) => {
    const own = Date.parse(revision.saved_at);
    last = monotonic(last, own);
    return Object.is(last, own) ? revision : { ...revision, saved_at: savedAtText(last) };
  });
};

/**
 * The time of the next save, in milliseconds since 1970: the clock's, or a millisecond after the last revision if that
 * is later. `times` are those of the kept revisions, oldest first.
 */
export const nextSaveTime = (times: readonly number[], clockMs: number): number => {
  const last = times.reduce(monotonic, Number.NaN);
  return Number.isNaN(last) ? clockMs : Math.min(Math.max(clockMs, last + 1), lastMs);
};

const headCodec = t.intersection([
  summaryCodec,
  t.partial({ by: t.unknown, from: integer, crc: integer }),
]);

export const summarize = ({ rev, saved_at, rooms, items }: Summary): Summary => ({
  rev,
  saved_at,
  rooms,
  items,
});

/** Longer plans stay in their pieces, so that no copy of them is kept. */
const maxJoinedBytes = 1024 * 1024;

/** So few pieces are sent as they are. */
const maxApart = 64;

/** A short text as its revision and all the rest: many small pieces take longer to send, and more memory while they wait. */
const inFewPieces = (json: JsonText): JsonText =>
  json.length <= maxApart || bytesOf(json) > maxJoinedBytes
    ? json
    : [...json.slice(0, 1), Buffer.concat(json.slice(1))];

/** A stored revision. What it tells never changes. */
export class StoredPlan {
  readonly rev: number;
  readonly saved_at: string;
  readonly rooms: number;
  readonly items: number;
  /** Unknown in logs from before authors were recorded. */
  readonly by: Author | undefined;
  /** Stands for the text of a save that this service decided: the same when it is decided again with the same text. */
  readonly submitted: object | undefined;
  /** Kept beside the pieces as long as no newer revision is there. */
  #json: JsonText | undefined;
  #text: PlanText | undefined;
  #changes: Buffer | undefined;
  #savedMs: number | undefined;
  #isSuperseded = false;

  private constructor(
    { rev, saved_at, rooms, items }: Summary,
    by: Author | undefined,
    content: Partial<RevisionText> & { readonly json?: JsonText | undefined },
    submitted?: object,
  ) {
    this.rev = rev;
    this.saved_at = saved_at;
    this.rooms = rooms;
    this.items = items;
    this.by = by;
    this.#changes = content.changes;
    this.submitted = submitted;
    this.#text = content.text;
    this.#json = content.json;
  }

  /** A new revision; `draft` if its text was submitted as a whole, which is then at hand for who reads it now. */
  static made(
    { draft, ...content }: RevisionText & { readonly draft?: Draft | undefined },
    rev: number,
    saved: Date,
    by?: Author,
    submitted?: object,
  ): StoredPlan {
    const saved_at = savedAtText(saved.getTime());
    const summary = { rev, saved_at, ...content.text.counts };
    const isShort = draft !== undefined && draft.bytes <= maxJoinedBytes;
    const json = isShort ? jsonOfDraft(draft, rev) : undefined;
    return new StoredPlan(summary, by, { ...content, json }, submitted);
  }

  /** A new revision that shares nothing with any other; it is taken apart when somebody needs that. */
  static saved(
    draft: Draft,
    rev: number,
    saved: Date,
    by?: Author,
    submitted?: object,
  ): StoredPlan {
    const summary = { rev, saved_at: savedAtText(saved.getTime()), ...countsOfDraft(draft) };
    return new StoredPlan(summary, by, { json: jsonOfDraft(draft, rev) }, submitted);
  }

  /** A revision that was read whole. */
  static read(summary: Summary, by: Author | undefined, json: JsonText): StoredPlan {
    return new StoredPlan(summary, by, { json });
  }

  /** A revision that was read as changes of the one before. */
  static changed(summary: Summary, by: Author | undefined, content: RevisionText): StoredPlan {
    return new StoredPlan(summary, by, content);
  }

  /** The plan, `rev` included, as compact JSON in UTF-8: the same bytes for the log, every reader and every subscriber. */
  get json(): JsonText {
    if (this.#json !== undefined) return this.#json;
    const json = inFewPieces(this.text.json(this.rev));
    if (!this.#isSuperseded) this.#json = json;
    return json;
  }

  /** The same bytes, for who reads them once: of an older revision in the pieces that revisions share, without a copy. */
  get sharedJson(): JsonText {
    return this.#json ?? this.text.json(this.rev);
  }

  /** What leads here from the revision before: see `RevisionText`. An older revision does not keep it. */
  get changes(): Buffer | undefined {
    return this.#changes;
  }

  /**
   * Call once the next revision is there, which shares most of the pieces: from now on they are all that is kept, and of
   * those that it does not share what differs.
   */
  superseded(next: StoredPlan): void {
    this.#isSuperseded = true;
    this.#changes = undefined;
    if (this.#text?.isInPieces === true) this.#json = undefined;
    // A plan without rooms is kept by nobody: very many of them in a row would keep each other.
    if (this.rooms > 0 && next.#text !== undefined) this.#text?.keepDifferences(next.#text);
  }

  /** When it was saved, in milliseconds since 1970; NaN if an old log does not tell. */
  get savedMs(): number {
    return (this.#savedMs ??= Date.parse(this.saved_at));
  }

  /** The memory of a plan that was read in one piece, and of which nothing else was made; free once this plan is dropped. */
  get memory(): Buffer | undefined {
    return this.#text === undefined && this.#json?.length === 1 ? this.#json[0] : undefined;
  }

  /** Buffers that together hold all of it, each whole members or elements; those that revisions share are the same. */
  pieces(): Iterable<Buffer> {
    return this.#text?.pieces() ?? this.json;
  }

  /** The plan without its revision, in pieces. */
  get text(): PlanText {
    return this.#text ?? this.#keep(textOfJson(this.json));
  }

  /** The same, in steps: a plan that was read whole is taken apart the first time. */
  *textInSteps(): CooperativeTask<PlanText> {
    return this.#text ?? this.#keep(yield* textInSteps(this.json));
  }

  /** The same revision, read whole, with what leads to it from the one before, whose pieces it shares. */
  comparedWith(before: StoredPlan, draft: Draft): StoredPlan {
    return new StoredPlan(this, this.by, {
      ...comparePlans(before.text, draft),
      json: this.#json,
    });
  }

  /** The same revision in the pieces of a similar one, if nobody has taken it apart yet; in steps. */
  *sharingWith(other: StoredPlan): CooperativeTask<StoredPlan> {
    if (this.#text !== undefined) return this;
    const draft = yield* draftOfJson(this.json);
    if (draft === undefined) return this;
    return new StoredPlan(this, this.by, { text: comparePlans(other.text, draft).text });
  }

  #keep(text: PlanText): PlanText {
    this.#text ??= text;
    if (text.isInPieces) this.#json = undefined;
    return this.#text;
  }
}

const newline = 0x0a;

/** The pieces of a log record: a line of JSON with summary and author, then the plan's bytes. */
export const encodeRevision = (plan: StoredPlan): readonly Uint8Array[] => [
  Buffer.from(`${JSON.stringify({ ...summarize(plan), by: plan.by })}\n`),
  ...plan.sharedJson,
];

/** What the changes of a record are of, and the CRC-32 of the plan that they make. */
export interface Base {
  readonly from: number;
  readonly crc: number;
}

/** What precedes a plan, or changes, in the log. */
export interface Head {
  readonly summary: Summary;
  readonly by: Author | undefined;
  /** Undefined for a whole plan. */
  readonly base: Base | undefined;
  /** Where the plan or the changes start. */
  readonly planStart: number;
}

/** Reads what precedes a record's plan or changes; does not parse these. */
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
  const { by, from, crc, ...summary } = decoded.right;
  if ((from === undefined) !== (crc === undefined))
    return left("does not hold a revision: its first line is not a summary");
  const base = from === undefined || crc === undefined ? undefined : { from, crc };
  return right({ summary, by: readAuthor(by), base, planStart: end + 1 });
};

const copyOf = (bytes: Buffer, space: Buffer): Buffer => {
  if (bytes.length > space.length) return Buffer.from(bytes);
  bytes.copy(space);
  return space.subarray(0, bytes.length);
};

/** A record's whole plan, copied into `space` if it is large enough. */
export const readWhole = (
  payload: Buffer,
  { summary, by, planStart }: Head,
  space: Buffer = Buffer.alloc(0),
): StoredPlan => StoredPlan.read(summary, by, [copyOf(payload.subarray(planStart), space)]);

/** Reads a record that holds a whole plan, and copies its bytes, so that the payload may be reused. */
export const decodeRevision = (payload: Buffer): Either<string, StoredPlan> => {
  const decoded = decodeSummary(payload);
  if (isLeft(decoded)) return decoded;
  return decoded.right.base === undefined
    ? right(readWhole(payload, decoded.right))
    : left("does not hold a whole plan, but changes of one");
};
