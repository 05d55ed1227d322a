import type { Group } from "three";
import type { PlanData } from "../../model/elements/entities.ts";
import { shownLevel } from "../../model/elements/levels.ts";
import { boxAround } from "../../model/geometry/polygon.ts";
import {
  heatOpacity,
  lineOpacity,
  type ShownHeat,
  sumAreas,
} from "../renderer/heat/heat-picture.ts";
import { closedPath } from "../../model/geometry/svg-path.ts";
import type { House } from "./house.ts";
import { FloorDecal } from "./floor-decal.ts";

/** Metres above its floor, and how wide lines of equal values are, in metres. */
const [above, lineWidth] = [0.02, 0.02];

const areaOf = (path: string): Path2D => new Path2D(path);

const paint = (
  context: CanvasRenderingContext2D,
  { heat, map }: ShownHeat["picture"],
  pixel: number,
): void => {
  context.globalAlpha = heatOpacity;
  for (const { path, colour } of sumAreas(heat)) {
    context.fillStyle = colour;
    context.fill(areaOf(path));
  }
  if (map === undefined) return;
  const { left, top, width, height, rooms, lines } = map.map;
  const outlines = rooms.map((number) => closedPath(heat.rooms[number]?.corners ?? [])).join("");
  context.clip(new Path2D(outlines));
  context.drawImage(map.image, left, top, width, height);
  context.globalAlpha = lineOpacity;
  context.strokeStyle = "#fff";
  context.lineWidth = Math.max(lineWidth, pixel);
  for (const { path } of lines) context.stroke(new Path2D(path));
};

/** The heat map that the plan shows, on its floor in 3D. */
export class HeatCover {
  readonly #decal = new FloorDecal(above);
  #floor: Group | undefined;
  #painted: ShownHeat["picture"] | undefined;

  /** Shows this heat map; none if it is undefined. Returns whether that is another picture than before. */
  show(shown: ShownHeat | undefined, plan: PlanData, { floors }: House): boolean {
    const floor = shown && floors.get(shownLevel(plan, shown.level))?.group;
    const isElsewhere = floor !== this.#floor;
    this.#floor = floor;
    this.#decal.lieOn(floor);
    if (shown === undefined || shown.picture === this.#painted) return isElsewhere;
    const { picture } = shown;
    this.#painted = picture;
    const area = boxAround(picture.heat.rooms.flatMap(({ corners }) => corners));
    this.#decal.paint(area, (context, pixel) => paint(context, picture, pixel));
    return true;
  }

  /** Gives back what it holds of the graphics. */
  end(): void {
    this.#decal.end();
  }
}
