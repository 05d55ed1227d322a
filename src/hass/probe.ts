import { isLeft } from "fp-ts/lib/Either.js";
import { coalescing } from "../server/coalescing.ts";
import { greet } from "../home-assistant/upstream/handshake.ts";
import { Backoff } from "./pauses.ts";
import type { Guarded } from "../server/boundary.ts";
import type { UpstreamContext } from "../home-assistant/upstream/connection.ts";

type ProbeContext = Pick<UpstreamContext, "settings" | "status" | "sockets" | "log">;

/** Looks now and then whether Home Assistant is there, as long as no connection tells that all is well; it logs in with nothing. */
export class Probe {
  readonly #context: ProbeContext;
  readonly #pauses: Backoff;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  /** Looks now, and goes on until `end`. */
  readonly look: Guarded;

  constructor(context: ProbeContext) {
    const { homeAssistantPauseMs } = context.settings;
    this.#context = context;
    this.#pauses = new Backoff(homeAssistantPauseMs);
    this.look = context.log.boundary(
      "Home Assistant could not be looked for",
      coalescing(() => this.#lookOnce()),
      () => this.#lookIn(homeAssistantPauseMs),
    );
    context.status.whenSilent(this.look);
  }

  async #lookOnce(): Promise<void> {
    if (this.#isOver) return;
    clearTimeout(this.#timer);
    this.#lookIn(await this.#ask());
  }

  #lookIn(ms: number): void {
    if (!this.#isOver) this.#timer = setTimeout(this.look, ms).unref();
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  /** Milliseconds until it is worth the next look. */
  async #ask(): Promise<number> {
    const { settings, status } = this.#context;
    const { homeAssistantMs, homeAssistantPauseMs } = settings;
    if (status.isHeard) return homeAssistantPauseMs;
    const greeted = await greet(this.#context, AbortSignal.timeout(homeAssistantMs));
    if (isLeft(greeted)) {
      if (!this.#isOver) status.failed(greeted.left);
      return this.#pauses.next();
    }
    greeted.right.ws.close(1000);
    this.#pauses.reset();
    status.reached(greeted.right.version);
    return homeAssistantPauseMs;
  }
}
