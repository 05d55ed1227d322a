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
