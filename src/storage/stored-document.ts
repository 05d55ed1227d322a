import { type Either, isLeft, left, tryCatch } from "fp-ts/lib/Either.js";
import type { Errors, Type } from "io-ts";
import { messageOf } from "../../wal/index.ts";
import type { Guarded } from "../server/runtime/boundary.ts";
import { faultText, firstFault, shortKey } from "../model/codec.ts";

/** What a small JSON document is called, what may stand in it, and what one that is missing stands for. */
export interface DocumentKind<A> {
  readonly name: string;
  readonly codec: Type<A, unknown>;
  readonly empty: A;
}

/** A small JSON document that several share, each of whom may change it: none of two changes at once is lost. */
export interface StoredDocument<A> {
  /** Where it is, for messages. */
  readonly place: string;
  /** Whether it is there: one that is not stands for the empty content. */
  readonly isThere: boolean;
  /** The content, or why it cannot be understood; a document in that state is never overwritten. */
  readonly read: () => Either<string, A>;
  /**
   * Replaces the content by what `change` makes of it, durable when it resolves, and then read here as well. A left, of
   * `change` or of the document, changes nothing. `change` may be asked more than once.
   */
  readonly change: <B>(
    change: (content: A) => Either<string, readonly [A, B]>,
  ) => Promise<Either<string, B>>;
  /** Tells one state of the document from another without reading it. */
  readonly stamp: () => string;
  /** Calls back soon after each change; the returned function ends it. */
  readonly watch: (onChange: Guarded) => () => void;
}

/** What JSON's reader says without the piece of the text that it may add, which is nobody's to see: tokens stand there. */
const withoutText = (message: string): string =>
  message.replace(/,? ?(?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON$/s, ": it is not valid JSON");

/** What is wrong, for whoever mends it by hand: paths count from 0, so an entry of a list is told by its name as well, or by its number. */
const problemOf = (errors: Errors): string => {
  const fault = firstFault(errors);
  const [list, entry] = fault.steps;
  if (!Array.isArray(list?.actual) || entry === undefined) return faultText(fault);
  const name: unknown = Object(entry.actual)["name"];
  const which = typeof name === "string" ? JSON.stringify(shortKey(name)) : Number(entry.key) + 1;
  return `${faultText(fault)}, in entry ${which}`;
};

/** The content that a text at some place has, or what is wrong with it. */
export const decodeDocument = <A>(
  { codec }: DocumentKind<A>,
  place: string,
  text: string,
): Either<string, A> => {
  const parsed = tryCatch(
    (): unknown => JSON.parse(text),
    (error) => `${place} is damaged: ${withoutText(messageOf(error))}`,
  );
  if (isLeft(parsed)) return parsed;
  const decoded = codec.decode(parsed.right);
  return isLeft(decoded) ? left(`${place} is damaged: ${problemOf(decoded.left)}`) : decoded;
};
