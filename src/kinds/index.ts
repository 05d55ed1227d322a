import { device } from "./device.ts";
import { furniture } from "./furniture.ts";
import type { Kind } from "./kind.ts";
import { opening } from "./opening.ts";
import { room } from "./room.ts";
import { sensor } from "./sensor.ts";
import { text } from "./text.ts";

const table = {
  rooms: room,
  openings: opening,
  furniture,
  devices: device,
  sensors: sensor,
  texts: text,
};

/** A list of a plan whose elements are drawn. */
export type Collection = keyof typeof table;

/** What is known of the elements of each list that is drawn, from the ground up. */
export const kinds: Readonly<Record<Collection, Kind>> = table;

/** Whether a field of a plan is a list whose elements are drawn. */
export const isCollection = (field: string): field is Collection => Object.hasOwn(kinds, field);

/** The lists of a plan whose elements are drawn, from the ground up. */
export const collections: readonly Collection[] = Object.keys(kinds).filter(isCollection);
