import { fullTurn, plus, type Point, tidy, turned } from "../../model/geometry/vector.ts";
import type { JsonObject } from "../../model/json.ts";
import type { GivenImages } from "../given.ts";
import type { ImportedImage } from "../../model/import/import-result.ts";
import { refuse } from "../../model/import/refusal.ts";
import type { Source } from "../../model/import/json-source.ts";
import type { Space } from "../../model/import/houseplan/space.ts";

/** The number in a field within a range, as houseplan-card's schema has it. */
const between = (source: Source, otherwise: number, least: number, most: number): number => {
  const number = source.number() ?? otherwise;
  if (!(number >= least && number <= most))
    refuse("badNumber", source.file, { place: source.place });
  return number;
};

/** Where an image lies before it is moved: in the middle of the canvas, as large as fits into it. */
const fitted = ({ source, width, height, isOld }: Space): readonly [at: Point, size: Point] => {
  if (isOld)
    return [
      [0, 0],
      [width, height],
    ];
  const ratio = between(source.field("plan_aspect"), 1, 0.05, 20);
  const size: Point = ratio >= 1 ? [width, width / ratio] : [width * ratio, width];
  return [[(width - size[0]) / 2, (width - size[1]) / 2], size];
};

/**
 * The tracing image of a space and where it lies, in metres (houseplan-card, `docs/BACKDROP.md`): it is
 * turned about its middle, ours about its top left corner.
 */
export const imageOf = (
  space: Space,
  given: GivenImages,
): { readonly background: JsonObject; readonly image: ImportedImage } | undefined => {
  const { source, width } = space;
  const url = source.field("plan_url").text() ?? "";
  const image = url === "" ? undefined : given.find(space.id, url);
  if (image === undefined) return undefined;
  const [[left, top], [fitWidth, fitHeight]] = fitted(space);
  const scale = between(source.field("plan_scale"), 1, 0.01, 100);
  const size: Point = [
    fitWidth * between(source.field("plan_scale_x"), scale, 0.01, 100),
    fitHeight * between(source.field("plan_scale_y"), scale, 0.01, 100),
  ];
  const corner: Point = [
    left + between(source.field("plan_x"), 0, -5000, 5000) * width,
    top + between(source.field("plan_y"), 0, -5000, 5000) * width,
  ];
  const rotation = fullTurn(between(source.field("plan_angle"), 0, -360, 360));
  const half: Point = [size[0] / 2, size[1] / 2];
  const middle = plus(corner, half);
  const [x, z] = plus(middle, turned([-half[0], -half[1]], rotation));
  const background: JsonObject = {
    url: "",
    left: tidy(x),
    top: tidy(z),
    width: tidy(size[0]),
    height: tidy(size[1]),
    opacity: 1,
    ...(rotation === 0 ? {} : { rotation }),
  };
  return { background, image };
};
