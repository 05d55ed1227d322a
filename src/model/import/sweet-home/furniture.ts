import { fullTurn, plus, type Point, tidy, turned } from "../../geometry/vector.ts";
import type { JsonObject } from "../../json.ts";
import type { Losses } from "../../../import/losses.ts";
import type { GivenOpening } from "../plan-building.ts";
import { catalogueMatchOf, openingKindOf } from "../../../import/sweet-home/catalogue.ts";
import type { HomeElement } from "./home-element.ts";
import type { Floors } from "./levels.ts";

/** A piece that stands alone or in a group: its level, and the name of the outermost group. */
interface Piece {
  readonly element: HomeElement;
  readonly level: string;
  readonly group: string | undefined;
}

const kinds = ["pieceOfFurniture", "doorOrWindow", "light", "furnitureGroup"];

/** The pieces of a home, those in groups on the level of their group. */
const piecesOf = (home: HomeElement, floors: Floors, losses: Losses): readonly Piece[] => {
  let groups = 0;
  const within = (group: HomeElement, level: string, name: string): readonly Piece[] =>
    group.children(...kinds).flatMap((element): readonly Piece[] => {
      if (element.name !== "furnitureGroup") return [{ element, level, group: name }];
      losses.add("nestedGroups", element.text("name") ?? "");
      return within(element, level, name);
    });
  return home.children(...kinds).flatMap((element): readonly Piece[] => {
    const level = floors.of(element);
    if (element.name !== "furnitureGroup") return [{ element, level, group: undefined }];
    groups += 1;
    return within(element, level, `${element.text("name") ?? ""} ${groups}`.trim());
  });
};

/** Metres of the parts of walls that an opening of a home may be away from its wall's middle. */
const slackOfOpenings = 0.3;

/** Where the first leaf of a door hangs and where it ends when it is open (Sweet Home 3D, `Sash`: parts of width and depth, angles against the clock). */
const leafOf = (element: HomeElement, centre: Point): Pick<GivenOpening, "leaf"> => {
  const [sash] = element.children("sash");
  if (sash === undefined) return {};
  const isMirrored = element.text("modelMirrored") === "true";
  const [width, depth] = [element.size("width"), element.size("depth")];
  const side = isMirrored ? -1 : 1;
  const hinge: Point = [
    side * (sash.number("xAxis") - 0.5) * width,
    (sash.number("yAxis") - 0.5) * depth,
  ];
  const angle = sash.number("endAngle");
  const length = sash.number("width") * width;
  const end = plus(hinge, [side * Math.cos(angle) * length, -Math.sin(angle) * length]);
  const at = (point: Point): Point => plus(centre, turned(point, element.degrees("angle")));
  return { leaf: { hinge: at(hinge), end: at(end) } };
};

const openingOf = ({ element, level }: Piece): GivenOpening => {
  const centre = element.point("x", "y");
  const kind = openingKindOf(element);
  return {
    level,
    kind,
    centre,
    angle: element.degrees("angle"),
    width: element.size("width"),
    within: element.size("depth") / 2 + slackOfOpenings,
    ...(kind === "door" ? leafOf(element, centre) : {}),
  };
};

/** What stands on the floors of a home, by the lists of ours. */
export interface Furnished {
  readonly furniture: readonly JsonObject[];
  readonly devices: readonly JsonObject[];
  readonly openings: readonly (readonly [name: string, opening: GivenOpening])[];
}

/** Counts what of a piece a plan of ours has no place for. */
const countLost = ({ element }: Piece, losses: Losses): void => {
  if (element.has("model")) losses.add("models");
  const textures = element.children("texture", "material").length;
  losses.add("materials", "", textures + (element.has("color") ? 1 : 0));
  losses.add("lightSources", "", element.children("lightSource").length);
  if (element.name !== "doorOrWindow" && element.number("elevation", 0) !== 0)
    losses.add("heights");
};

const furnitureOf = (piece: Piece, losses: Losses) => {
  const { element, group, level } = piece;
  const name = element.text("name") ?? "";
  const known = catalogueMatchOf(element);
  if (known === undefined) losses.add("unknownFurniture", name);
  const [x, z] = element.point("x", "y");
  const placed = {
    level,
    ...(name === "" ? {} : { name }),
    ...(group === undefined ? {} : { group }),
    x: tidy(x),
    z: tidy(z),
  };
  if (known !== undefined && "device" in known)
    return { list: "devices", data: { kind: known.device, ...placed } } as const;
  const data: JsonObject = {
    type: known?.type ?? "box",
    ...placed,
    rotation: fullTurn(element.degrees("angle")),
    w: element.size("width"),
    d: element.size("depth"),
  };
  return { list: "furniture", data } as const;
};

/** The furniture of a home; what is hidden in it is a loss. */
export const furnished = (home: HomeElement, floors: Floors, losses: Losses): Furnished => {
  const all = { furniture: [] as JsonObject[], devices: [] as JsonObject[] };
  const openings: [string, GivenOpening][] = [];
  for (const piece of piecesOf(home, floors, losses)) {
    const { element } = piece;
    countLost(piece, losses);
    if (element.text("visible") === "false") {
      losses.add("hiddenFurniture", element.text("name") ?? "");
    } else if (element.name === "doorOrWindow" || element.text("doorOrWindow") === "true") {
      openings.push([element.text("name") ?? "", openingOf(piece)]);
    } else {
      const { list, data } = furnitureOf(piece, losses);
      all[list].push(data);
    }
  }
  return { ...all, openings };
};
