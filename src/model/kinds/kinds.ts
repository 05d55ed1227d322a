import { devices, devicesForm } from "../../kinds/device.ts";
import { dimensions, dimensionsForm } from "../../kinds/dimension.ts";
import { furniture, furnitureForm } from "../../kinds/furniture.ts";
import type { Form, Kind } from "./kind.ts";
import { openings, openingsForm } from "./opening.ts";
import { rooms, roomsForm } from "../../kinds/room.ts";
import { sensors, sensorsForm } from "../../kinds/sensor.ts";
import { texts, textsForm } from "../../kinds/text.ts";
import { walls, wallsForm } from "../../kinds/wall.ts";

const table = { rooms, walls, openings, furniture, devices, sensors, texts, dimensions };

/** A list of a plan whose elements are drawn. */
export type Collection = keyof typeof table;

/** What is known of the elements of each list that is drawn, from the ground up. */
export const kinds: Readonly<Record<Collection, Kind>> = table;

/** What is filled in of the elements of each of these lists. */
export const forms: Readonly<Record<Collection, Form>> = {
  rooms: roomsForm,
  walls: wallsForm,
  openings: openingsForm,
  furniture: furnitureForm,
  devices: devicesForm,
  sensors: sensorsForm,
  texts: textsForm,
  dimensions: dimensionsForm,
};

/** Whether a field of a plan is a list whose elements are drawn. */
export const isCollection = (field: string): field is Collection => Object.hasOwn(kinds, field);

/** The lists of a plan whose elements are drawn, from the ground up. */
export const collections: readonly Collection[] = Object.keys(kinds).filter(isCollection);

/** The lists whose elements stand somewhere on a floor, in a room or outside of all. */
export const standingCollections: readonly Collection[] = collections.filter((collection) => {
  const { place } = kinds[collection];
  return place === "point" || place === "line";
});
