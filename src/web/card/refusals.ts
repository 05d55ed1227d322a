import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { PlanProblem } from "../connection/plan-client.ts";
import { loadAgain } from "../connection/retry.ts";
import type { PreferredLanguages } from "../i18n/translator.ts";
import type { Message } from "./messages.ts";
import type { Requester } from "./source.ts";

const loadRefusal = (): Promise<typeof import("./refusal.ts")> => import("./refusal.ts");

/** Explains refusals, in words that are loaded for the first one. */
export class Refusals implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #explains: typeof import("./refusal.ts") | undefined;
  #loading: AbortController | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#loading?.abort();
    this.#loading = undefined;
  }

  /** The message to show in place of a plan that is refused; undefined until its words are there. */
  messageFor(
    refused: PlanProblem,
    asking: Requester | undefined,
    languages: PreferredLanguages,
  ): Message | undefined {
    if (this.#explains === undefined && this.#loading === undefined) void this.#load(languages);
    return this.#explains?.refusalMessage(refused, asking, languages);
  }

  async #load(languages: PreferredLanguages): Promise<void> {
    this.#loading = new AbortController();
    const explains = await loadAgain(loadRefusal, this.#loading.signal);
    await explains.prepareWords(languages);
    this.#explains = explains;
    this.#host.requestUpdate();
  }
}
