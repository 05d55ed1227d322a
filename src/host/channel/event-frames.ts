import { bytesOf, type JsonText } from "../../raw-json/json-text.ts";
import { deflatedEvent, deflatedTail } from "./deflated-event.ts";
import { type DeflatedFrame, type Frame, jsonEventFrame } from "./frames.ts";

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

/** What is known of an event whose delivery goes on. */
interface Delivered {
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
  of(id: number, json: JsonText, deflation: Deflation): Frame | DeflatedFrame {
    if (deflation === "none") return jsonEventFrame(id, json);
    const deflated = this.#deflatedFor(json, deflation);
    return deflated === undefined
      ? jsonEventFrame(id, json)
      : { deflated: [deflated, deflatedTail(id)] };
  }

  /** Everybody was sent what there is: of the events only the newest is of use to somebody who comes. */
  keepNewest(): void {
    const newest = [...this.#events.keys()].at(-1);
    for (const json of this.#events.keys()) if (json !== newest) this.#events.delete(json);
  }

  /** Undefined where it is better sent as it is. */
  #deflatedFor(json: JsonText, deflation: "near" | "far"): Buffer | undefined {
    const bytes = bytesOf(json);
    if (bytes < leastDeflatedBytes || bytes > mostDeflatedBytes) return undefined;
    const known = this.#events.get(json) ?? { deflated: undefined, hasNear: false };
    this.#events.set(json, known);
    if (deflation === "near" && !known.hasNear) known.hasNear = true;
    else known.deflated ??= deflatedEvent(json);
    return known.deflated;
  }
}
