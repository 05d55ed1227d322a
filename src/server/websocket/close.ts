import type { Socket } from "node:net";
import type { WebSocket } from "ws";
import { unexpectedError } from "../runtime/boundary.ts";
import { optionName } from "../config.ts";
import type { UnreadLimit } from "./outbox.ts";
import type { ConnectionLog } from "./connection-log.ts";

/** Why the service ends a connection: a websocket close code (RFC 6455, section 7.4.1) and a sentence for the peer. */
export interface CloseReason {
  readonly code: 1001 | 1003 | 1007 | 1008 | 1009 | 1011 | 1013;
  readonly reason: string;
}

/** When each close code is used, for the documents. */
export const closeCodes: Readonly<Record<CloseReason["code"], string>> = {
  1001: "the service is stopping, or could not load its plan",
  1003: "a binary frame",
  1007: "a frame that is not JSON or UTF-8, or cannot be decompressed",
  1008: "failed or late authentication, too much before it, or a token that was revoked or has ended",
  1009: "a message longer than `message-bytes`, or than `viewer-message-bytes` of a user who may not save",
  1011: "a bug, which the service logged",
  1013: "the peer left more than `outbox-bytes` unread, or the most when all exceeded `viewer-outbox-bytes`, or had the largest of unfinished messages that exceed `mailbox-bytes`; or its rights have changed, or the service cannot serve it now; it may reconnect, and gets the newest plan",
};

/** A close frame has room for 123 bytes of reason (RFC 6455, 5.5). */
const shortReason = (reason: string): string => {
  let short = reason.slice(0, 123);
  while (Buffer.byteLength(short) > 123) short = short.slice(0, -1);
  return short;
};

export const closeReasons = {
  binary: { code: 1003, reason: "binary frames are not supported" },
  notUtf8: { code: 1007, reason: "the frame is not valid UTF-8" },
  notInflated: { code: 1007, reason: "the message cannot be decompressed" },
  invalidJson: { code: 1007, reason: "the frame is not valid JSON" },
  authInvalid: { code: 1008, reason: "authentication failed" },
  authTimeout: (ms: number): CloseReason => ({
    code: 1008,
    reason: `no valid auth message within auth-timeout-ms, ${ms} ms`,
  }),
  authTooLarge: (bytes: number): CloseReason => ({
    code: 1008,
    reason: `more than auth-bytes, ${bytes} bytes, before auth_ok`,
  }),
  tokenRevoked: { code: 1008, reason: "the access token was revoked" },
  tokenEnded: { code: 1008, reason: "the access token has ended" },
  tokenRefused: (why: string): CloseReason => ({ code: 1008, reason: shortReason(why) }),
  rightsChanged: { code: 1013, reason: "the rights of the user have changed: log in again" },
  loginUnavailable: (why: string): CloseReason => ({ code: 1013, reason: shortReason(why) }),
  loginTimeout: (ms: number): CloseReason => ({
    code: 1013,
    reason: `the token's user was not identified within auth-timeout-ms, ${ms} ms: try again`,
  }),
  slow: (limit: UnreadLimit, bytes: number): CloseReason => ({
    code: 1013,
    reason: `too slow: more than ${optionName(limit)}, ${bytes} bytes, are waiting to be read`,
  }),
  noPlace: (why: string): CloseReason => ({ code: 1013, reason: shortReason(why) }),
  overtaken: {
    code: 1013,
    reason: "revisions were missed that are no longer kept: reconnect for the newest",
  },
  cutOff: {
    code: 1013,
    reason: "this node is cut off from the others: try another one, or try again later",
  },
  stopping: { code: 1001, reason: "the service is stopping" },
  asleep: { code: 1013, reason: "the home has fallen asleep: it wakes for whoever reconnects" },
  reopened: {
    code: 1013,
    reason: "the home failed, and is opened again for whoever reconnects: look at what was saved",
  },
  suspended: { code: 1013, reason: "the home is suspended by its provider" },
  homeMoved: { code: 1013, reason: "the provider is working on the home: reconnect soon" },
  notLoaded: (reason: string): CloseReason => ({
    code: 1001,
    reason: shortReason(`the plan is not loaded: ${reason}`),
  }),
  tooLongForViewer: (bytes: number): CloseReason => ({
    code: 1009,
    reason: `longer than viewer-message-bytes, ${bytes} bytes`,
  }),
  tooLong: (bytes: number): CloseReason => ({
    code: 1009,
    reason: `longer than message-bytes, ${bytes} bytes`,
  }),
  tooMuchUnfinished: (bytes: number): CloseReason => ({
    code: 1013,
    reason: `the largest of the unfinished messages, which exceed mailbox-bytes, ${bytes} bytes`,
  }),
  unexpected: { code: 1011, reason: unexpectedError },
} as const;

/** How long a peer that is not waited for has to read the close frame. */
const leaveMs = 1000;

/** The close handshake of a connection. Tells the peer and the log why, whichever side starts it. */
export class CloseHandshake {
  readonly #ws: WebSocket;
  readonly #socket: Socket;
  readonly #log: ConnectionLog;
  #why: CloseReason | undefined;
  #leaving: NodeJS.Timeout | undefined;

  constructor(ws: WebSocket, socket: Socket, log: ConnectionLog) {
    this.#ws = ws;
    this.#socket = socket;
    this.#log = log;
  }

  /** Sends the reason to the peer, after everything sent before. */
  say(why: CloseReason): void {
    this.#log.info({ ...why }, "closing a connection");
    this.#why = why;
    this.#ws.close(why.code, why.reason);
    this.#socket.end();
  }

  /** From now on waits only a moment for the peer. */
  hurry(): void {
    this.#leaving ??= setTimeout(() => this.#ws.terminate(), leaveMs);
  }

  /** Call when the connection is closed, with the peer's code and reason. */
  ended(code: number, reason: string): void {
    clearTimeout(this.#leaving);
    const why = this.#why ?? { code, ...(reason === "" ? {} : { reason }) };
    this.#log.info({ ...why }, "a connection ended");
  }
}
