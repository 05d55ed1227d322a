/** How fast a film runs. */
export interface Pace {
  /** The least time from one picture to the next, in milliseconds. */
  readonly pictureMs: number;
  /** The minutes of the day from one picture to the next. */
  readonly minutes: number;
  /** How many of these steps a slow picture may take at once, so that the film takes no longer. */
  readonly mostSteps: number;
}

/** A day in some 20 s: 288 pictures. Half an hour is the largest step, also where drawing takes longer. */
export const usualPace: Pace = { pictureMs: 70, minutes: 5, mostSteps: 6 };

/** For users who prefer reduced motion: a picture a second, each of half an hour later. */
export const calmPace: Pace = { pictureMs: 1000, minutes: 30, mostSteps: 1 };

/** What a film shows. */
export interface FilmHost {
  /** The shown minute of the day. */
  readonly minutes: () => number;
  /** The last minute of the day that can be shown; it grows while the day is today. */
  readonly lastMinute: () => number;
  /** Shows a minute; resolves once it is drawn, with whether that was possible. */
  readonly show: (minutes: number) => Promise<boolean>;
  /** Called when the film begins and when it has ended. */
  readonly changed: () => void;
}

/** The time that passes while a film runs, in milliseconds. */
export interface FilmClock {
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<unknown>;
}

const browserClock: FilmClock = {
  now: () => performance.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** The detail of the event `film-step`: takes what is still being drawn of a picture. */
export type DrawnLater = (drawn: Promise<unknown>) => void;

/**
 * Resolves once a picture is drawn: with the next frame of the browser, and all that other parts of the card draw then. These
 * hear of it by the event `film-step` of an element, and tell what they are still at; what fails there counts as drawn.
 */
export const whenDrawn = async (element: EventTarget): Promise<void> => {
  await new Promise(requestAnimationFrame);
  const later: Promise<unknown>[] = [];
  const detail: DrawnLater = (drawn) => later.push(drawn);
  element.dispatchEvent(new CustomEvent("film-step", { detail, bubbles: true }));
  await Promise.allSettled(later);
};

/** Plays a day: shows one minute after another, each once the one before is drawn. */
export class Film {
  readonly #host: FilmHost;
  readonly #clock: FilmClock;
  /** The run that goes on; another one takes its place. */
  #run: object | undefined;

  constructor(host: FilmHost, clock: FilmClock = browserClock) {
    this.#host = host;
    this.#clock = clock;
  }

  get isPlaying(): boolean {
    return this.#run !== undefined;
  }

  /** Plays from the shown minute, at the end of the day from its beginning; resolves when that has ended. */
  async play(pace: Pace): Promise<void> {
    const run = {};
    this.#run = run;
    this.#host.changed();
    await this.#show(run, pace);
    if (this.#run === run) this.stop();
  }

  /** Stops at the picture that is shown. */
  stop(): void {
    if (this.#run === undefined) return;
    this.#run = undefined;
    this.#host.changed();
  }

  async #show(run: object, { pictureMs, minutes: step, mostSteps }: Pace): Promise<void> {
    const { minutes: shown, lastMinute, show } = this.#host;
    const { now, wait } = this.#clock;
    const start = shown();
    let minutes = start > lastMinute() - step ? 0 : start;
    let before = now();
    while (await show(minutes)) {
      await wait(Math.max(0, before + pictureMs - now()));
      if (this.#run !== run || minutes >= lastMinute()) return;
      const steps = Math.round((now() - before) / pictureMs);
      before = now();
      minutes = Math.min(lastMinute(), minutes + step * Math.min(Math.max(1, steps), mostSteps));
    }
  }
}
