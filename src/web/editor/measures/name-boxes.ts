import type { PlanData } from "../../../model/elements/entities.ts";
import { roomsOn } from "../../../model/elements/rooms.ts";
import type { Box } from "../../../model/geometry/polygon.ts";
import { type Point, times } from "../../../model/geometry/vector.ts";
import type { DrawOptions } from "../../renderer/index.ts";
import { nameOf } from "../../renderer/rooms.ts";
import type { Viewport } from "../../renderer/viewport.ts";
import { labelPlace } from "../../../model/editing/room-annotations.ts";

/** The name of a room as it is written: its middle and its size, in metres of the plan and of the upright letters. */
interface Written {
  readonly at: Point;
  readonly size: Point;
}

let known:
  | { readonly causes: readonly unknown[]; readonly written: readonly Written[] }
  | undefined;

/** Remembered, as whoever drags a thing or moves the view asks for the same ones at every frame. */
const writtenOn = (
  plan: PlanData,
  level: string | undefined,
  manner: DrawOptions,
  scale: number,
): readonly Written[] => {
  const { states, words, detail, language, isTurned } = manner;
  const ofPlan = ["rooms", "labels", "levels", "outdoor"].map((field) => plan[field]);
  const causes = [...ofPlan, level, states, words, detail, language, isTurned, scale];
  if (known?.causes.every((cause, at) => cause === causes[at]) === true) return known.written;
  const written = roomsOn(plan, level).flatMap((room): readonly Written[] => {
    const name = nameOf(room, { ...manner, scale });
    if (name === undefined || room.corners.length === 0) return [];
    return [{ at: labelPlace(plan, room.entity.data), size: name.size }];
  });
  known = { causes, written };
  return written;
};

/** Where the names of the rooms of a level are written on the screen, in pixels: lengths leave them free. */
export const nameBoxes = (
  plan: PlanData,
  level: string | undefined,
  manner: DrawOptions,
  viewport: Pick<Viewport, "toScreen" | "scale" | "step">,
): readonly Box[] =>
  writtenOn(plan, level, manner, viewport.step).map(({ at, size }) => {
    const [width, height] = times(size, viewport.scale);
    const [x, y] = viewport.toScreen(at);
    return { left: x - width / 2, top: y - height / 2, width, height };
  });
