import type { ReactiveControllerHost } from "lit";

/** What is chosen of a list, by ids. */
export class ChosenIds {
  readonly #host: Pick<ReactiveControllerHost, "requestUpdate">;
  readonly #ids = new Set<string>();

  constructor(host: Pick<ReactiveControllerHost, "requestUpdate">) {
    this.#host = host;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Chooses these, or leaves them. */
  set(ids: readonly string[], isChosen: boolean): void {
    for (const id of ids) {
      if (isChosen) this.#ids.add(id);
      else this.#ids.delete(id);
    }
    this.#host.requestUpdate();
  }
}
