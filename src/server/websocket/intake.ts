import type { Socket } from "node:net";
import type { WebSocket } from "ws";
import type { Boundary } from "../runtime/boundary.ts";
import type { EventLoopTurns, YieldTurn } from "../runtime/event-loop-turns.ts";
import type { User } from "../../auth/user.ts";
import { UnfinishedMessage, type UnfinishedTotal } from "./unfinished.ts";
import { MessageReader, type ReadResult } from "./message-reader.ts";
import type { Inflation } from "./permessage-deflate.ts";
import type { ConnectionLimits } from "./limits.ts";
import { type CloseReason, closeReasons } from "./close.ts";

/** Dependencies of the intake. */
interface IntakeContext {
  readonly ws: WebSocket;
  readonly socket: Socket;
  readonly limits: Pick<
    ConnectionLimits,
    "authBytes" | "mailboxBytes" | "messageBytes" | "viewerMessageBytes"
  >;
  /** Whether messages may be compressed. */
  readonly isDeflating: boolean;
  readonly inflation: Inflation;
  readonly unfinished: UnfinishedTotal;
  readonly turns: EventLoopTurns;
  /** Closes the connection after a failure. */
  readonly boundary: Boundary;
  /** The user, after the login. */
  readonly user: () => User | undefined;
  readonly pong: (payload: Buffer) => void;
  readonly onMessage: (message: Buffer, isBinary: boolean) => void;
  /** Called for each received chunk. */
  readonly onHeard: () => void;
  readonly close: (why: CloseReason) => void;
  /** `close` without waiting for the peer. */
  readonly dismiss: (why: CloseReason) => void;
}

/** Bytes read in one go from a user who may not save. They can hold hundreds of frames. */
const portionBytes = 4096;

/**
 * Reads a connection's bytes, and closes it before more is held than it may send. Bytes full of small frames take long
 * to process, so the intake shares the event loop.
 */
export class Intake {
  readonly #context: IntakeContext;
  readonly #unfinished: UnfinishedMessage;
  readonly #share: YieldTurn;
  readonly #reader: MessageReader;
  /** Received bytes that are not read yet. */
  #waiting: Buffer[] = [];
  /** Whether the rest waits for a turn. */
  #isInTurn = false;
  #isStrange = true;
  #strangeBytes = 0;
  #ping: Buffer | undefined;
  #isOver = false;

