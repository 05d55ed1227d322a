import type { ReactiveController, ReactiveControllerHost } from "lit";
import { basePath } from "../page/base.ts";

/** Why a screen may go dark: its browser offers nothing against it here, or has refused. */
export type Drowsy = "insecure" | "missing" | "refused";

const place = `floorplan-wall-drowsy:${basePath}`;

const wasTold = (): boolean => {
  try {
    return localStorage.getItem(place) !== null;
  } catch {
    return false;
  }
};

/**
 * Keeps the screen awake as long as the page is seen (Screen Wake Lock API, W3C: for secure contexts alone, and
 * the lock is gone whenever the page is hidden, so it is asked for again).
 */
export class Awake implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #drowsy: Drowsy | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** What there is to be told, once in this browser; undefined where there is nothing. */
  get drowsy(): Drowsy | undefined {
    return this.#drowsy;
  }

  /** It was read. */
  readonly understood = (): void => {
    this.#tell(undefined);
    try {
      localStorage.setItem(place, "told");
    } catch {
      // Then it is told at the next start as well.
    }
  };

  hostConnected(): void {
    document.addEventListener("visibilitychange", this.#seen);
    this.#seen();
  }

  hostDisconnected(): void {
    document.removeEventListener("visibilitychange", this.#seen);
  }

  readonly #seen = (): void => void this.#ask();

  async #ask(): Promise<void> {
    if (document.visibilityState !== "visible") return;
    if (!("wakeLock" in navigator)) return this.#tell(isSecureContext ? "missing" : "insecure");
    try {
      await navigator.wakeLock.request("screen");
      this.#tell(undefined);
    } catch {
      // Refused because it was hidden meanwhile, it is asked for again when it is seen.
      if (document.visibilityState === "visible") this.#tell("refused");
    }
  }

  #tell(drowsy: Drowsy | undefined): void {
    const told = drowsy === undefined || wasTold() ? undefined : drowsy;
    if (told === this.#drowsy) return;
    this.#drowsy = told;
    this.#host.requestUpdate();
  }
}
