import {
  type EntityState,
  isActive,
  isUnavailable,
  type States,
  unknownState,
} from "./entity-state.ts";
import { type JsonObject, textIn } from "../json.ts";
import { kindOf, openingName } from "../kinds/opening.ts";

/** An entity of an opening, and its state. */
export interface Part {
  readonly id: string;
  readonly state: EntityState;
}

export const isOpen = (part: Part | undefined): boolean =>
  part !== undefined && isActive(part.id, part.state);

/** How much of its opening a blind covers, from 0 to 1: by its position (0 is closed) if known, else all or nothing. */
export const covering = (blind: Part): number => {
  // An unknown blind is drawn closed, and pale.
  if (isUnavailable(blind.state)) return 1;
  const position = blind.state.attributes?.["current_position"];
  if (typeof position === "number") return 1 - Math.max(0, Math.min(100, position)) / 100;
  return isOpen(blind) ? 0 : 1;
};

/** The entity in a field of an opening, such as `contact`; undefined without one, or where Home Assistant is not there. */
export const partOf = (
  opening: JsonObject,
  field: "contact" | "lock" | "blind",
  states: States | undefined,
): Part | undefined => {
  const id = textIn(opening[field]);
  if (id === undefined || states === undefined) return undefined;
  return { id, state: states(id) ?? unknownState };
};

/** Whether a contact says that its door or window is shut. */
export const isShut = (contact: Part | undefined): boolean =>
  contact !== undefined && !isOpen(contact) && !isUnavailable(contact.state);

/** Styles of doors that are of glass, and let light through while they are shut. */
const glazed: ReadonlySet<string> = new Set(["french", "revolving"]);

/** Whether an opening is of glass: windows, and some doors. */
export const isOfGlass = (opening: JsonObject): boolean =>
  kindOf(opening) === "window" || glazed.has(textIn(opening["style"]) ?? "");

/**
 * The part of an opening that light passes: where it begins, from 0 at the opening's left as seen from its room to 1, where
 * nothing passes. Blinds and shut doors that are not of glass stop light; a door of which nothing is known is drawn open, and lets it through.
 */
export const clearFrom = (opening: JsonObject, states: States | undefined): number => {
  // It is in the roof beside its wall, which has no gap.
  if (openingName(opening) === "roof_window") return 1;
  const isOpaque = kindOf(opening) === "door" && !isOfGlass(opening);
  if (isOpaque && isShut(partOf(opening, "contact", states))) return 1;
  const blind = partOf(opening, "blind", states);
  return blind === undefined ? 0 : covering(blind);
};
