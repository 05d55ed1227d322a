import { isLeft } from "fp-ts/lib/Either.js";
import { greet } from "./greeting.ts";
import { Pauses } from "./pauses.ts";
import type { UpstreamContext } from "./upstream-connection.ts";

type ProbeContext = Pick<UpstreamContext, "settings" | "status" | "sockets">;

/** Looks now and then whether Home Assistant is there, as long as no connection tells that all is well; it logs in with nothing. */
export class Probe {
  readonly #context: ProbeContext;
  readonly #pauses: Pauses;
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  #isOver = false;

  constructor(context: ProbeContext) {
    this.#context = context;
    this.#pauses = new Pauses(context.settings.homeAssistantPauseMs);
    context.status.whenSilent(() => void this.look());
  }

  /** Looks now, and goes on until `end`. */
  async look(): Promise<void> {
    if (this.#isLooking || this.#isOver) return;
    clearTimeout(this.#timer);
    this.#isLooking = true;
    const ms = await this.#ask();
    this.#isLooking = false;
    if (!this.#isOver) this.#timer = setTimeout(() => void this.look(), ms).unref();
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
