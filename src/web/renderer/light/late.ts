import { noChange, nothing } from "lit";
import { AsyncDirective } from "lit/async-directive.js";
import { directive } from "lit/directive.js";
import { loadAgain } from "../../connection/retry.ts";

type Light = typeof import("./light.ts");

let loaded: Light | undefined;

let loading: Promise<void> | undefined;

const load = async (): Promise<void> => {
  loaded = await loadAgain(() => import("./light.ts"), new AbortController().signal);
};

/** Makes what is drawn of some light. */
export type Made = (light: Light) => unknown;

class LateDirective extends AsyncDirective {
  #made: Made = () => noChange;
  #everyMs: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  override render(made: Made, everyMs?: number): unknown {
    this.disconnected();
    [this.#made, this.#everyMs] = [made, everyMs];
    if (loaded === undefined) {
      loading ??= load();
      void loading.then(() => this.reconnected());
      return nothing;
    }
    if (everyMs !== undefined) this.#timer = setTimeout(() => this.reconnected(), everyMs);
    return made(loaded);
  }

  protected override disconnected(): void {
    clearTimeout(this.#timer);
  }

  protected override reconnected(): void {
    if (loaded !== undefined && this.isConnected)
      this.setValue(this.render(this.#made, this.#everyMs));
  }
}

/** What the code of light makes, once that is loaded; made anew every so many ms. */
export const late = directive(LateDirective);
