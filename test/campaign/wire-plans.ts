import assert from "node:assert/strict";
import { demoPlan } from "../samples/index.ts";
import { numberedPlan } from "../support/plans.ts";
import type { Random } from "../support/random.ts";

/** The kinds of plans that are sent: without rooms, with one room, and of about 6, 92 and 920 kB. */
export type PlanKind = "bare" | "small" | "flat" | "house" | "office";

const contents: Readonly<Record<PlanKind, Readonly<Record<string, unknown>>>> = {
  bare: { rooms: [], note: "nothing is built yet" },
  small: { rooms: numberedPlan(0)["rooms"] },
  flat: demoPlan("flat"),
  house: demoPlan("house"),
  office: demoPlan("office"),
};

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

const shapeOf = (content: Readonly<Record<string, unknown>>) => ({
  rooms: lengthOf(content["rooms"]),
  items: ["furniture", "devices", "sensors", "texts"].reduce(
    (sum, field) => sum + lengthOf(content[field]),
    0,
  ),
  /** The plan's JSON behind its number. */
  rest: Buffer.from(`,${JSON.stringify(content).slice(1)}`),
});

const shapes = {
  bare: shapeOf(contents.bare),
  small: shapeOf(contents.small),
  flat: shapeOf(contents.flat),
  house: shapeOf(contents.house),
  office: shapeOf(contents.office),
};

/** The plan's JSON; the number tells it from every other one. */
export const planText = (kind: PlanKind, number: number): string =>
  `{"number":${number}${shapes[kind].rest.toString()}`;

/** What `history/list` counts of a plan. */
export const countsOf = (kind: PlanKind): { readonly rooms: number; readonly items: number } => {
  const { rooms, items } = shapes[kind];
  return { rooms, items };
};

/** Mostly small plans, some of 92 kB, and now and then one of 920 kB. */
export const drawKind = (random: Random): PlanKind => {
  const drawn = random.below(100);
  if (drawn < 10) return "bare";
  if (drawn < 50) return "small";
  if (drawn < 85) return "flat";
  return drawn < 99 ? "house" : "office";
};

/** What a message with a stored plan in it shows. */
export interface ShownPlan {
  readonly rev: number;
  /** Undefined for the empty plan of revision 0. */
  readonly number: number | undefined;
}

const start =
  /^\{"type":"(?:event","event|result","success":true,"result)":\{(?:"rev":(\d+),"number":(\d+))?/;

/**
 * Reads the plan out of an event or a reply, and compares every byte of it
 * with the one that was sent under its number. Fails when it is any other.
 */
export const readPlan = (message: Buffer, kindOf: (number: number) => PlanKind): ShownPlan => {
  const found = start.exec(message.toString("latin1", 0, 120));
  assert(found !== null, `a plan is shown, not ${message.toString("utf8", 0, 120)}`);
  const [{ length }, rev, number] = found;
  const isEmpty = rev === undefined || number === undefined;
  const rest = isEmpty ? Buffer.from("}") : shapes[kindOf(Number(number))].rest;
  assert(
    rest.equals(message.subarray(length, length + rest.length)),
    `the plan of revision ${rev} is plan ${number}, byte for byte`,
  );
  assert.match(message.toString("latin1", length + rest.length), /^,"id":\d+\}$/);
  return isEmpty ? { rev: 0, number: undefined } : { rev: Number(rev), number: Number(number) };
};
