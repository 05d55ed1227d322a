import { CanvasTexture, type Texture, Vector4 } from "three";
import { boxAround } from "../../model/geometry/polygon.ts";
import { lookOf } from "../renderer/element-look.ts";
import { strengthOf } from "../renderer/light/glow.ts";
import { lampsOn } from "../renderer/light/lamps.ts";
import { lightFrameOf, reach } from "../renderer/light/light-frame.ts";
import { litPath } from "../renderer/light/lit-area.ts";
import type { LitFloor } from "../renderer/light/lit-floor.ts";
import type { KnownStates } from "../renderer/element-look.ts";
import { lampLight, linearOf } from "./colours.ts";

/** Pixels of a map per metre, and along its longer side at most. */
const [perMetre, mostPixels] = [24, 1024];

/** Metres around the rooms in which it is dark, as beyond the map it is as at its edge. */
const margin = 0.5;

/** How light falls off from a lamp to the end of its reach. */
const falloff = [
  [0, 0.95],
  [0.12, 0.72],
  [0.3, 0.4],
  [0.6, 0.14],
  [1, 0],
] as const;

/** The light of a floor's lamps as seen from above, and where it is: left, top, width and height in metres. */
export interface LampMap {
  readonly texture: Texture;
  readonly area: Vector4;
  /** What it was made of: maps with equal keys are equal. */
  readonly key: string;
}

/**
 * What the lamps of a floor light, as the drawing has it: walls stop it, open doors let it through. Undefined if no lamp is on.
 * `before` is the map of an earlier time, which stays if it is the same.
 */
export const lampMapOf = (
  lit: LitFloor,
  known: KnownStates,
  before: LampMap | undefined,
): LampMap | undefined => {
  const lamps = lampsOn(lit.plan, lit.level).flatMap((lamp) => {
    const [look, frame] = [lookOf(lamp.data, known), lightFrameOf(lamp)];
    if (!look.isOn || look.isHidden || frame === undefined) return [];
    const path = litPath(frame, lit);
    const light = linearOf(look.light ?? lampLight) ?? linearOf(lampLight) ?? [];
    const color = light.map((each) => Math.round(Math.sqrt(each) * 255)).join(" ");
    return [{ frame, path, color, strength: strengthOf(look) }];
  });
  const box = boxAround(lit.floor.rooms.flatMap(({ corners }) => corners));
  if (lamps.length === 0 || box === undefined) return undefined;
  const key = JSON.stringify([box, lamps]);
  if (before?.key === key) return before;
  const [left, top] = [box.left - margin, box.top - margin];
  const [width, height] = [box.width + 2 * margin, box.height + 2 * margin];
  const scale = Math.min(perMetre, mostPixels / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext("2d");
  if (context === null) return undefined;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.globalCompositeOperation = "lighter";
  for (const { frame, color, strength, path } of lamps) {
    const { origin, degrees, stretch } = frame;
    context.setTransform(canvas.width / width, 0, 0, canvas.height / height, 0, 0);
    context.translate(origin[0] - left, origin[1] - top);
    context.rotate((degrees * Math.PI) / 180);
    context.scale(stretch, 1);
    const gradient = context.createRadialGradient(0, 0, 0, 0, 0, reach);
    for (const [offset, part] of falloff)
      gradient.addColorStop(offset, `rgb(${color} / ${part * strength})`);
    context.save();
    context.clip(new Path2D(path));
    context.fillStyle = gradient;
    context.fillRect(-reach, -reach, 2 * reach, 2 * reach);
    context.restore();
  }
  const texture = new CanvasTexture(canvas);
  texture.flipY = false;
  return { texture, area: new Vector4(left, top, width, height), key };
};
