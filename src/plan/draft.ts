import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { anyArray, anyObject, dictionary, openObject } from "../codec/basic.ts";

/** Limits of a plan. */
export interface PlanLimits {
  /** Bytes of the plan as JSON in UTF-8. */
  readonly planBytes: number;
  /** Levels of nesting; the plan itself is the first. */
  readonly planDepth: number;
}

/** What the service knows of a plan's inside, where it is there: `null` counts as absent. Everything is kept as it came. */
const planCodec = openObject({
  rooms: anyArray,
  levels: anyArray,
  furniture: anyArray,
  devices: anyArray,
  sensors: anyArray,
  texts: anyArray,
  backgrounds: dictionary(openObject({ url: t.string })),
});

/** A plan that passed the codec, as JSON gave it. */
export type Plan = t.TypeOf<typeof planCodec>;

/** A plan ready to be stored: all but its revision is decided, and nothing of it is parsed again. */
export interface Draft {
  /** The plan as compact JSON in UTF-8, without `rev`. */
  readonly json: Buffer;
  readonly rooms: number;
  readonly items: number;
}

const itemFields = ["furniture", "devices", "sensors", "texts"] as const;

/** How many rooms and items a plan has, as histories tell it. */
export const countsOf = (
  plan: Readonly<Record<string, unknown>>,
): Pick<Draft, "rooms" | "items"> => {
  const count = (field: string): number => {
    const list = plan[field];
    return Array.isArray(list) ? list.length : 0;
  };
  return { rooms: count("rooms"), items: itemFields.reduce((sum, field) => sum + count(field), 0) };
};

interface Problem {
  readonly path: readonly string[];
  readonly what: string;
}

/**
 * The first thing in a value that could not be stored as it came: too deep, or a number beyond what a double holds.
 * It sees every value of every save, so nothing is allocated where there is no problem.
 */
const problemIn = (value: unknown, levels: number, limit: number): Problem | undefined => {
  if (typeof value === "number")
    return Number.isFinite(value) ? undefined : { path: [], what: "number out of range" };
  if (typeof value !== "object" || value === null) return undefined;
  if (levels === 0) return { path: [], what: `nested deeper than plan-depth, ${limit} levels` };
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const problem = problemIn(value[index], levels - 1, limit);
      if (problem !== undefined) return { ...problem, path: [String(index), ...problem.path] };
    }
  } else if (anyObject.is(value)) {
    for (const key in value) {
      const problem = problemIn(value[key], levels - 1, limit);
      if (problem !== undefined) return { ...problem, path: [key, ...problem.path] };
    }
  }
  return undefined;
};

/**
 * Makes a draft of a plan: this is the one place where a save is serialized.
 * A left is the reason why the plan cannot be stored, with the path of what is at fault or the limit that it exceeds.
 * A `rev` inside the plan is left out: the service gives the revision.
 */
const makeDraft = (plan: Plan, limits: PlanLimits): Either<Problem, Draft> => {
  const problem = problemIn(plan, limits.planDepth, limits.planDepth);
  if (problem !== undefined) return left(problem);
  const { rev: _ignored, ...content } = plan;
  const json = Buffer.from(JSON.stringify(content));
  if (json.length > limits.planBytes) {
    const what = `${json.length} bytes as JSON, more than plan-bytes, ${limits.planBytes}`;
    return left({ path: [], what });
  }
  return right({ json, ...countsOf(plan) });
};

/** Decodes a submitted plan straight into a draft, so that every problem with it is one of the message. */
export const draftCodec = (limits: PlanLimits): t.Type<Draft, unknown> =>
  new t.Type<Draft, unknown>(
    "object",
    (_value): _value is Draft => false,
    (input, context) => {
      const plan = planCodec.validate(input, context);
      if (isLeft(plan)) return plan;
      const draft = makeDraft(plan.right, limits);
      if (!isLeft(draft)) return t.success(draft.right);
      const { path, what } = draft.left;
      const entries = path.map((key) => ({ key, type: t.unknown }));
      return t.failure(input, [...context, ...entries], what);
    },
    (draft) => draft,
  );
