import type { JsonText } from "../../plan/raw-json/raw-json.ts";

/** The Home Assistant API level that is emulated; its clients refuse to talk to a server without one. */
const emulatedVersion = "2026.10.0";

/** A text message in pieces, so that what many are sent need not be copied for each. */
export type Frame = readonly Buffer[];

/** A message with its head, which is written as it is. */
export interface WholeFrame {
  readonly whole: Buffer;
}

/** The same of a message that is compressed already (RFC 7692). */
export interface DeflatedFrame {
  readonly deflated: readonly Buffer[];
}

/** A command's error code. The codes of the host; an integration may add its own. */
export type ErrorCode = string;

const encode = (message: Readonly<Record<string, unknown>>): Frame => [
  Buffer.from(JSON.stringify(message)),
];

export const authRequired: Frame = encode({ type: "auth_required", ha_version: emulatedVersion });
export const authOk: Frame = encode({ type: "auth_ok", ha_version: emulatedVersion });
export const authInvalid = (message: string): Frame => encode({ type: "auth_invalid", message });

export const pongFrame = (id: number): Frame => encode({ id, type: "pong" });

export const resultFrame = (id: number, result: unknown): Frame =>
  encode({ id, type: "result", success: true, result });

export const errorFrame = (id: number, code: ErrorCode, message: string): Frame =>
  encode({ id, type: "result", success: false, error: { code, message } });

// The id comes last, so that everything before it is the same bytes for everyone.
const resultHead = Buffer.from('{"type":"result","success":true,"result":');
export const eventHead = Buffer.from('{"type":"event","event":');
export const tailOf = (id: number): Buffer => Buffer.from(`,"id":${id}}`);

/** A result that is JSON text already; the bytes are shared, not copied. */
export const jsonResultFrame = (id: number, json: JsonText): Frame => [
  resultHead,
  ...json,
  tailOf(id),
];

/** An event that is JSON text already; the bytes are shared, not copied. */
export const jsonEventFrame = (id: number, json: JsonText): readonly Buffer[] => [
  eventHead,
  ...json,
  tailOf(id),
];
