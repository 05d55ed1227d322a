import type { JsonText } from "../../raw-json/json-text.ts";
import { type Frame, jsonEventFrame } from "./frames.ts";

/** Copies of one event that are kept, each for another id. */
const mostCopies = 4;

/**
 * The frames of the newest event. In one piece it is sent in two thirds of the
 * time that its fragments take, and clients that are alike subscribe with the
 * same id: so those share one copy, from the second on. The first gets fragments,
 * as do those with rarer ids, and nothing is copied for them.
 */
export class EventFrames {
  readonly #frames = new Map<number, Frame>();
  #json: JsonText | undefined;

  /** An event that is JSON text already, under a subscription's id. */
  of(id: number, json: JsonText): Frame {
    if (json !== this.#json) {
      this.#json = json;
      this.#frames.clear();
    }
    const known = this.#frames.get(id);
    if (known?.length === 1) return known;
    const pieces = jsonEventFrame(id, json);
    if (known === undefined && this.#frames.size === mostCopies) return pieces;
    const frame = known === undefined ? pieces : [Buffer.concat(pieces)];
    this.#frames.set(id, frame);
    return frame;
  }
}
