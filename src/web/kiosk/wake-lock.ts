import type { ReactiveController, ReactiveControllerHost } from "lit";
import { coalescing } from "../../server/runtime/coalescing.ts";
import { basePath } from "../page/token-storage.ts";

/** Why the screen may go dark: the browser offers no wake lock here, or refused it. */
export type WakeLockProblem = "insecure" | "missing" | "refused";

const place = `floorplan-wall-drowsy:${basePath}`;

const wasTold = (): boolean => {
  try {
    return localStorage.getItem(place) !== null;
  } catch {
    return false;
  }
};

/** Milliseconds until a refused lock is requested again: a low battery may be charged by then. */
const againMs = 60_000;

/** A lock that the system releases sooner than this is requested again only after a pause. */
const briefMs = 1000;

/**
 * Keeps the screen awake while the page is visible (W3C Screen Wake Lock API, secure contexts only). The system
 * releases the lock when the page is hidden, and may at any other time, with a `release` event. A released lock is
 * requested again while the page is visible, or once it is.
 */
export class ScreenWakeLock implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #wakeLockProblem: WakeLockProblem | undefined;
  #isWanted = false;
  #lock: WakeLockSentinel | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** The problem to show, once per browser; undefined if there is none. */
  get wakeLockProblem(): WakeLockProblem | undefined {
    return this.#wakeLockProblem;
  }

  /** Dismisses the problem. */
  readonly understood = (): void => {
    this.#tell(undefined);
    try {
      localStorage.setItem(place, "told");
    } catch {
      // Without storage, the problem is shown again at the next start.
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
      // Refused because the page was hidden meanwhile; it is requested again when visible.
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
    // The lock may be released before anybody listens, and the page may be gone.
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

  #tell(wakeLockProblem: WakeLockProblem | undefined): void {
    const told = wakeLockProblem === undefined || wasTold() ? undefined : wakeLockProblem;
    if (told === this.#wakeLockProblem) return;
    this.#wakeLockProblem = told;
    this.#host.requestUpdate();
  }
}
