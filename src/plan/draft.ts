import { type Either, isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { withSchema } from "../model/codec.ts";
import { planSchema } from "./plan-codecs.ts";

/** Places between the elements of a list, about as far apart as chunks are long. */
export interface DraftList {
  /** Ends of elements, counted from the list's start, and how many end up to there, alternating. */
  readonly cuts: readonly number[];
  readonly count: number;
}

/** A member of a draft: where its key, its value and its end are in the source. */
export interface DraftMember {
  readonly name: string;
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
  /** For a list. */
  readonly list: DraftList | undefined;
}

/** A plan ready to be stored, except for its revision. */
export interface Draft {
  /** Holds its members as compact JSON. */
  readonly source: Buffer;
  readonly members: readonly DraftMember[];
  /** Of the plan as compact JSON without its revision. */
  readonly bytes: number;
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

/** A problem of a field that was read as one of its message. */
export const failureOf = (
  input: unknown,
  context: t.Context,
  { path, what }: Problem,
): t.Validation<never> =>
  t.failure(input, [...context, ...path.map((key) => ({ key, type: t.unknown }))], what);

const submitted = new t.Type<Draft, unknown>(
  "object",
  (_value): _value is Draft => false,
  (input, context) => {
    if (!(input instanceof SubmittedPlan)) return t.failure(input, context, "expected object");
    const { draft } = input;
    if (!isLeft(draft)) return t.success(draft.right);
    return failureOf(input, context, draft.left);
  },
  (draft) => draft,
);

/** Decodes a submitted plan as a draft, so that its problem becomes one of the message. */
export const draftCodec = withSchema(planSchema, submitted);
