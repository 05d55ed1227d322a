import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { anyObject, integer, strictObject } from "../../model/codec.ts";
import { parseJson } from "../../plan/raw-json/parse-json.ts";

/** A command message, taken apart. */
export interface Envelope {
  readonly id: number;
  readonly type: string;
  /** Everything but `id` and `type`. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Why a message is no command, and the id to answer under: its own where it is a number, else 0. */
export interface NoEnvelope {
  readonly id: number;
  readonly problem: string;
}

/** Takes a message apart. Nothing but its id and its type is looked at. */
export const decodeEnvelope = (message: unknown): Either<NoEnvelope, Envelope> => {
  if (!anyObject.is(message)) return left({ id: 0, problem: "a command must be an object" });
  const { id, type, ...fields } = message;
  const echo = typeof id === "number" && Number.isFinite(id) ? id : 0;
  if (!integer.is(id) || id < 1)
    return left({ id: echo, problem: "id: expected integer of at least 1" });
  if (typeof type !== "string") return left({ id, problem: "type: expected string" });
  return right({ id, type, fields });
};

/** Takes the message that shows a token. */
export const authCodec = strictObject({ type: t.literal("auth"), access_token: t.string }, {});

/** The access token of an auth message, or what is wrong with it; the message itself is never repeated. */
export const decodeAuth = (frame: Buffer): Either<string, string> => {
  const parsed = parseJson(frame);
  if (isLeft(parsed)) return left("the auth message is no valid JSON");
  const decoded = authCodec.decode(parsed.right);
  return isLeft(decoded)
    ? left('expected {"type":"auth","access_token":"…"}')
    : right(decoded.right.access_token);
};