  constructor(context: IntakeContext) {
    const { ws, socket, limits, unfinished, turns, dismiss } = context;
    this.#context = context;
    this.#unfinished = new UnfinishedMessage(unfinished, () =>
      dismiss(closeReasons.tooMuchUnfinished(limits.mailboxBytes)),
    );
    this.#share = turns.share();
    const receivers = socket.listeners("data");
    this.#reader = new MessageReader({
      ...context,
      handToWs: (bytes) => {
        for (const receiver of receivers) Reflect.apply(receiver, socket, [bytes]);
      },
      limitBytes: () => this.#messageLimit.bytes,
      onInflated: (moreBytes) => this.#countStrange(moreBytes),
      onNotInflated: (why) =>
        context.close(why === "too-long" ? this.#messageLimit.why : closeReasons.notInflated),
      isOver: () => this.#isOver || ws.readyState !== ws.OPEN,
    });
    // Otherwise the library would pass unread bytes to its receiver.
    socket.prependListener("close", () => socket.read());
    const { boundary } = context;
    socket.removeAllListeners("data").on(
      "data",
      boundary("received bytes could not be processed", (chunk: Buffer) => this.#take(chunk)),
    );
    // The receiver accepts nothing more.
    ws.on("error", () => this.end());
    ws.on("ping", (payload: Buffer) => {
      this.#ping = payload;
    });
  }

  /** The peer is authenticated: its earlier bytes no longer count. */
  admit(): void {
    this.#isStrange = false;
  }

  /** Stops reading, so that nothing more is held. */
  end(): void {
    this.#isOver = true;
    this.#waiting = [];
    this.#unfinished.end();
    this.#context.socket.removeAllListeners("data").resume();
  }

  #take(chunk: Buffer): void {
    this.#countStrange(chunk.length);
    if (this.#isOver) return;
    this.#waiting.push(chunk);
    // Backpressure.
    if (this.#waiting.length > 1) return void this.#context.socket.pause();
    const turn = this.#isInTurn ? undefined : this.#context.turns.begin();
    if (turn === undefined) this.goOn();
    else this.#goOnLater(turn);
  }

  /** Reads the received bytes, until the connection is paused; call again after that. */
  goOn(): void {
    const { ws, socket } = this.#context;
    for (let [chunk] = this.#waiting; chunk !== undefined; [chunk] = this.#waiting) {
      if (ws.isPaused || this.#isInTurn) return;
      const portion = this.#isTrusted ? chunk : chunk.subarray(0, portionBytes);
      const { bytes, later, isTooLong } = this.#readPortion(portion);
      if (this.#isOver) return;
      if (isTooLong === true) return this.#context.close(this.#messageLimit.why);
      if (bytes === chunk.length) this.#waiting.shift();
      else this.#waiting[0] = chunk.subarray(bytes);
      const turn = later ?? (this.#waiting.length === 0 ? undefined : this.#share());
      if (turn === undefined) continue;
      return this.#goOnLater(turn);
    }
    if (socket.isPaused() && !ws.isPaused) socket.resume();
  }

  #goOnLater(turn: Promise<void>): void {
    const { socket, boundary } = this.#context;
    socket.pause();
    boundary("received bytes could not be processed", () => this.#goOnIn(turn))();
  }

  async #goOnIn(turn: Promise<void>): Promise<void> {
    this.#isInTurn = true;
    await turn;
    this.#isInTurn = false;
    this.#countHeld();
    this.goOn();
  }

  /** Users who may save send large plans, and are trusted to send nothing else that is large. */
  get #isTrusted(): boolean {
    return this.#context.user()?.admin === true;
  }

  get #messageLimit(): { readonly bytes: number; readonly why: CloseReason } {
    const { authBytes, messageBytes, viewerMessageBytes } = this.#context.limits;
    if (this.#isStrange) return { bytes: authBytes, why: closeReasons.authTooLarge(authBytes) };
    return this.#isTrusted || messageBytes <= viewerMessageBytes
      ? { bytes: messageBytes, why: closeReasons.tooLong(messageBytes) }
      : { bytes: viewerMessageBytes, why: closeReasons.tooLongForViewer(viewerMessageBytes) };
  }

  /** Limits the bytes before a login, both received and inflated. */
  #countStrange(bytes: number): void {
    const { authBytes } = this.#context.limits;
    if (!this.#isStrange) return;
    this.#strangeBytes += bytes;
    if (this.#strangeBytes > authBytes) this.#context.close(closeReasons.authTooLarge(authBytes));
  }

  #readPortion(portion: Buffer): ReadResult {
    const { ws, onHeard } = this.#context;
    const read = this.#reader.read(portion);
    // Bytes after a close frame, or after a protocol error, are not read.
    if (ws.readyState !== ws.OPEN || this.#isOver) return read;
    onHeard();
    this.#answerPing();
    this.#countHeld();
    return read;
  }

  /** Limits the bytes held of an incomplete message. */
  #countHeld(): void {
    if (this.#isOver) return;
    const { limits, close } = this.#context;
    const { bytes, chunks } = this.#reader.held;
    this.#unfinished.holds(bytes, chunks);
    const { viewerMessageBytes } = limits;
    const isViewer = this.#context.user()?.admin === false;
    if (isViewer && bytes > viewerMessageBytes)
      close(closeReasons.tooLongForViewer(viewerMessageBytes));
  }

  /** One pong may answer several pings (RFC 6455, 5.5.3). */
  #answerPing(): void {
    if (this.#ping !== undefined) this.#context.pong(this.#ping);
    this.#ping = undefined;
  }
}

/** Waiting frames beyond which the connection is paused. */
const highWaterFrames = 64;
const highWaterBytes = 256 * 1024;

/** Hands out frames one at a time; pauses the connection when frames pile up. */
export class Inbox {
  readonly #pause: (isFirst: boolean) => void;
  readonly #resume: () => void;
  #frames: Buffer[] = [];
  #bytes = 0;
  #isBusy = false;
  #paused = false;
  #wasPaused = false;

  /** `pause` learns whether it is the first call. */
  constructor(pause: (isFirst: boolean) => void, resume: () => void) {
    this.#pause = pause;
    this.#resume = resume;
  }

  /** Whether the connection is paused. */
  get isPaused(): boolean {
    return this.#paused;
  }

  /** Whether a frame is being handled; its handler asks for the next one. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  push(frame: Buffer): void {
    this.#frames.push(frame);
    this.#bytes += frame.length;
    const piledUp = this.#frames.length >= highWaterFrames || this.#bytes >= highWaterBytes;
    if (this.#paused || !this.#isBusy || !piledUp) return;
    this.#paused = true;
    this.#pause(!this.#wasPaused);
    this.#wasPaused = true;
  }

  /** The oldest frame, or undefined; call it when the last frame was handled. */
  shift(): Buffer | undefined {
    const frame = this.#frames.shift();
    this.#isBusy = frame !== undefined;
    if (frame !== undefined) this.#bytes -= frame.length;
    if (this.#paused && this.#frames.length === 0) {
      this.#paused = false;
      this.#resume();
    }
    return frame;
  }

  clear(): void {
    this.#frames = [];
    this.#bytes = 0;
  }
}
