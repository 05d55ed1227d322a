import { type Either, isLeft, left, tryCatch } from "fp-ts/lib/Either.js";
import type { Errors, Type } from "io-ts";
import { messageOf } from "../../wal/index.ts";
import type { Guarded } from "../server/runtime/boundary.ts";
import { faultText, firstFault, shortKey } from "../model/codec.ts";

/** A small JSON document: its name, its content's codec, and the content of a missing one. */
export interface DocumentKind<A> {
  readonly name: string;
  readonly codec: Type<A, unknown>;
  readonly empty: A;
}

/** A small shared JSON document: no concurrent change is lost. */
export interface StoredDocument<A> {
  /** For messages. */
  readonly place: string;
  /** A missing document has the empty content. */
  readonly isThere: boolean;
  /** The content, or why it cannot be understood; a document in that state is never overwritten. */
  readonly read: () => Either<string, A>;
  /**
   * Replaces the content by the result of `change`, durable and readable here when it resolves. A left, of `change` or
   * of the document, changes nothing. `change` may be called more than once.
   */
  readonly change: <B>(
    change: (content: A) => Either<string, readonly [A, B]>,
  ) => Promise<Either<string, B>>;
  /** Differs between states of the document; read without parsing it. */
  readonly stamp: () => string;
  /** Calls back soon after each change; the returned function ends it. */
  readonly watch: (onChange: Guarded) => () => void;
}

/** A JSON error without the quoted text, which may contain tokens. */
const withoutText = (message: string): string =>
  message.replace(/,? ?(?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON$/s, ": it is not valid JSON");

/**
 * A problem, for an operator who fixes the document by hand: an entry of a list is identified by its name too, or by
 * its number from 1.
 */
const problemOf = (errors: Errors): string => {
  const fault = firstFault(errors);
  const [list, entry] = fault.steps;
  if (!Array.isArray(list?.actual) || entry === undefined) return faultText(fault);
  const name: unknown = Object(entry.actual)["name"];
  const which = typeof name === "string" ? JSON.stringify(shortKey(name)) : Number(entry.key) + 1;
  return `${faultText(fault)}, in entry ${which}`;
};

/** The content of a document's text. Left: what is wrong with it. */
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
