import { bytesOf, type JsonText } from "../../raw-json/json-text.ts";
import { deflatedEvent, deflatedTail } from "./deflated-event.ts";
import { type DeflatedFrame, type Frame, jsonEventFrame } from "./frames.ts";

/** What is shorter is not worth compressing. */
const leastDeflatedBytes = 1024;
/**
 * What is longer would hold up the event loop for more than some 15 ms while it is compressed, which is done at
 * once because events and replies have an order. Up to here that is less than a few such plans take to be written.
 */
const mostDeflatedBytes = 4 * 1024 * 1024;

/**
 * Whether a connection takes compressed messages: not at all, or from this machine, to which bytes cost
 * next to nothing, or from elsewhere.
 */
export type Deflation = "none" | "near" | "far";

/**
 * The frames of the newest event. Its bytes are shared by all subscribers; so
 * are they once it is compressed, which it is once, for the first to whom that
 * is worth it and all after.
 */
export class EventFrames {
  #json: JsonText | undefined;
  /** Compressed, without an id. */
  #deflated: Buffer | undefined;
  /** Whether it was sent to somebody on this machine who takes it compressed, but may be the only one. */
  #hasNear = false;

  /** An event that is JSON text already, under a subscription's id. */
  of(id: number, json: JsonText, deflation: Deflation): Frame | DeflatedFrame {
    if (json !== this.#json) {
      this.#json = json;
      this.#deflated = undefined;
      this.#hasNear = false;
    }
    if (deflation !== "none") this.#deflated ??= this.#deflatedFor(json, deflation);
    return deflation === "none" || this.#deflated === undefined
      ? jsonEventFrame(id, json)
      : { deflated: [this.#deflated, deflatedTail(id)] };
  }

  /** Undefined where it is better sent as it is. */
  #deflatedFor(json: JsonText, deflation: "near" | "far"): Buffer | undefined {
    const bytes = bytesOf(json);
    if (bytes < leastDeflatedBytes || bytes > mostDeflatedBytes) return undefined;
    const isLone = deflation === "near" && !this.#hasNear;
    this.#hasNear = true;
    return isLone ? undefined : deflatedEvent(json);
  }
}
