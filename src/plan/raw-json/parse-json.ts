import { type Either, isLeft, left, mapLeft, tryCatch } from "fp-ts/lib/Either.js";
import type { Decoder } from "io-ts";
import { closeList, closeObject, openList, openObject, quote } from "./tokens.ts";
import { firstProblem } from "../../model/codec.ts";

type NotParsed = "not JSON" | "nested too deep";

/** Ten times what any document nests. */
const documentLevels = 128;

const backslash = 0x5c;

/** Whether a text is nested deeper than `levels`; arbitrary if it is not JSON. */
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
 * Parses foreign JSON. Its depth is checked first: a codec or `JSON.stringify` recurses, and would overflow the
 * stack.
 */
export const parseJson = (
  text: Uint8Array | string,
  levels = documentLevels,
): Either<NotParsed, unknown> => {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  if (isDeeper(bytes, levels)) return left("nested too deep");
  return tryCatch(
    (): unknown => JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()),
    () => "not JSON",
  );
};

/** Decodes foreign JSON. Left: `it is not JSON`, or which field is invalid. */
export const decodeJson = <A>(
  codec: Decoder<unknown, A>,
  text: Uint8Array | string,
): Either<string, A> => {
  const parsed = parseJson(text);
  return isLeft(parsed)
    ? mapLeft((problem: string) => `it is ${problem}`)(parsed)
    : mapLeft(firstProblem)(codec.decode(parsed.right));
};
