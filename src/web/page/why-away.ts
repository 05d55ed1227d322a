import { whyHomeAssistantIsAway } from "./home-assistant-sign-in.ts";

/** Milliseconds between two questions. */
const againMs = 3000;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks the service why nobody can log in as a user of Home Assistant now, again and again as long as somebody wants to. */
export class HomeAssistantStatus {
  readonly #tell: (reason: string | undefined) => void;
  #asking: object | undefined;

  /** `tell` gets the service's words; undefined where it is not Home Assistant that is away. */
  constructor(tell: (reason: string | undefined) => void) {
    this.#tell = tell;
  }

  /** Asks on behalf of a client until `isWanted` says no more; once however often it is called. */
  async ask(client: object, isWanted: () => boolean): Promise<void> {
    if (this.#asking === client) return;
    this.#asking = client;
    const isMine = (): boolean => this.#asking === client && isWanted();
    while (isMine()) {
      const reason = await whyHomeAssistantIsAway();
      if (!isMine()) break;
      this.#tell(reason);
      await sleep(againMs);
    }
    if (this.#asking === client) this.#asking = undefined;
  }
}
