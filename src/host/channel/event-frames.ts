import { bytesOf, type JsonText } from "../../plan/raw-json/raw-json.ts";
import { deflatedEvent, deflatedTail } from "./deflated-event.ts";
import { compressedBit, finBit, frameHead, longestPayloadBytes, opcodes } from "./frame-head.ts";
import {
  type DeflatedFrame,
  type Frame,
  jsonEventFrame,
  type WholeFrame,
} from "../../server/websocket/frames.ts";

/** What is shorter is not worth compressing. */
const leastDeflatedBytes = 1024;
/**
 * What is longer would hold up the event loop for more than some 15 to 40 ms while it is compressed, which is done at
 * once because events and replies have an order. Up to here that is less than a few such plans take to be written.
 */
const mostDeflatedBytes = 4 * 1024 * 1024;

/**
 * Whether a connection takes compressed messages: not at all, or from this machine, to which bytes cost
 * next to nothing, or from elsewhere.
 */
export type Deflation = "none" | "near" | "far";

/** So many ids of an event have a frame of their own that is kept. */
const mostIds = 4;

/**
 * Frames of one event, by the id of who gets them. Clients that are alike subscribe with the same id: those
 * share one frame, from the second on, so that what waits for hundreds of them takes little memory.
 * The first gets pieces, as do those with rarer ids, and nothing is copied for them.
 */
class SharedFrames {
  readonly #opening: number;
  readonly #frames = new Map<number, WholeFrame | undefined>();

  /** `opening` is the first byte of a frame but for its end. */
  constructor(opening: number) {
    this.#opening = opening;
  }

  /** The frame for an id, in one piece or as `piecesOf` gives it. */
  of(id: number, piecesOf: () => readonly Buffer[]): WholeFrame | readonly Buffer[] {
    const known = this.#frames.get(id);
    if (known !== undefined) return known;
    const pieces = piecesOf();
    const bytes = bytesOf(pieces);
    const isSecond = this.#frames.has(id);
    if (bytes > longestPayloadBytes || (!isSecond && this.#frames.size === mostIds)) return pieces;
    if (!isSecond) {
      this.#frames.set(id, undefined);
      return pieces;
    }
    const head = frameHead(this.#opening | finBit, bytes);
    const frame = { whole: Buffer.concat([head, ...pieces]) };
    this.#frames.set(id, frame);
    return frame;
  }
}

/** What is known of an event whose delivery goes on. */
interface Delivered {
  readonly plain: SharedFrames;
  readonly compressed: SharedFrames;
  /** Compressed, without an id. */
  deflated: Buffer | undefined;
  /** Whether it was sent to somebody on this machine who takes it compressed, but may be the only one. */
  hasNear: boolean;
}

/**
 * The frames of events. An event's bytes are shared by all subscribers; so are
 * they once it is compressed, which it is once, for the first to whom that is
 * worth it and all after.
 */
export class EventFrames {
  readonly #events = new Map<JsonText, Delivered>();

  /** An event that is JSON text already, under a subscription's id. */
  of(id: number, json: JsonText, deflation: Deflation): Frame | DeflatedFrame | WholeFrame {
    const event = this.#delivered(json);
    const deflated = deflation === "none" ? undefined : this.#deflatedFor(json, event, deflation);
    if (deflated === undefined) return event.plain.of(id, () => jsonEventFrame(id, json));
    const frame = event.compressed.of(id, () => [deflated, deflatedTail(id)]);
    return "whole" in frame ? frame : { deflated: frame };
  }

  /** Everybody was sent what there is: of the events only the newest is of use to somebody who comes. */
  keepNewest(): void {
    const newest = [...this.#events.keys()].at(-1);
    for (const json of this.#events.keys()) if (json !== newest) this.#events.delete(json);
  }

  #delivered(json: JsonText): Delivered {
    const known = this.#events.get(json);
    if (known !== undefined) return known;
    const event: Delivered = {
      plain: new SharedFrames(opcodes.text),
      compressed: new SharedFrames(opcodes.text | compressedBit),
      deflated: undefined,
      hasNear: false,
    };
    this.#events.set(json, event);
    return event;
  }

  /** Undefined where it is better sent as it is. */
  #deflatedFor(json: JsonText, event: Delivered, deflation: "near" | "far"): Buffer | undefined {
    const bytes = bytesOf(json);
    if (bytes < leastDeflatedBytes || bytes > mostDeflatedBytes) return undefined;
    if (deflation === "near" && !event.hasNear) event.hasNear = true;
    else event.deflated ??= deflatedEvent(json);
    return event.deflated;
  }
}
