import { noChange } from "lit";
import { AsyncDirective } from "lit/async-directive.js";
import { directive } from "lit/directive.js";
import { loadAgain } from "../../connection/retry.ts";

type Light = typeof import("./light.ts");

let loaded: Light | undefined;

let loading: Promise<void> | undefined;

const load = async (): Promise<void> => {
  loaded = await loadAgain(() => import("./light.ts"), new AbortController().signal);
};

/** Makes the SVG path of an area of light, in metres. */
export type Area = (light: Light) => string;

class LatePathDirective extends AsyncDirective {
  #area: Area | undefined;
  #everyMs: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  override render(area: Area | undefined, everyMs?: number): unknown {
    this.disconnected();
    [this.#area, this.#everyMs] = [area, everyMs];
    if (area === undefined) return noChange;
    if (loaded === undefined) {
      loading ??= load();
      void loading.then(() => this.reconnected());
      return "";
    }
    if (everyMs !== undefined) this.#timer = setTimeout(() => this.reconnected(), everyMs);
    return area(loaded);
  }

  protected override disconnected(): void {
    clearTimeout(this.#timer);
  }

  protected override reconnected(): void {
    if (loaded !== undefined && this.isConnected)
      this.setValue(this.render(this.#area, this.#everyMs));
  }
}

/** The path of an area of light, made anew every so many ms; without an area, the path stays as it was. */
export const latePath = directive(LatePathDirective);
