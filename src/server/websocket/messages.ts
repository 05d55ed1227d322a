import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { strictObject } from "../../model/codec.ts";
import { parseJson } from "../../plan/raw-json/parse-json.ts";
import type { JsonText } from "../../plan/raw-json/raw-json.ts";
import type { Guarded } from "../runtime/boundary.ts";
import type { UnreadTotal } from "./limits.ts";

/** The Home Assistant API level that is emulated; its clients refuse to talk to a server without one. */
const emulatedVersion = "2026.10.0";

/** A text message in pieces, so that bytes shared by many connections need no copies. */
export type Frame = readonly Buffer[];

/** A command's error code: one of the host's, or an integration's own. */
export type ErrorCode = string;

const encode = (message: Readonly<Record<string, unknown>>): Frame => [
  Buffer.from(JSON.stringify(message)),
];

export const authRequired: Frame = encode({ type: "auth_required", ha_version: emulatedVersion });
export const authOk: Frame = encode({ type: "auth_ok", ha_version: emulatedVersion });
export const authInvalid = (message: string): Frame => encode({ type: "auth_invalid", message });

/** Decodes the message that carries a token. */
export const authCodec = strictObject({ type: t.literal("auth"), access_token: t.string }, {});

/** The access token of an auth message, or what is wrong with the message; the problem never quotes it. */
export const decodeAuth = (frame: Buffer): Either<string, string> => {
  const parsed = parseJson(frame);
  if (isLeft(parsed)) return left("the auth message is not valid JSON");
  const decoded = authCodec.decode(parsed.right);
  return isLeft(decoded)
    ? left('expected {"type":"auth","access_token":"…"}')
    : right(decoded.right.access_token);
};

export const pongFrame = (id: number): Frame => encode({ id, type: "pong" });

export const resultFrame = (id: number, result: unknown): Frame =>
  encode({ id, type: "result", success: true, result });

export const errorFrame = (id: number, code: ErrorCode, message: string): Frame =>
  encode({ id, type: "result", success: false, error: { code, message } });

// The id comes last, so that all other bytes are equal for everyone.
const resultHead = Buffer.from('{"type":"result","success":true,"result":');
/** The beginning of an event. */
export const eventHead = Buffer.from('{"type":"event","event":');
/** The end of a message to a command. */
export const tailOf = (id: number): Buffer => Buffer.from(`,"id":${id}}`);

/** A result that already is JSON text; its bytes are shared, not copied. */
export const jsonResultFrame = (id: number, json: JsonText): Frame => [
  resultHead,
  ...json,
  tailOf(id),
];

/** An event that already is JSON text; its bytes are shared, not copied. */
export const jsonEventFrame = (id: number, json: JsonText): readonly Buffer[] => [
  eventHead,
  ...json,
  tailOf(id),
];

/** Events of which each one counts, or replaceable ones, of which only the newest matters; those do not delay the others. */
export type EventKind = "durable" | "latest";

/** Where a connection's messages go: a socket's outbox, or anything else that carries messages in order. */
export interface MessageSink {
  /** Whether a replaceable event may be sent now: the peer has read most of the earlier bytes. */
  readonly hasRoom: () => boolean;
  /** Calls back once there is room; never if the peer leaves before. */
  readonly whenRoom: (callback: Guarded) => void;
  /** Whether more is unread than is sent at a time. */
  readonly isBehind: boolean;
  /** Sends a message. A closing connection ignores it. */
  readonly send: (message: Frame) => void;
  /** Sends an event under a subscription's id. */
  readonly sendEvent: (id: number, json: JsonText, kind: EventKind) => void;
  /** Resolves when the peer has read most of what was sent, or is gone. */
  readonly keepsUp: () => Promise<void>;
  /** From now on counts for all connections of the user, until the peer is gone. */
  readonly countWith: (unread: UnreadTotal) => void;
}
