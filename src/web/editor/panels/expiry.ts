/** Milliseconds for which a notice stays that only informs. */
export const informingMs = 12_000;

/** Takes a notice away after a while: not while somebody points at it or has the focus in it, and each news gives it its time anew. */
export class AutoDismiss {
  readonly #expire: () => void;
  #news: unknown;
  #isHeld = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `expire` takes the notice away. */
  constructor(expire: () => void) {
    this.#expire = expire;
  }

  /** What the notice tells now; undefined where there is none. */
  tell(news: unknown): void {
    if (news === this.#news) return;
    this.#news = news;
    // One that is gone is held by nobody.
    if (news === undefined) this.#isHeld = false;
    this.#begin();
  }

  /** Somebody has come to it, or has left it. */
  readonly hold = (event: Event): void => {
    this.#isHeld = event.type === "pointerenter" || event.type === "focusin";
    this.#begin();
  };

  #begin(): void {
    clearTimeout(this.#timer);
    if (this.#news !== undefined && !this.#isHeld)
      this.#timer = setTimeout(this.#expire, informingMs);
  }
}
