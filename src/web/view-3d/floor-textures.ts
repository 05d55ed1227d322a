import {
  CanvasTexture,
  LinearMipmapNearestFilter,
  RepeatWrapping,
  type Texture,
  Vector4,
} from "three";
import { type PlanData, type Ref, refOf } from "../../model/elements/entities.ts";
import { floorOf } from "../../model/elements/floor.ts";
import type { Solid } from "../../model/solids/solid.ts";
import { patternOf } from "../renderer/materials/floor-cover.ts";
import {
  type FloorPattern,
  type FloorTile,
  patternId,
  tileOf,
} from "../renderer/materials/floor-patterns.ts";
import { patternInk } from "../renderer/materials/material-style.ts";

/** Pixels of a texture per centimetre at most, and along its longer side. */
const [perCentimetre, mostPixels] = [2, 512];

/** How wide a joint is, in centimetres, and in pixels at least. */
const [jointWidth, leastPixels] = [0.8, 1];

/** A pattern as floors are drawn with it. */
export interface FloorTexture {
  /** Which name of `patternId` it has. */
  readonly id: string;
  /** By which part each colour of the floor is darkened. */
  readonly texture: Texture;
  /** Two rows of a matrix from metres of the plan to parts of the texture. */
  readonly toTexture: Vector4;
}

const areaOf = (path: string): Path2D => new Path2D(path);

/** The picture of a pattern: white where the floor keeps its colour. */
const paint = ({
  size: [width, height],
  colour,
  dim = "",
  dark = "",
  joints,
}: FloorTile): HTMLCanvasElement => {
  const scale = Math.min(perCentimetre, mostPixels / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext("2d");
  if (context === null) return canvas;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(canvas.width / width, canvas.height / height);
  const ink = patternInk(colour);
  for (const [path, opacity] of [
    [dim, ink.dim],
    [dark, ink.dark],
  ] as const) {
    context.globalAlpha = opacity;
    context.fillStyle = ink.areas;
    context.fill(areaOf(path));
  }
  context.globalAlpha = ink.joints;
  context.strokeStyle = ink.lines;
  context.lineWidth = Math.max(jointWidth, leastPixels / scale);
  // What goes over an edge goes on at the other one.
  for (const right of [0, width])
    for (const down of [0, height]) {
      context.save();
      context.translate(right, down);
      context.stroke(new Path2D(joints));
      context.restore();
    }
  return canvas;
};

const madeOf = (pattern: FloorPattern): FloorTexture => {
  const tile = tileOf[pattern.material];
  const texture = new CanvasTexture(paint(tile));
  texture.flipY = false;
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  // Joints far away become a tone. Without a graphics processor, more filtering would cost more than it shows.
  texture.minFilter = LinearMipmapNearestFilter;
  const angle = (pattern.degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [width, height] = tile.size.map((each) => each / 100);
  return {
    id: patternId(pattern),
    texture,
    toTexture: new Vector4(cos, sin, -sin, cos).divide(new Vector4(width, width, height, height)),
  };
};

const patternsOn = (plan: PlanData, level: string | undefined): ReadonlyMap<Ref, FloorPattern> =>
  new Map(
    floorOf(plan, level).rooms.flatMap((room) => {
      const pattern = patternOf(room);
      return pattern === undefined ? [] : [[refOf(room.entity), pattern] as const];
    }),
  );

/** The patterns of floors, as the drawing has them: each is made once, when it is seen first. */
export class FloorTextures {
  readonly #made = new Map<string, FloorTexture>();

  /** Tells the pattern of each floor's solid on a level; undefined for plain ones, and for all else. */
  on(plan: PlanData, level: string | undefined): (solid: Solid) => FloorTexture | undefined {
    let patterns: ReadonlyMap<Ref, FloorPattern> | undefined;
    return ({ role, ref }) => {
      if (role !== "floor" || ref === undefined) return undefined;
      patterns ??= patternsOn(plan, level);
      const pattern = patterns.get(ref);
      if (pattern === undefined) return undefined;
      const id = patternId(pattern);
      const known = this.#made.get(id) ?? madeOf(pattern);
      this.#made.set(id, known);
      return known;
    };
  }

  /** Gives back what it holds of the graphics. */
  end(): void {
    for (const { texture } of this.#made.values()) texture.dispose();
    this.#made.clear();
  }
}
