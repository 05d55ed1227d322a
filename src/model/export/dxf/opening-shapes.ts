import { entitiesOf, type PlanData } from "../../elements/entities.ts";
import { floorOf } from "../../elements/floor.ts";
import { placeOfOpening } from "../../elements/opening-place.ts";
import { plus, type Point, turned } from "../../geometry/vector.ts";
import type { JsonObject } from "../../json.ts";
import type { PlanSymbol } from "../../kinds/catalogue/symbols/symbol.ts";
import { kindOf, type OpeningKind, openingName } from "../../kinds/opening.ts";
import { placed, type Shape, shapesOfPath, straight } from "./shapes.ts";

/** The symbols of the catalogue, which programs load in different ways. */
export interface DrawnCatalogue {
  readonly symbolOf: (type: string, w: number, d: number) => DrawnSymbol | undefined;
  readonly openingParts: typeof import("../../kinds/catalogue/opening-symbols.ts").openingParts;
}

/** What of a piece's symbol is drawn. */
export type DrawnSymbol = Pick<PlanSymbol, "body" | "soft" | "line">;

/** An opening where it is: `x` along its wall from its middle, positive `z` towards its room. */
export interface OpeningFrame {
  readonly data: JsonObject;
  readonly kind: OpeningKind;
  readonly centre: Point;
  /** Degrees from the drawing's `x` to the wall's. */
  readonly angle: number;
  readonly width: number;
  /** The faces of its wall: beyond it (negative), and in the room. */
  readonly faces: readonly [top: number, bottom: number];
}

/** The openings of a floor in their walls. */
export const openingFrames = (
  plan: PlanData,
  level: string | undefined,
): readonly OpeningFrame[] => {
  const floor = floorOf(plan, level);
  return entitiesOf(plan, "openings").flatMap((entity): readonly OpeningFrame[] => {
    const place = placeOfOpening(plan, floor, entity);
    if (place === undefined) return [];
    const { centre, angle, width, reach } = place;
    const { data } = entity;
    return [{ data, kind: kindOf(data), centre, angle, width, faces: [-reach[1], reach[0]] }];
  });
};

/** Metres by which a gap is wider than its wall, so that nothing of the wall stays. */
const gapSlack = 0.005;

/** The corners of the gap that an opening is in its wall; none for a window in the roof. */
export const gapOf = ({
  data,
  width,
  centre,
  angle,
  faces: [top, bottom],
}: OpeningFrame): readonly (readonly Point[])[] => {
  if (openingName(data) === "roof_window") return [];
  const [x, above, below] = [width / 2, top - gapSlack, bottom + gapSlack];
  const corners: readonly Point[] = [
    [-x, above],
    [x, above],
    [x, below],
    [-x, below],
  ];
  return [corners.map((corner) => plus(centre, turned(corner, angle)))];
};

/** A leaf as a line from its hinge, open, with the quarter of a circle that it sweeps. */
const doorShapes = ({ data, width, faces: [top, bottom] }: OpeningFrame): readonly Shape[] => {
  const side = data["hinge"] === "right" ? 1 : -1;
  const swing = data["swing"] === "out" ? -1 : 1;
  const hinge: Point = [(side * width) / 2, swing > 0 ? bottom : top];
  const end = plus(hinge, [0, swing * width]);
  const bulge = Math.tan(Math.PI / 8) * side * swing;
  return [
    straight([hinge, end], false),
    { points: [plus(hinge, [-side * width, 0]), end], bulges: [bulge, 0], isClosed: false },
  ];
};

/** Both faces of a window and its pane, as lines between its jambs. */
const windowShapes = ({ width, faces: [top, bottom] }: OpeningFrame): readonly Shape[] =>
  [top, (top + bottom) / 2, bottom].map((z) =>
    straight(
      [
        [-width / 2, z],
        [width / 2, z],
      ],
      false,
    ),
  );

/** What of an opening's symbol only shows a state, or is there to be touched. */
const unseen: ReadonlySet<string> = new Set(["near", "gap"]);

const ownShapes = (frame: OpeningFrame, { openingParts }: DrawnCatalogue): readonly Shape[] => {
  const { data, width, faces } = frame;
  const parts = openingParts(openingName(data), {
    width,
    top: faces[0],
    bottom: faces[1],
    side: data["hinge"] === "right" ? 1 : -1,
    swing: data["swing"] === "out" ? -1 : 1,
    isShut: false,
    isOpen: false,
  });
  if (parts !== undefined)
    return parts
      .filter(({ kind }) => !unseen.has(kind))
      .flatMap(({ path, at = [0, 0], turn = 0 }) =>
        shapesOfPath(path).map((shape) => placed(shape, at, turn)),
      );
  if (frame.kind === "passage") return [];
  return frame.kind === "window" ? windowShapes(frame) : doorShapes(frame);
};

/** What is drawn in the gap of an opening. */
export const openingShapes = (frame: OpeningFrame, catalogue: DrawnCatalogue): readonly Shape[] =>
  ownShapes(frame, catalogue).map((shape) => placed(shape, frame.centre, frame.angle));
