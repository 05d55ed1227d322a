import { type Either, left, right } from "fp-ts/lib/Either.js";

/** A place in a JSON document (RFC 6901). */
export interface Pointer {
  /** As it was written. */
  readonly text: string;
  /** Keys and positions, outermost first; none for the whole document. */
  readonly tokens: readonly string[];
}

/** Whether a text has more than so many slashes. */
const hasMoreParts = (text: string, most: number): boolean => {
  let at = -1;
  for (let count = 0; count <= most; count += 1) {
    at = text.indexOf("/", at + 1);
    if (at === -1) return false;
  }
  return true;
};

/** Reads a pointer of at most `most` parts: a deeper place is in no plan. Left: what is wrong with it. */
export const readPointer = (text: string, most: number): Either<string, Pointer> => {
  if (text === "") return right(wholeDocument);
  if (!text.startsWith("/")) return left("a path begins with /");
  if (hasMoreParts(text, most)) return left(`a path has at most plan-depth, ${most}, parts`);
  if (/~(?![01])/.test(text)) return left("in a path, 0 or 1 follows ~");
  const tokens = text
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
  return right({ text, tokens });
};

/** Characters of a path in a message. */
const maxShown = 100;

/** A pointer's text for a message. */
export const shownPath = (text: string): string =>
  text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;

export const wholeDocument: Pointer = { text: "", tokens: [] };

/** The place with a key or position in what is at another one. */
export const placeIn = ({ text, tokens }: Pointer, token: string): Pointer => ({
  text: `${text}/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`,
  tokens: [...tokens, token],
});

const position = /^(?:0|[1-9]\d*)$/;

/** The position in a list that a token names; undefined if it is none. */
export const positionOf = (token: string): number | undefined =>
  position.test(token) ? Number(token) : undefined;

/** Whether the first place is around the second one, or the same. */
export const isWithin = (outer: Pointer, inner: Pointer): boolean =>
  outer.tokens.length <= inner.tokens.length &&
  outer.tokens.every((token, at) => token === inner.tokens[at]);
