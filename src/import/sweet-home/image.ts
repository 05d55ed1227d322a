import { distance, tidy } from "../../model/geometry/vector.ts";
import type { JsonObject } from "../../model/json.ts";
import { textIn } from "../../json/read.ts";
import type { Archive } from "../../model/import/archive.ts";
import { imageType, pixelsOf, withEnding } from "../../model/import/images.ts";
import type { ImportedImage } from "../../model/import/import-result.ts";
import type { Losses } from "../losses.ts";
import { refuse, checkLimit } from "../../model/import/refusal.ts";
import type { HomeElement } from "../../model/import/sweet-home/home-element.ts";
import type { Floor } from "../../model/import/sweet-home/levels.ts";

/** Centimetres of one pixel: between two points of the image lies a distance that somebody measured. */
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

/** The background image of a floor and where it lies, in metres (Sweet Home 3D, `BackgroundImage`). */
export const imageOf = async (
  { id, data, element }: Floor,
  archive: Archive,
  losses: Losses,
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
    left: tidy(-image.metres("xOrigin", 0)),
    top: tidy(-image.metres("yOrigin", 0)),
    width: tidy(width),
    opacity: 0.5,
  };
  return { background, image: { level: id, file: withEnding(file, type) } };
};
