import { loadAgain } from "../connection/retry.ts";

const load = (): Promise<typeof import("./name-tag.ts")> => import("./name-tag.ts");

/**
 * The names of things that do nothing when touched, or have an error to tell, on the stage of a card; what shows them is
 * loaded when wanted.
 */
export class Names {
  #stage: HTMLElement | undefined;
  #ending: AbortController | undefined;

  /** Shows names on this stage, or nowhere. */
  on(stage: HTMLElement | undefined): void {
    if (stage === this.#stage) return;
    this.#ending?.abort();
    this.#stage = stage;
    if (stage === undefined) return;
    this.#ending = new AbortController();
    void this.#begin(stage, this.#ending.signal);
  }

  async #begin(stage: HTMLElement, signal: AbortSignal): Promise<void> {
    const { followNames } = await loadAgain(load, signal);
    if (!signal.aborted) followNames(stage, signal);
  }
}
