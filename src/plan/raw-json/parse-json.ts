import { type Either, isLeft, left, mapLeft, tryCatch } from "fp-ts/lib/Either.js";
import type { Decoder } from "io-ts";
import { closeList, closeObject, openList, openObject, quote } from "./tokens.ts";
import { firstProblem } from "../../model/codec.ts";

/** Why a text was not parsed: what it is instead. */
type NotParsed = "no JSON" | "nested too deep";

/** Levels of nesting that a text may have which is no message: no document has a tenth of them. */
const documentLevels = 128;

const backslash = 0x5c;

/** Whether a text is nested deeper than that; what is no JSON may count as either. */
const isDeeper = (bytes: Uint8Array, levels: number): boolean => {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (isText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (byte === openObject || byte === openList) {
      depth += 1;
      if (depth > levels) return true;
    } else if (byte === closeObject || byte === closeList) depth -= 1;
  }
  return false;
};

/**
 * Parses JSON that came from outside. How deep it is nested is known before: what walks through it afterwards, such as
 * a codec or `JSON.stringify`, recurses, and would run out of stack.
 */
export const parseJson = (
  text: Uint8Array | string,
  levels = documentLevels,
): Either<NotParsed, unknown> => {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  if (isDeeper(bytes, levels)) return left("nested too deep");
  return tryCatch(
    (): unknown => JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()),
    () => "no JSON",
  );
};

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
