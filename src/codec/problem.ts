import type { ContextEntry, Errors, ValidationError } from "io-ts";

/** A field's name for a message: a peer chooses it, so it is cut at 64 characters. */
export const shortKey = (key: string): string => (key.length > 64 ? `${key.slice(0, 64)}…` : key);

/** What is wrong with a value. */
export interface Fault {
  /** The fields and numbers that lead to it, each with what is there. */
  readonly steps: readonly ContextEntry[];
  /** What was expected. */
  readonly what: string;
}

/** A codec counts the members of a union or an intersection among the steps, though all of them look at one value. */
const isWithin = (entry: ContextEntry, before: ContextEntry | undefined): boolean =>
  before !== undefined && Object.hasOwn(entry, "actual") && Object.is(entry.actual, before.actual);

const stepsTo = ({ context }: ValidationError): readonly ContextEntry[] =>
  context.filter((entry, at) => entry.key !== "" && !isWithin(entry, context[at - 1]));

/** The first fault that a failed decoding has found. */
export const firstFault = ([error]: Errors): Fault => {
  if (error === undefined) return { steps: [], what: "expected something else" };
  const expected = error.context.at(-1)?.type.name ?? "something else";
  return { steps: stepsTo(error), what: error.message ?? `expected ${expected}` };
};

/** A fault as `path: what was expected`; the path is left out at the top. */
export const faultText = ({ steps, what }: Fault): string => {
  const path = steps.map(({ key }) => shortKey(key)).join(".");
  return path === "" ? what : `${path}: ${what}`;
};

/** The first problem of a failed decoding in words. */
export const firstProblem = (errors: Errors): string => faultText(firstFault(errors));
