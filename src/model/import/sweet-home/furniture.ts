import type { FurnitureName } from "../../kinds/catalogue/furniture.ts";
import { type OpeningName, openingTypes } from "../../kinds/opening.ts";
import { type CatalogueMatch, furnitureCalled, openingCalled } from "./catalogue-words.ts";
import { elevationOfPiece, heightOfPiece, heightsOfOpening } from "./heights.ts";
import type { HomeElement } from "./home-element.ts";
import { fullTurn, plus, type Point, roundForStorage, turned } from "../../geometry/vector.ts";
import type { JsonObject } from "../../json.ts";
import type { ImportLosses } from "../refusal.ts";
import type { ImportedOpening } from "../plan-building.ts";
import type { Floors } from "./levels.ts";

/** The last part of a catalogue id, such as `eTeks#bed140x190`, and the name, in lower case. */
const wordsOf = (piece: HomeElement): string => {
  const id = piece.text("catalogId") ?? "";
  const own = id.slice(Math.max(id.lastIndexOf("#"), id.lastIndexOf("/")) + 1);
  return `${own} ${piece.text("name") ?? ""}`.toLowerCase();
};

/** The widest bed for one, with its frame, and the narrowest kitchen with hob and sink, in metres. */
const [widestSingle, narrowestKitchen] = [1.25, 1.5];

/** What a type is at the size of a piece: narrow beds are for one, and parts of kitchens only counters. */
const atSize = (type: FurnitureName, piece: HomeElement): FurnitureName => {
  const [width, depth] = [piece.size("width"), piece.size("depth")];
  if (type === "bed" && Math.min(width, depth) <= widestSingle) return "single_bed";
  if (type === "kitchen" && Math.max(width, depth) < narrowestKitchen) return "counter";
  return type;
};

/** A piece's type; undefined if unknown. A light is a lamp whatever its name. */
const catalogueMatchOf = (piece: HomeElement): CatalogueMatch | undefined => {
  const found = furnitureCalled(wordsOf(piece));
  const type = found !== undefined && "type" in found ? found.type : undefined;
  if (piece.name === "light") return type?.startsWith("lamp") ? found : { type: "lamp_ceiling" };
  return type === undefined ? found : { type: atSize(type, piece) };
};

/** Whether a piece is a door or a window, or a piece of furniture that serves as one. */
const isOpeningElement = (piece: HomeElement): boolean =>
  piece.name === "doorOrWindow" || piece.text("doorOrWindow") === "true";

/** An opening's type, by its name and where it is. */
const openingTypeOf = (piece: HomeElement): OpeningName =>
  openingCalled(wordsOf(piece), {
    width: piece.size("width"),
    elevation: piece.metres("elevation", 0),
    sashes: piece.children("sash").length,
  });

/** A piece, alone or in a group: its level, and the name of the outermost group. */
interface Piece {
  readonly element: HomeElement;
  readonly level: string;
  readonly group: string | undefined;
}

const kinds = ["pieceOfFurniture", "doorOrWindow", "light", "furnitureGroup"];

/** The pieces of a home; those in groups are on the group's level. */
const piecesOf = (home: HomeElement, floors: Floors, losses: ImportLosses): readonly Piece[] => {
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

/** Most metres between an opening and its wall's middle, besides half its depth. */
const slackOfOpenings = 0.3;

/**
 * The hinge and open end of a door's first leaf (Sweet Home 3D, `Sash`: parts of width and depth, angles
 * counterclockwise).
 */
const leafOf = (element: HomeElement, centre: Point): Pick<ImportedOpening, "leaf"> => {
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

const openingOf = ({ element, level }: Piece, losses: ImportLosses): ImportedOpening => {
  const centre = element.point("x", "y");
  const type = openingTypeOf(element);
  return {
    level,
    type,
    centre,
    angle: element.degrees("angle"),
    width: element.size("width"),
    within: element.size("depth") / 2 + slackOfOpenings,
    ...heightsOfOpening(element, losses),
    ...(openingTypes[type].type === "door" ? leafOf(element, centre) : {}),
  };
};

/** What stands on a home's floors, by list. */
interface Furnished {
  readonly furniture: readonly JsonObject[];
  readonly devices: readonly JsonObject[];
  readonly openings: readonly (readonly [name: string, opening: ImportedOpening])[];
}

/** Counts a piece's properties that plans lack; a door that is mirrored hangs on the other side. */
const countLost = ({ element }: Piece, losses: ImportLosses): void => {
  const name = element.text("name") ?? "";
  const isOpening = isOpeningElement(element);
  const isOther = (field: string): boolean => element.number(field, 0) !== 0;
  if (element.has("model")) losses.add("models", name);
  if (!isOpening && element.text("modelMirrored") === "true") losses.add("mirrored", name);
  if (isOther("pitch") || isOther("roll")) losses.add("tilted", name);
  if (element.has("price") || element.has("description")) losses.add("notes", name);
  const textures = element.children("texture", "material").length;
  losses.add("materials", name, textures + (element.has("color") ? 1 : 0));
  losses.add("lightSources", name, element.children("lightSource").length);
};

const furnitureOf = (piece: Piece, losses: ImportLosses) => {
  const { element, group, level } = piece;
  const name = element.text("name") ?? "";
  const known = catalogueMatchOf(element);
  if (known === undefined) losses.add("unknownFurniture", name);
  const [x, z] = element.point("x", "y");
  const placed = {
    level,
    ...(name === "" ? {} : { name }),
    ...(group === undefined ? {} : { group }),
    x: roundForStorage(x),
    z: roundForStorage(z),
    ...elevationOfPiece(element, losses),
  };
  if (known !== undefined && "device" in known)
    return { list: "devices", data: { kind: known.device, ...placed } } as const;
  const data: JsonObject = {
    type: known?.type ?? "box",
    ...placed,
    rotation: fullTurn(element.degrees("angle")),
    w: element.size("width"),
    d: element.size("depth"),
    ...heightOfPiece(element, losses),
  };
  return { list: "furniture", data } as const;
};

/** A home's furniture; hidden pieces are losses. */
export const readFurniture = (
  home: HomeElement,
  floors: Floors,
  losses: ImportLosses,
): Furnished => {
  const all = { furniture: [] as JsonObject[], devices: [] as JsonObject[] };
  const openings: [string, ImportedOpening][] = [];
  for (const piece of piecesOf(home, floors, losses)) {
    const { element } = piece;
    countLost(piece, losses);
    if (element.text("visible") === "false") {
      losses.add("hiddenFurniture", element.text("name") ?? "");
    } else if (isOpeningElement(element)) {
      openings.push([element.text("name") ?? "", openingOf(piece, losses)]);
    } else {
      const { list, data } = furnitureOf(piece, losses);
      all[list].push(data);
    }
  }
  return { ...all, openings };
};
