import { nothing, svg } from "lit";
import type { Entity } from "../../model/elements/entities.ts";
import { closedPath, ellipsePath, linePath } from "../../model/geometry/svg-path.ts";
import { distance, middle, minus, plus, type Point, times } from "../../model/geometry/vector.ts";
import { pointIn } from "../../model/json.ts";
import { type Content, frame, textLines, textWidth } from "./frame.ts";
import { lookOf } from "./element-look.ts";
import type { DrawOptions } from "./options.ts";
import { wallJointsOn, outlineOfStanding } from "../../model/elements/standing-walls.ts";
import { elementInputs, type Layer } from "./scene.ts";

/** Half length of the end strokes, and reach of a finger around the line, in metres. */
const [stroke, reach] = [0.09, 0.15];

/** Font size in metres. */
const size = 0.16;

/** Number format of lengths. */
const centimetres = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** Draws a dimension: a line with end strokes, and its length beside it. */
export const drawDimension = (entity: Entity, options: DrawOptions): Content => {
  const { data } = entity;
  const { words, language = "en", detail = "near" } = options;
  const [from, to] = [pointIn(data["from"]), pointIn(data["to"])];
  const length = from === undefined || to === undefined ? 0 : distance(from, to);
  if (from === undefined || to === undefined || length === 0) return nothing;
  const [x, z] = times(minus(to, from), 1 / length);
  // The length is above the line, or left of a vertical one.
  const up: Point = x > 0 || (x === 0 && z < 0) ? [z, -x] : [-z, x];
  const text = `${length.toLocaleString(language, centimetres)} m`;
  const wide = textWidth(text, size);
  const away = size * 0.7 + (Math.abs(up[0]) * wide) / 2;
  const [side, touch] = [times(up, stroke), times(up, reach)];
  const end = (at: Point): string => linePath(...minus(at, side), ...plus(at, side));
  const around = [plus(from, touch), plus(to, touch), minus(to, touch), minus(from, touch)];
  const at = plus(middle(from, to), times(up, away));
  return frame(entity, lookOf(data, options), options, {
    label: `${words.things.dimensions} ${text}`,
    kind: "dimension",
    body: svg`<path class="near" d=${closedPath(around)}></path><path class="fine" d=${linePath(...from, ...to) + end(from) + end(to)}></path>${
      detail === "near" ? textLines([text], { size, at, kind: "note" }) : nothing
    }`,
  });
};

type JoinedWall = ReturnType<typeof wallJointsOn>[number];

/** Reach of a finger around a thin wall, in metres. */
const touchReach = 0.15;

const drawWall = ({ wall, ends }: JoinedWall, options: DrawOptions): Content => {
  const { entity, from, to, half } = wall;
  const [start, end] = ends;
  // A flat end has an invisible circle.
  const body =
    closedPath(outlineOfStanding(wall, ends)) +
    ellipsePath(...from, start.round * 2) +
    ellipsePath(...to, end.round * 2);
  const around = closedPath(outlineOfStanding({ ...wall, half: Math.max(half, touchReach) }, ends));
  return frame(entity, lookOf(entity.data, options), options, {
    label: options.words.things.walls,
    kind: "partition",
    body: svg`${
      options.interactive === "edit" ? svg`<path class="near" d=${around}></path>` : ""
    }<path class="solid" d=${body}></path>`,
  });
};

const items: Layer["items"] = ({ plan, level, options }) => {
  const own = elementInputs("walls", options);
  return wallJointsOn(plan, level).map((met) => {
    const { wall, ends } = met;
    const joints = ends.flatMap((end) => Object.values(end));
    return {
      key: wall.entity.key,
      causes: [...own(wall.entity), wall.half, ...joints],
      draw: () => drawWall(met, options),
    };
  });
};

/** Freestanding walls stand on the floor, below everything else between the rooms' walls. */
export const standingWallLayers: readonly Layer[] = [
  { name: "partitions", height: "walls", items },
];
