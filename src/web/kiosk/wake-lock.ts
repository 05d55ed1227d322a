import type { ReactiveController, ReactiveControllerHost } from "lit";
import { coalescing } from "../../server/runtime/coalescing.ts";
import { basePath } from "../page/token-storage.ts";

/** Why a screen may go dark: its browser offers nothing against it here, or has refused. */
export type WakeLockProblem = "insecure" | "missing" | "refused";

const place = `floorplan-wall-drowsy:${basePath}`;

const wasTold = (): boolean => {
  try {
    return localStorage.getItem(place) !== null;
  } catch {
    return false;
  }
};

/** Milliseconds after which a lock that was refused is asked for again: a low battery, say, may be charged by then. */
const againMs = 60_000;

/** Milliseconds that a lock is held at least by a system that does not let go of each one at once. */
const briefMs = 1000;

/**
 * Keeps the screen awake as long as the page is seen (Screen Wake Lock API, W3C: for secure contexts alone; the
 * system lets go of the lock whenever the page is hidden, and may at any other time, which the lock tells by
 * `release`). A lock that is gone is asked for again while the page is seen, or once it is.
 */
export class ScreenWakeLock implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #drowsy: WakeLockProblem | undefined;
  #isWanted = false;
  #lock: WakeLockSentinel | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** What there is to be told, once in this browser; undefined where there is nothing. */
  get drowsy(): WakeLockProblem | undefined {
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
    this.#isWanted = true;
    document.addEventListener("visibilitychange", this.#seen);
    this.#seen();
  }

  hostDisconnected(): void {
    this.#isWanted = false;
    document.removeEventListener("visibilitychange", this.#seen);
    clearTimeout(this.#timer);
    this.#letGo();
  }

  readonly #ask = coalescing(() => this.#askOnce());

  readonly #seen = (): void => void this.#ask();

  get #isDue(): boolean {
    return this.#isWanted && this.#lock === undefined && document.visibilityState === "visible";
  }

  async #askOnce(): Promise<void> {
    if (!this.#isDue) return;
    if (!("wakeLock" in navigator)) return this.#tell(isSecureContext ? "missing" : "insecure");
    clearTimeout(this.#timer);
    try {
      this.#hold(await navigator.wakeLock.request("screen"));
      this.#tell(undefined);
    } catch {
      // Refused because it was hidden meanwhile, it is asked for again when it is seen.
      if (this.#isDue) this.#tell("refused");
      this.#askLater();
    }
  }

  #hold(lock: WakeLockSentinel): void {
    const since = Date.now();
    this.#lock = lock;
    const released = (): void => {
      if (this.#lock !== lock) return;
      this.#lock = undefined;
      if (Date.now() - since < briefMs) this.#askLater();
      else this.#seen();
    };
    lock.addEventListener("release", released);
    // It may be gone before anybody could hear of it, and so may the page that asked for it.
    if (lock.released) released();
    else if (!this.#isWanted) this.#letGo();
  }

  #letGo(): void {
    const lock = this.#lock;
    this.#lock = undefined;
    lock?.release().catch(() => undefined);
  }

  #askLater(): void {
    clearTimeout(this.#timer);
    if (this.#isWanted) this.#timer = setTimeout(this.#seen, againMs);
  }

  #tell(drowsy: WakeLockProblem | undefined): void {
    const told = drowsy === undefined || wasTold() ? undefined : drowsy;
    if (told === this.#drowsy) return;
    this.#drowsy = told;
    this.#host.requestUpdate();
  }
}
