import { type JsonObject, textIn } from "../../json.ts";
import { checkLimit, hasControls, type ImportLosses, refuse } from "../refusal.ts";
import type { HomeElement } from "./home-element.ts";
import {
  distance,
  lengthOf,
  minus,
  plus,
  type Point,
  roundForStorage,
  tidyPoint,
  times,
} from "../../geometry/vector.ts";
import type { Archive } from "../archive.ts";
import { heightsOfLevel } from "./heights.ts";
import { imageType, pixelsOf, withExtension } from "../images.ts";
import type { ImportedImage } from "../import-result.ts";

/** A floor made from a level, or from a home without levels. */
interface Floor {
  readonly id: string;
  readonly data: JsonObject;
  /** The element with its background image: the level, or the home. */
  readonly element: HomeElement;
}

/** A home's floors, lowest first, and the floor of each element. */
export interface Floors {
  readonly all: readonly Floor[];
  readonly of: (element: HomeElement) => string;
}

/**
 * A home without levels is one floor, called `only`, since its own name is the file's; elements without a level are on the
 * first.
 */
export const floorsOf = (home: HomeElement, only: string, losses: ImportLosses): Floors => {
  const levels = home.children("level");
  checkLimit(home.limits, "importFloors", levels.length, home.file);
  const inOrder = levels.toSorted(
    (one, other) =>
      one.number("elevation") - other.number("elevation") ||
      one.number("elevationIndex", -1) - other.number("elevationIndex", -1),
  );
  const sources = inOrder.length === 0 ? [home] : inOrder;
  const all = sources.map((element, at): Floor => {
    const id = `level-${at + 1}`;
    const name = element === home ? only : (element.text("name") ?? "");
    if (element.text("viewable") === "false" || element.text("visible") === "false")
      losses.add("hiddenLevels", name);
    const heights = element === home ? {} : heightsOfLevel(element, losses);
    return { id, data: { id, name: name === "" ? `${at}` : name, ...heights }, element };
  });
  const byId = new Map<string, string>();
  for (const { id, element } of inOrder.length === 0 ? [] : all) {
    const was = element.text("id") ?? "";
    if (byId.has(was)) refuse("duplicateId", home.file, { place: element.placeOf("id") });
    byId.set(was, id);
  }
  const first = all[0]?.id ?? "";
  return {
    all,
    of: (element) => {
      const level = element.text("level");
      if (level === undefined) return first;
      return (
        byId.get(level) ??
        refuse("unknownReference", home.file, {
          place: element.placeOf("level"),
          expected: level,
        })
      );
    },
  };
};

/** Centimetres per pixel, from the distance that somebody measured between two points of the image. */
const scaleOf = (image: HomeElement): number => {
  const pixels = distance(
    [image.number("scaleDistanceXStart"), image.number("scaleDistanceYStart")],
    [image.number("scaleDistanceXEnd"), image.number("scaleDistanceYEnd")],
  );
  const scale = image.number("scaleDistance") / pixels;
  return scale > 0 && Number.isFinite(scale)
    ? scale
    : refuse("badNumber", image.file, { place: image.placeOf("scaleDistance") });
};

/** A floor's background image and its position, in metres (Sweet Home 3D, `BackgroundImage`). */
export const imageOf = async (
  { id, data, element }: Floor,
  archive: Archive,
  losses: ImportLosses,
): Promise<{ readonly background: JsonObject; readonly image: ImportedImage } | undefined> => {
  const [image] = element.children("backgroundImage");
  if (image === undefined) return undefined;
  const name = image.text("image") ?? "";
  const scale = scaleOf(image);
  const file = await archive.take(name);
  if (file === undefined) {
    losses.add("missingImages", name);
    return undefined;
  }
  const [type, pixels] = [imageType(file), pixelsOf(file)];
  if (type === undefined || pixels === undefined || pixels.width === 0) {
    losses.add("unusableImages", textIn(data["name"]));
    return undefined;
  }
  const width = (pixels.width * scale) / 100;
  checkLimit(image.limits, "importMetres", width, image.file, image.placeOf("scaleDistance"));
  const background: JsonObject = {
    url: "",
    left: roundForStorage(-image.metres("xOrigin", 0)),
    top: roundForStorage(-image.metres("yOrigin", 0)),
    width: roundForStorage(width),
    opacity: 0.5,
  };
  return { background, image: { level: id, file: withExtension(file, type) } };
};

/** A home's dimension lines, where they are drawn: beside what they measure. */
export const dimensionsOf = (home: HomeElement, floors: Floors): readonly JsonObject[] =>
  home.children("dimensionLine").flatMap((line): readonly JsonObject[] => {
    const [from, to] = [line.point("xStart", "yStart"), line.point("xEnd", "yEnd")];
    const length = lengthOf({ from, to });
    if (length === 0) return [];
    const [x, z] = times(minus(to, from), line.metres("offset", 0) / length);
    const aside: Point = [-z, x];
    return [
      {
        level: floors.of(line),
        from: tidyPoint(plus(from, aside)),
        to: tidyPoint(plus(to, aside)),
      },
    ];
  });

/** A home's labels, as texts. */
export const labelsOf = (
  home: HomeElement,
  floors: Floors,
  losses: ImportLosses,
): readonly JsonObject[] =>
  home.children("label").flatMap((label): readonly JsonObject[] => {
    const text = label.children("text")[0]?.xml.text ?? "";
    if (text.trim() === "") return [];
    if (hasControls(text)) refuse("badText", home.file, { place: label.placeOf("text") });
    const [x, z] = label.point("x", "y");
    const colour = label.colour("color");
    if (label.number("elevation", 0) !== 0) losses.add("heights", text);
    const isStyled = label.has("outlineColor") || label.has("pitch");
    if (isStyled || label.number("angle", 0) !== 0 || label.children("textStyle").length > 0)
      losses.add("labelStyles", text);
    return [
      {
        level: floors.of(label),
        text,
        x: roundForStorage(x),
        z: roundForStorage(z),
        ...(colour === undefined ? {} : { color: colour }),
      },
    ];
  });
