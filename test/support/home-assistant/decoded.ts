import { isLeft } from "fp-ts/lib/Either.js";
import type * as t from "io-ts";
import { PathReporter } from "io-ts/lib/PathReporter.js";

/** The decoded value; throws an error that names each unexpected field. */
export const decoded = <A>(codec: t.Type<A, unknown>, value: unknown): A => {
  const result = codec.decode(value);
  if (isLeft(result)) throw new Error(PathReporter.report(result).join("\n"));
  return result.right;
};
