import { bytesOf, type JsonText } from "../../raw-json/json-text.ts";
import { deflatedEvent, deflatedTail } from "./deflated-event.ts";
import { type DeflatedFrame, type Frame, jsonEventFrame } from "./frames.ts";

/** Copies of one event that are kept, each for another id. */
const mostCopies = 4;

/** What is shorter is not worth it. */
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

/** The frames of one event, of which those with frequent ids share a copy in one piece. */
class Copies {
  readonly #frames = new Map<number, readonly Buffer[]>();

  /** The frame for an id, in one piece from the second call for it on; `pieces` says what it is made of. */
  of(id: number, pieces: () => readonly Buffer[]): readonly Buffer[] {
    const known = this.#frames.get(id);
    if (known?.length === 1) return known;
    if (known === undefined && this.#frames.size === mostCopies) return pieces();
    const frame = known === undefined ? pieces() : [Buffer.concat(known)];
    this.#frames.set(id, frame);
    return frame;
  }
}

/**
 * The frames of the newest event. In one piece it is sent in two thirds of the
 * time that its fragments take, and clients that are alike subscribe with the
 * same id: so those share one copy, from the second on. The first gets fragments,
 * as do those with rarer ids, and nothing is copied for them. It is compressed
 * once, when the first asks for it to whom that is worth it.
 */
export class EventFrames {
  #json: JsonText | undefined;
  #plain = new Copies();
  #deflated = new Copies();
  #body: Buffer | undefined;
  #near = 0;

  /** An event that is JSON text already, under a subscription's id. */
  of(id: number, json: JsonText, deflation: Deflation): Frame | DeflatedFrame {
    if (json !== this.#json) {
      this.#json = json;
      this.#plain = new Copies();
      this.#deflated = new Copies();
      this.#body = undefined;
      this.#near = 0;
    }
    const body = deflation === "none" ? undefined : this.#bodyFor(json, deflation);
    if (body === undefined) return this.#plain.of(id, () => jsonEventFrame(id, json));
    return { deflated: this.#deflated.of(id, () => [body, deflatedTail(id)]) };
  }

  /** The event compressed, without its id; undefined where it is better sent as it is. */
  #bodyFor(json: JsonText, deflation: "near" | "far"): Buffer | undefined {
    if (this.#body !== undefined) return this.#body;
    if (deflation === "near" && this.#near < fewNear) {
      this.#near += 1;
      return undefined;
    }
    const bytes = bytesOf(json);
    if (bytes >= leastDeflatedBytes && bytes <= mostDeflatedBytes) this.#body = deflatedEvent(json);
    return this.#body;
  }
}
