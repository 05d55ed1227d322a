import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";

/** Takes an author. */
export const authorCodec = t.readonly(t.type({ id: t.string, name: t.string }));

/** Who saved a revision: the id that the user has here, and what they were called then. */
export type Author = t.TypeOf<typeof authorCodec>;

/** Somebody as the author of a revision. */
export const authorOf = ({ id, name }: Author): Author => ({ id, name });

/** The author as a record of the log has it; undefined where it has none, or none that is understood, so that nobody is named who may not have been it. */
export const readAuthor = (value: unknown): Author | undefined => {
  const decoded = authorCodec.decode(value);
  if (isLeft(decoded)) return undefined;
  const { id, name } = decoded.right;
  return { id, name };
};
