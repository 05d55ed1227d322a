/** Milliseconds for which somebody stays in a room at least. */
export const stepMs = 30_000;

/** A number from 0 to 1 that is always the same for the same key, and looks like chance. */
export const chance = (key: string): number => {
  let hash = 0x811c9dc5;
  for (const letter of key) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
};

/** A moment on the clock of the house. */
export interface Clock {
  /** Identifies the day. */
  readonly day: string;
  /** Hours since midnight. */
  readonly hour: number;
  readonly isWeekend: boolean;
}

/** What the clock of the house shows at a moment in ms since 1970. */
export const clockAt = (ms: number): Clock => {
  const at = new Date(ms);
  return {
    day: `${at.getFullYear()}-${at.getMonth()}-${at.getDate()}`,
    hour: at.getHours() + at.getMinutes() / 60 + at.getSeconds() / 3600,
    isWeekend: [0, 6].includes(at.getDay()),
  };
};

const people = ["anna", "ben"] as const;

/** Somebody who lives in the house. */
export type Person = (typeof people)[number];

/** A room of the flat. */
export type Room = "living_room" | "kitchen" | "bedroom" | "bathroom" | "hall";

/** Hours of the day, up to half an hour earlier or later from day to day. */
const about = (hour: number, { day }: Clock, key: string): number =>
  hour + chance(`${key} ${day}`) - 0.5;

/** When each of them is away on a weekday, and on a Saturday or Sunday. */
const absences: Readonly<Record<Person, readonly (readonly [from: number, to: number])[]>> = {
  anna: [
    [8, 12.5],
    [14.5, 16],
  ],
  ben: [
    [8.5, 17.5],
    [10, 11.5],
  ],
};

const absenceOf = (person: Person, clock: Clock): readonly [from: number, to: number] => {
  const [from, to] = absences[person][clock.isWeekend ? 1 : 0] ?? [0, 0];
  return [about(from, clock, `${person} leaves`), about(to, clock, `${person} returns`)];
};

const isHome = (person: Person, clock: Clock): boolean => {
  const [from, to] = absenceOf(person, clock);
  return clock.hour < from || clock.hour >= to;
};

const isAsleep = (person: Person, clock: Clock): boolean =>
  clock.hour < about(6.5, clock, `${person} wakes`) ||
  clock.hour > about(23, clock, `${person} sleeps`);

/** Where somebody likes to be, as often as it is listed. */
const likes = ({ hour }: Clock): readonly Room[] => {
  if (hour < 9) return ["kitchen", "kitchen", "bathroom", "bathroom", "bedroom", "hall"];
  if (hour < 18) return ["living_room", "living_room", "kitchen", "hall", "bathroom", "bedroom"];
  if (hour < 20) return ["kitchen", "kitchen", "living_room", "hall", "bathroom"];
  if (hour < 22) return ["living_room", "living_room", "living_room", "kitchen", "hall"];
  return ["bathroom", "bedroom", "bedroom", "living_room", "hall"];
};

/** Where somebody is. */
export interface Whereabouts {
  /** Undefined outside the house. */
  readonly room: Room | undefined;
  readonly isAsleep: boolean;
}

/** The number of somebody's stay at a moment in ms since 1970, and the ms since it began. They move at different moments. */
export const stepOf = (
  person: Person,
  ms: number,
): { readonly step: number; readonly sinceMs: number } => {
  const shifted = ms + people.indexOf(person) * 12_000;
  return { step: Math.floor(shifted / stepMs), sinceMs: shifted % stepMs };
};

/** Where somebody is at a moment in ms since 1970. */
export const whereabouts = (person: Person, ms: number, clock: Clock): Whereabouts => {
  if (!isHome(person, clock)) return { room: undefined, isAsleep: false };
  if (isAsleep(person, clock)) return { room: "bedroom", isAsleep: true };
  const liked = likes(clock);
  // They stay longer in some rooms than in others.
  const { step } = stepOf(person, ms);
  const stay =
    chance(`${person} stays ${Math.floor(step / 4)}`) < 0.5 ? Math.floor(step / 4) : step;
  const at = Math.floor(chance(`${person} goes ${stay}`) * liked.length);
  return { room: liked[at] ?? "living_room", isAsleep: false };
};

/** Where everybody is at a moment in ms since 1970. */
export const everybodyAt = (ms: number, clock: Clock): Readonly<Record<Person, Whereabouts>> => ({
  anna: whereabouts("anna", ms, clock),
  ben: whereabouts("ben", ms, clock),
});

/** Whether somebody comes or goes within a minute of it. */
export const isSomebodyAtTheDoor = (clock: Clock): boolean =>
  people.some((person) =>
    absenceOf(person, clock).some((hour) => Math.abs(clock.hour - hour) < 1 / 60),
  );
