import type { JsonText } from "../../raw-json/json-text.ts";

/**
 * The events of one subscription. What is emitted before the reply that
 * announces the subscription waits for it, so that no client sees an event
 * of a subscription that it does not know yet.
 */
export class EventStream {
  readonly #send: (json: JsonText) => void;
  #held: JsonText[] | undefined = [];
  #stop: (() => void) | undefined;
  #ended = false;

  /** `send` is called with each event, in order, from the start on. */
  constructor(send: (json: JsonText) => void) {
    this.#send = send;
  }

  /** An event, as JSON text. */
  readonly emit = (json: JsonText): void => {
    if (this.#ended) return;
    if (this.#held === undefined) this.#send(json);
    else this.#held.push(json);
  };

  /** Says how to end the source; it is called once, at once where the stream has ended already. */
  readonly endsWith = (stop: () => void): void => {
    if (this.#ended) stop();
    else this.#stop = stop;
  };

  /** The reply is out: sends what waits, and from now on everything at once. */
  start(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const json of held) this.#send(json);
  }

  /** No more events. */
  end(): void {
    this.#ended = true;
    this.#stop?.();
    this.#stop = undefined;
  }
}
