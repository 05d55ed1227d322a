/** A day of a year, in the time zone of whoever looks. */
export interface Day {
  readonly year: number;
  /** 0 to 11, as dates of JavaScript have it. */
  readonly month: number;
  readonly date: number;
}

/** The day of a moment, in milliseconds since 1970. */
export const dayOf = (ms: number): Day => {
  const at = new Date(ms);
  return { year: at.getFullYear(), month: at.getMonth(), date: at.getDate() };
};

/** When a day begins, in milliseconds since 1970. */
export const startOf = ({ year, month, date }: Day): number =>
  new Date(year, month, date).getTime();

/** The day so many days later; days are not all 24 hours long. */
export const daysAfter = ({ year, month, date }: Day, days: number): Day =>
  dayOf(new Date(year, month, date + days).getTime());

/** How long a day is, in minutes: 23 or 25 hours where clocks are changed. */
export const minutesOf = (day: Day): number =>
  Math.round((startOf(daysAfter(day, 1)) - startOf(day)) / 60_000);

/** The moment so many minutes into a day, in milliseconds since 1970. */
export const momentIn = (day: Day, minutes: number): number => startOf(day) + minutes * 60_000;
