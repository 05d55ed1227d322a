import { listOfRef, type Ref } from "../../model/elements/entities.ts";
import type { Solid } from "../../model/solids/solid.ts";
import type { PicturePlace } from "./gestures.ts";

/** Where to look around a touch that meets no thing, in pixels: the nearest first. */
const closeBy = [6, 12].flatMap((away) =>
  Array.from({ length: 8 }, (_, at): PicturePlace => {
    const angle = (at * Math.PI) / 4;
    return [Math.cos(angle) * away, Math.sin(angle) * away];
  }),
);

/** Whether a solid is something that stands, hangs or opens, rather than a part of the building. */
const isThing = ({ role }: Solid): boolean =>
  role === "furniture" || role === "device" || role === "opening";

/**
 * The element that is meant by a touch of a picture: what is there or, as legs and poles are thin, what stands close to it.
 * Undefined beside the house, and for the walls of rooms.
 */
export const touchedElement = (
  [x, y]: PicturePlace,
  solidAt: (place: PicturePlace) => Solid | undefined,
): Ref | undefined => {
  const there = solidAt([x, y]);
  if (there !== undefined && isThing(there)) return there.ref;
  for (const [right, down] of closeBy) {
    const close = solidAt([x + right, y + down]);
    if (close?.ref !== undefined && isThing(close)) return close.ref;
  }
  const isOfRoom = there?.role === "wall" && listOfRef(there.ref ?? "") !== "walls";
  return isOfRoom ? undefined : there?.ref;
};
