import { fullTurn, plus, type Point, roundForStorage, turned } from "../../geometry/vector.ts";
import { refuse } from "../refusal.ts";
import type { Source } from "../json-source.ts";
import type { JsonObject } from "../../json.ts";
import type { GivenImages } from "../images.ts";
import type { ImportedImage } from "../import-result.ts";

/** Grid cells along the width of a canvas (House Plan, `validation.py`, `NORMALIZED_CANVAS_CELLS`). */
const cells = 240;

/** Centimetres of a cell by default. */
const defaultCell = 5;

/** The largest cell that its schema allows, in centimetres. */
const largestCell = 1000;

/** A space of House Plan, which becomes a floor, and its scale. */
export interface Space {
  readonly id: string;
  readonly source: Source;
  /** The canvas's width in metres, which also scales `y`. */
  readonly width: number;
  readonly height: number;
  /** Whether it predates square canvases. */
  readonly isOld: boolean;
}

/** The scale of a space: metres = part of the canvas × cells × centimetres of a cell ÷ 100. */
export const spaceOf = (source: Source): Space => {
  const cell = source.field("cell_cm").number() ?? defaultCell;
  if (!(cell > 0 && cell <= largestCell))
    refuse("badNumber", source.file, { place: source.field("cell_cm").place });
  const aspect = source.field("aspect").number() ?? 1;
  if (!(aspect >= 0.05 && aspect <= 20))
    refuse("badNumber", source.file, { place: source.field("aspect").place });
  const width = (cells * cell) / 100;
  return {
    id: source.field("id").needed(),
    source,
    width,
    height: width / aspect,
    isOld: !source.field("aspect").isMissing,
  };
};

/** A point of a space in metres, from two fields. */
export const pointFrom = (space: Space, x: Source, y: Source): Point => [
  x.metres(space.width),
  y.metres(space.height),
];

/** A point given as a list of two numbers. */
export const pointOf = (space: Space, source: Source): Point => {
  const [x, y, ...more] = source.list();
  if (x === undefined || y === undefined || more.length > 0)
    return refuse("wrongType", source.file, { place: source.place, expected: "[x, y]" });
  return pointFrom(space, x, y);
};

/** A number within a range of House Plan's schema. */
const between = (source: Source, otherwise: number, least: number, most: number): number => {
  const number = source.number() ?? otherwise;
  if (!(number >= least && number <= most))
    refuse("badNumber", source.file, { place: source.place });
  return number;
};

/** An image's position before it is moved: centred, as large as fits the canvas. */
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
 * A space's tracing image and its position in metres (House Plan, `docs/BACKDROP.md`): there it rotates about its
 * middle, in plans about its top left corner.
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
    left: roundForStorage(x),
    top: roundForStorage(z),
    width: roundForStorage(size[0]),
    height: roundForStorage(size[1]),
    opacity: 1,
    ...(rotation === 0 ? {} : { rotation }),
  };
  return { background, image };
};
