import { devices } from "./device.ts";
import { furniture } from "./furniture.ts";
import type { Kind } from "./kind.ts";
import { openings } from "./opening.ts";
import { rooms } from "./room.ts";
import { sensors } from "./sensor.ts";
import { texts } from "./text.ts";

const table = { rooms, openings, furniture, devices, sensors, texts };

/** A list of a plan whose elements are drawn. */
export type Collection = keyof typeof table;

/** What is known of the elements of each list that is drawn, from the ground up. */
export const kinds: Readonly<Record<Collection, Kind>> = table;

/** Whether a field of a plan is a list whose elements are drawn. */
export const isCollection = (field: string): field is Collection => Object.hasOwn(kinds, field);

/** The lists of a plan whose elements are drawn, from the ground up. */
export const collections: readonly Collection[] = Object.keys(kinds).filter(isCollection);

/** The lists whose elements stand somewhere on a floor, in a room or outside of all. */
export const standing: readonly Collection[] = collections.filter((collection) => {
  const { place } = kinds[collection];
  return place === "point" || place === "line";
});
