import type { Errors, ValidationError } from "io-ts";

/** A field's name for a message: a peer chooses it, so it is cut at 64 characters. */
export const shortKey = (key: string): string => (key.length > 64 ? `${key.slice(0, 64)}…` : key);

const path = (error: ValidationError): string =>
  error.context
    .map((entry) => shortKey(entry.key))
    .filter((key) => key !== "")
    .join(".");

/** The first problem of a failed decoding as `path: what was expected`; the path is left out at the top. */
export const firstProblem = (errors: Errors): string => {
  const [error] = errors;
  if (error === undefined) return "expected something else";
  const what = error.message ?? `expected ${error.context.at(-1)?.type.name ?? "something else"}`;
  const where = path(error);
  return where === "" ? what : `${where}: ${what}`;
};
