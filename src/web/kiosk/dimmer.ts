import type { ReactiveController, ReactiveControllerHost } from "lit";

/** The dark part of each day in minutes from midnight; it may span midnight. */
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

/** Reads a night such as `22:00-06:30`; undefined if it is malformed or has no length. */
export const readNight = (text: string): Night | undefined => {
  const [from, to, ...more] = text.split("-").map(minutesIn);
  return from === undefined || to === undefined || from === to || more.length > 0
    ? undefined
    : { from, to };
};

/** Whether it is night by the local clock, also across changes to and from summer time. */
export const isNight = ({ from, to }: Night, moment: Date): boolean => {
  const now = 60 * moment.getHours() + moment.getMinutes();
  return from < to ? now >= from && now < to : now >= from || now < to;
};

/** Milliseconds between two looks at the clock, which may be set, or jump after sleep, at any time. */
const lookMs = 10_000;
const brightMs = 60_000;

/** Decides whether a page is dimmed: at night, unless it was touched a moment ago. */
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
    // Limits the bright time in case the clock was set back.
    const isBright = now < this.#brightUntil && this.#brightUntil - now <= brightMs;
    const isDark = this.#night !== undefined && isNight(this.#night, new Date(now)) && !isBright;
    if (isDark === this.#isDark) return;
    this.#isDark = isDark;
    this.#host.requestUpdate();
  };
}
