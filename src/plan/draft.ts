import { type Either, isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { withSchema } from "../codec/own-type.ts";
import type { JsonText } from "../raw-json/json-text.ts";
import { type listFields, planSchema } from "./plan-codecs.ts";

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
