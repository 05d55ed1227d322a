import { type Background, backgroundOf, shownLevel } from "../../model/elements/levels.ts";
import type { PlanData } from "../../model/elements/entities.ts";
import { type Box, boxAround } from "../../model/geometry/polygon.ts";
import { plus, type Point, turned } from "../../model/geometry/vector.ts";

/** How high images are for their width, by their address; 0 while they load. */
const ratios = new Map<string, number>();

/** The height of an image for a width of 1; undefined until it is loaded, of which `loaded` is told. */
const ratioOf = (address: string, loaded: () => void): number | undefined => {
  const known = ratios.get(address);
  if (known !== undefined || address === "") return known === 0 ? undefined : known;
  ratios.set(address, 0);
  const image = new Image();
  image.addEventListener("load", () => {
    ratios.set(address, image.naturalHeight / Math.max(1, image.naturalWidth));
    loaded();
  });
  // It may be there when the connection is.
  image.addEventListener("error", () => ratios.delete(address));
  image.src = address;
  return undefined;
};

/** The tracing image of the floor that is shown, if it has one. */
export const shownImage = (plan: PlanData, wanted: string | undefined): Background | undefined => {
  const level = shownLevel(plan, wanted);
  return level === undefined ? undefined : backgroundOf(plan, level);
};

/**
 * The corners of a tracing image on the plan, clockwise from its own top left. Until it is loaded at its
 * address it is taken for a square; `loaded` is called once it is.
 */
export const cornersOfImage = (
  image: Background,
  address: string,
  loaded: () => void,
): readonly Point[] => {
  const { left, top, width, rotation } = image;
  const height = image.height || width * (ratioOf(address, loaded) ?? 1);
  const corners: readonly Point[] = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ];
  return corners.map((corner) => plus([left, top], turned(corner, rotation)));
};

/** The box around a tracing image on the plan. */
export const boxOfImage = (...place: Parameters<typeof cornersOfImage>): Box | undefined =>
  boxAround(cornersOfImage(...place));
