import { type Entity, refOf } from "../../../model/elements/entities.ts";
import { findRoomOf } from "../../../model/elements/rooms.ts";
import { drawingColour, floorOf, roomTones, shadeOpacity } from "../../renderer/index.ts";
import type { EditorContext } from "../component.ts";

/** The drawing's own colours, by the list and the field of an element that would replace them. */
const defaults: Readonly<Record<string, string>> = {
  "rooms label_color": "plan-ink",
  "devices color": "plan-line",
  "devices color_on": "plan-on",
  "sensors color": "plan-ink",
  "texts color": "plan-ink",
  "texts background": "plan-paper",
};

/** The red, green or blue of a colour, from 0 to 255. */
const channel = (colour: string, at: number): number =>
  Number.parseInt(colour.slice(1 + 2 * at, 3 + 2 * at), 16);

/** A colour with a part of another one over it, all as `#rrggbb`. */
const covered = (below: string, above: string, opacity: number): string => {
  const mixed = [0, 1, 2].map((at) =>
    Math.round(channel(below, at) * (1 - opacity) + channel(above, at) * opacity),
  );
  return `#${mixed.map((each) => each.toString(16).padStart(2, "0")).join("")}`;
};

/** The colour that an element is drawn in as long as a field of it is empty, as `#rrggbb`, by day or night. */
export const colourInEffect = (
  entity: Entity,
  field: string,
  { session, isNight }: EditorContext,
): string | undefined => {
  const named = (name: string): string | undefined => drawingColour(name, isNight());
  const name = defaults[`${entity.collection} ${field}`];
  if (name !== undefined) return named(name);
  if (entity.collection !== "rooms" || field !== "color") return undefined;
  const { plan } = session.state;
  const room = findRoomOf(plan, refOf(entity));
  if (room === undefined) return undefined;
  const tones = roomTones(floorOf(plan, room.level).rooms);
  const { tone = "garden", shade = 0 } = tones.get(refOf(entity)) ?? {};
  const [floor, ink] = [named(`tone-${tone}`), named("plan-ink")];
  return floor && ink && covered(floor, ink, shade * shadeOpacity);
};
