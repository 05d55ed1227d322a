import { type Either, isLeft, mapLeft } from "fp-ts/lib/Either.js";
import type { Decoder } from "io-ts";
import { parseJson } from "../plan/raw-json/parse-json.ts";
import { firstProblem } from "./problem.ts";

/** Reads JSON that came from outside as what a codec takes. The left says what is wrong with it: `it is no JSON`, or the field at fault. */
export const decodeJson = <A>(
  codec: Decoder<unknown, A>,
  text: Uint8Array | string,
): Either<string, A> => {
  const parsed = parseJson(text);
  return isLeft(parsed)
    ? mapLeft((problem: string) => `it is ${problem}`)(parsed)
    : mapLeft(firstProblem)(codec.decode(parsed.right));
};
