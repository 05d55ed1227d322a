import { type Either, isRight } from "fp-ts/lib/Either.js";
import { type CompressedMessage, CompressedMessages } from "./compressed-messages.ts";
import { clientHead } from "./frame-head.ts";
import type { Inflation, NotInflated } from "./inflate.ts";
import { type CloseReason, closeReasons } from "../../server/websocket/close.ts";

/** What inflating needs of a connection. */
export interface PlainContext {
  /** Takes bytes that hold no compressed message. */
  readonly handOn: (plain: Buffer) => void;
  /** How long a message may be, and with what the connection ends where one is longer. */
  readonly limit: () => { readonly bytes: number; readonly why: CloseReason };
  readonly inflation: Inflation;
  /** Called with how many bytes a message became more than came of it; may end the connection. */
  readonly onInflated: (moreBytes: number) => void;
  /** Called when a message was handed on after all others had their turn. */
  readonly onLate: () => void;
  readonly close: (why: CloseReason) => void;
  /** Whether nothing more is to be handed on. */
  readonly isOver: () => boolean;
}

/** Makes plain messages of those that come compressed, within the limits that hold for plain ones. */
export class PlainMessages {
  readonly #context: PlainContext;
  readonly #messages: CompressedMessages;

  constructor(context: PlainContext) {
    this.#context = context;
    this.#messages = new CompressedMessages(context.handOn);
  }

  /** Takes so many bytes of a chunk; nothing more of it or after it until `later` has resolved. */
  take(chunk: Buffer): { readonly bytes: number; readonly later?: Promise<void> } {
    const { bytes, message } = this.#messages.take(chunk);
    if (message === undefined || this.#context.isOver()) return { bytes };
    const later = this.#inflate(message);
    return later === undefined ? { bytes } : { bytes, later };
  }

  #inflate({ first, data }: CompressedMessage): Promise<void> | undefined {
    const { inflation, limit, onLate, isOver } = this.#context;
    let cameBytes = 0;
    for (const piece of data) cameBytes += piece.length;
    const handOn = (inflated: Either<NotInflated, Buffer>): void =>
      this.#handOn(first, inflated, cameBytes);
    const inflated = inflation.inflate(data, limit().bytes, () => !isOver());
    if (inflated instanceof Promise)
      return (async () => {
        handOn(await inflated);
        onLate();
      })();
    handOn(inflated);
    return undefined;
  }

  #handOn(first: number, inflated: Either<NotInflated, Buffer>, cameBytes: number): void {
    const { handOn, limit, onInflated, close, isOver } = this.#context;
    if (isOver()) return;
    if (isRight(inflated)) {
      const message = inflated.right;
      onInflated(message.length - cameBytes);
      if (isOver()) return;
      handOn(clientHead(first, message.length));
      if (message.length > 0) handOn(message);
    } else close(inflated.left === "too-long" ? limit().why : closeReasons.notInflated);
  }
}
