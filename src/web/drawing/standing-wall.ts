import { svg } from "lit";
import { meetingsOn, outlineOfStanding } from "../../model/elements/standing-walls.ts";
import { closedPath, ellipsePath } from "../../model/geometry/svg-path.ts";
import { type Content, frame } from "../renderer/frame.ts";
import { lookOf } from "../renderer/element-look.ts";
import type { DrawOptions } from "../renderer/options.ts";
import { type Layer, elementInputs } from "../renderer/scene.ts";

type Met = ReturnType<typeof meetingsOn>[number];

/** Metres on either side in which a finger meets a thin wall. */
const touchReach = 0.15;

const drawWall = ({ wall, ends }: Met, options: DrawOptions): Content => {
  const { entity, from, to, half } = wall;
  const [start, end] = ends;
  // An end that is not round has a circle of which nothing is seen.
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
  return meetingsOn(plan, level).map((met) => {
    const { wall, ends } = met;
    const joints = ends.flatMap((end) => Object.values(end));
    return {
      key: wall.entity.key,
      causes: [...own(wall.entity), wall.half, ...joints],
      draw: () => drawWall(met, options),
    };
  });
};

/** Walls of no room stand on the floor, under whatever else is between the walls of rooms. */
export const standingWallLayers: readonly Layer[] = [
  { name: "partitions", height: "walls", items },
];
