import { curvePoints, type ShapeContext } from "./curves.ts";
import type { Entity } from "./entity.ts";
import { axesOf, mappedFrame, placeIn, type Space } from "./placement.ts";

const rectangle = (width: number, depth: number): readonly Space[] => [
  [-width / 2, -depth / 2, 0],
  [width / 2, -depth / 2, 0],
  [width / 2, depth / 2, 0],
  [-width / 2, depth / 2, 0],
];

/** The number of lines that a round profile becomes. */
const sides = 24;

const round = (a: number, b: number): readonly Space[] =>
  Array.from({ length: sides }, (_, at) => {
    const angle = (2 * Math.PI * at) / sides;
    return [a * Math.cos(angle), b * Math.sin(angle), 0];
  });

/** Profiles of steel and the like, of which their box is enough, with the positions of its width and its depth. */
const boxed: ReadonlyMap<string, readonly [width: number, depth: number]> = new Map([
  ["IFCISHAPEPROFILEDEF", [3, 4]],
  ["IFCLSHAPEPROFILEDEF", [4, 3]],
  ["IFCUSHAPEPROFILEDEF", [4, 3]],
  ["IFCTSHAPEPROFILEDEF", [4, 3]],
  ["IFCCSHAPEPROFILEDEF", [4, 3]],
]);

/** The corners of a closed outline, without the last one if it is the first. */
const opened = (points: readonly Space[]): readonly Space[] => {
  const [first, last] = [points[0], points.at(-1)];
  const isClosed =
    points.length > 1 &&
    first?.every((each, at) => Math.abs(each - (last?.[at] ?? 0)) < 1e-9) === true;
  return isClosed ? points.slice(0, -1) : points;
};

/** A profile by its own kind, before it is put in its place; undefined of kinds that are not read. */
const ownOutline = async (
  profile: Entity,
  context: ShapeContext,
): Promise<readonly Space[] | undefined> => {
  const { type } = profile;
  switch (type) {
    case "IFCRECTANGLEPROFILEDEF":
    case "IFCROUNDEDRECTANGLEPROFILEDEF":
    case "IFCRECTANGLEHOLLOWPROFILEDEF":
      return rectangle(profile.neededNumber(3), profile.neededNumber(4));
    case "IFCCIRCLEPROFILEDEF":
    case "IFCCIRCLEHOLLOWPROFILEDEF":
      return round(profile.neededNumber(3), profile.neededNumber(3));
    case "IFCELLIPSEPROFILEDEF":
      return round(profile.neededNumber(3), profile.neededNumber(4));
    case "IFCARBITRARYCLOSEDPROFILEDEF":
    case "IFCARBITRARYPROFILEDEFWITHVOIDS":
      return opened(await curvePoints(profile.needed(2), context));
    default: {
      const at = boxed.get(type);
      return at && rectangle(profile.neededNumber(at[0]), profile.neededNumber(at[1]));
    }
  }
};

/** The corners of a profile in the plane of its z = 0, holes left out; none of kinds that are not read. */
export const profileOutline = async (
  profile: Entity,
  context: ShapeContext,
): Promise<readonly Space[]> =>
  context.path.within(profile, async () => {
    if (profile.type === "IFCDERIVEDPROFILEDEF" || profile.type === "IFCMIRROREDPROFILEDEF") {
      const parent = await profileOutline(profile.needed(2), context);
      if (profile.type === "IFCMIRROREDPROFILEDEF") return parent.map(([x, y, z]) => [-x, y, z]);
      const frame = mappedFrame(undefined, profile.ref(3));
      return parent.map((point) => placeIn(frame, point));
    }
    if (profile.type === "IFCCOMPOSITEPROFILEDEF") {
      const [first] = profile.refs(2);
      return first === undefined ? [] : profileOutline(first, context);
    }
    const own = (await ownOutline(profile, context)) ?? [];
    // Only profiles of given sizes have a place of their own.
    if (profile.type.startsWith("IFCARBITRARY")) return own;
    const frame = axesOf(profile.ref(2));
    return own.map((point) => placeIn(frame, point));
  });
