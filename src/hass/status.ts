import type { Logger } from "pino";
import type { RatedLog } from "../server/rated-log.ts";
import { type HassProblem, wordsOf } from "../home-assistant/upstream/status.ts";

/** How Home Assistant is doing, as `/healthz` tells it. */
export interface HassReport {
  readonly status: "unknown" | "connected" | HassProblem["kind"];
  readonly reason?: string;
  readonly version?: string;
}

/** What everybody here who talks to Home Assistant has found out about it: the last news count. */
export class HassStatus {
  readonly #log: Logger;
  readonly #rated: RatedLog;
  #open = 0;
  #onSilence: (() => void) | undefined;
  #problem: HassProblem | undefined;
  #refused: HassProblem | undefined;
  #version: string | undefined;

  constructor(log: Logger, rated: RatedLog) {
    this.#log = log;
    this.#rated = rated;
  }

  get report(): HassReport {
    const wrong = this.#problem ?? this.#refused;
    const version = this.#version === undefined ? {} : { version: this.#version };
    if (wrong !== undefined) return { status: wrong.kind, reason: wordsOf[wrong.kind], ...version };
    return { status: this.#version === undefined ? "unknown" : "connected", ...version };
  }

  /** Whether a connection to it is open and nothing is wrong, so that news come by themselves. */
  get isHeard(): boolean {
    return this.#open > 0 && this.#problem === undefined;
  }

  /** It answered as Home Assistant does. */
  reached(version: string): void {
    if (this.#problem !== undefined || this.#version !== version)
      this.#log.info({ version }, "Home Assistant answers");
    this.#version = version;
    this.#problem = undefined;
  }

  /** A connection to it was opened; the returned function says that it ended. */
  opened(version: string): () => void {
    this.reached(version);
    this.#open += 1;
    let isOpen = true;
    return () => {
      if (isOpen) this.#open -= 1;
      isOpen = false;
      if (this.#open === 0) this.#onSilence?.();
    };
  }

  /** Calls back whenever the last connection has ended: nobody knows then whether it is still there. */
  whenSilent(onSilence: () => void): void {
    this.#onSilence = onSilence;
  }

  /** It could not be used. That a token was refused is no fault of it: whose token matters to all says so with `ownToken`. */
  failed(wrong: HassProblem): void {
    if (wrong.kind === "invalid-auth") return;
    const isNews = this.#problem?.kind !== wrong.kind;
    this.#problem = wrong;
    if (isNews) this.#rated.warn({ ...wrong }, "Home Assistant cannot be used");
  }

  /** Whether it takes the token of the service itself: undefined, or why it does not. */
  ownToken(refused: HassProblem | undefined): void {
    if (refused !== undefined && this.#refused?.message !== refused.message)
      this.#rated.warn({ ...refused }, "Home Assistant refuses the token of the service");
    this.#refused = refused;
  }
}
