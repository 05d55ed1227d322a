import { bytesOf, type JsonText } from "../../raw-json/json-text.ts";
import { deflatedEvent, deflatedTail } from "./deflated-event.ts";
import { type DeflatedFrame, type Frame, jsonEventFrame } from "./frames.ts";

/** Copies of one event that are kept, each for another id. */
const mostCopies = 4;

/** What is shorter is not worth compressing. */
const leastDeflatedBytes = 1024;
/**
 * What is longer would hold up the event loop for more than some 15 ms while it is compressed, which is done at
 * once because events and replies have an order. Up to here that is less than a few such plans take to be written.
 */
const mostDeflatedBytes = 4 * 1024 * 1024;
/** So many on the service's own machine are sent an event sooner than it is compressed for them. */
const fewNear = 3;

/**
 * Whether a connection takes compressed messages: not at all, or from this machine, to which bytes cost
 * next to nothing, or from elsewhere.
 */
export type Deflation = "none" | "near" | "far";

/**
 * The frames of the newest event. In one piece it is sent in two thirds of the
 * time that its fragments take, and clients that are alike subscribe with the
 * same id: so those share one copy, from the second on. The first gets fragments,
 * as do those with rarer ids, and nothing is copied for them. Compressed it is
 * shared by all ids, from the first on to whom it is worth that.
 */
export class EventFrames {
  readonly #frames = new Map<number, Frame>();
  #json: JsonText | undefined;
  /** Compressed, without an id. */
  #deflated: Buffer | undefined;
  /** How many on this machine had it as it is although they take it compressed. */
  #near = 0;

  /** An event that is JSON text already, under a subscription's id. */
  of(id: number, json: JsonText, deflation: Deflation): Frame | DeflatedFrame {
    if (json !== this.#json) {
      this.#json = json;
      this.#frames.clear();
      this.#deflated = undefined;
      this.#near = 0;
    }
    if (deflation !== "none") this.#deflated ??= this.#deflatedFor(json, deflation);
    return deflation === "none" || this.#deflated === undefined
      ? this.#plain(id, json)
      : { deflated: [this.#deflated, deflatedTail(id)] };
  }

  /** Undefined where it is better sent as it is. */
  #deflatedFor(json: JsonText, deflation: "near" | "far"): Buffer | undefined {
    const bytes = bytesOf(json);
    if (bytes < leastDeflatedBytes || bytes > mostDeflatedBytes) return undefined;
    if (deflation === "near") this.#near += 1;
    return deflation === "far" || this.#near > fewNear ? deflatedEvent(json) : undefined;
  }

  #plain(id: number, json: JsonText): Frame {
    const known = this.#frames.get(id);
    if (known?.length === 1) return known;
    const pieces = jsonEventFrame(id, json);
    if (known === undefined && this.#frames.size === mostCopies) return pieces;
    const frame = known === undefined ? pieces : [Buffer.concat(pieces)];
    this.#frames.set(id, frame);
    return frame;
  }
}
