import type { ReactiveController, ReactiveControllerHost } from "lit";

/** A part of each day by the clock on the wall, in minutes from midnight; it may go across midnight. */
export interface Night {
  readonly from: number;
  /** The first minute that is day again. */
  readonly to: number;
}

const time = /^([01]?\d|2[0-3]):([0-5]\d)$/;

const minutesIn = (text: string): number | undefined => {
  const [, hours, minutes] = time.exec(text.trim()) ?? [];
  return hours === undefined ? undefined : 60 * Number(hours) + Number(minutes);
};

/** Reads such as `22:00-06:30`; undefined for what is none, and for a night of no length. */
export const readNight = (text: string): Night | undefined => {
  const [from, to, ...more] = text.split("-").map(minutesIn);
  return from === undefined || to === undefined || from === to || more.length > 0
    ? undefined
    : { from, to };
};

/**
 * Whether it is night at a moment, by the local clock: where that is put forward or back, so are the night's ends,
 * and an hour that it shows twice is night, or day, both times.
 */
export const isNight = ({ from, to }: Night, moment: Date): boolean => {
  const now = 60 * moment.getHours() + moment.getMinutes();
  return from < to ? now >= from && now < to : now >= from || now < to;
};

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
