import type { ReactiveController, ReactiveControllerHost } from "lit";
import { isNight, type Night } from "../wall/night.ts";

/** Milliseconds between two looks at the clock, which may be set, or have slept, at any time. */
const lookMs = 10_000;
/** Milliseconds for which a touch brightens. */
const brightMs = 60_000;

/** Tells whether a page is to be dark now: at night, unless somebody has touched it a moment ago. */
export class Dimmer implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #night: Night | undefined;
  #brightUntil = 0;
  #isDark = false;
  #timer: ReturnType<typeof setInterval> | undefined;
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost, night: Night | undefined) {
    this.#host = host;
    this.#night = night;
    host.addController(this);
  }

  get isDark(): boolean {
    return this.#isDark;
  }

  /** Somebody has touched the screen. */
  readonly brighten = (): void => {
    if (this.#night === undefined) return;
    this.#brightUntil = Date.now() + brightMs;
    clearTimeout(this.#later);
    this.#later = setTimeout(this.#look, brightMs);
    this.#look();
  };

  hostConnected(): void {
    if (this.#night === undefined) return;
    this.#timer = setInterval(this.#look, lookMs);
    this.#look();
  }

  hostDisconnected(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#later);
  }

  readonly #look = (): void => {
    const now = Date.now();
    // A clock that was put back would otherwise keep it bright for long.
    const isBright = now < this.#brightUntil && this.#brightUntil - now <= brightMs;
    const isDark = this.#night !== undefined && isNight(this.#night, new Date(now)) && !isBright;
    if (isDark === this.#isDark) return;
    this.#isDark = isDark;
    this.#host.requestUpdate();
  };
}
