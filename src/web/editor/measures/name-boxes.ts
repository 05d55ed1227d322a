import type { PlanData } from "../../../elements/entities.ts";
import { roomsOn } from "../../../elements/rooms.ts";
import type { Box } from "../../../geometry/polygon.ts";
import type { DrawOptions } from "../../drawing/index.ts";
import { nameOf } from "../../drawing/room.ts";
import type { Viewport } from "../../drawing/viewport.ts";
import { labelPlace } from "../../model/label.ts";

/** Where the names of the rooms of a level are written on the screen, in pixels: lengths leave them free. */
export const nameBoxes = (
  plan: PlanData,
  level: string | undefined,
  manner: DrawOptions,
  viewport: Pick<Viewport, "toScreen" | "scale" | "step">,
): readonly Box[] =>
  roomsOn(plan, level).flatMap((room): readonly Box[] => {
    const name = nameOf(room, { ...manner, scale: viewport.step });
    if (name === undefined || room.corners.length === 0) return [];
    const [width, height] = [name.size[0] * viewport.scale, name.size[1] * viewport.scale];
    const [x, y] = viewport.toScreen(labelPlace(plan, room.entity.data));
    return [{ left: x - width / 2, top: y - height / 2, width, height }];
  });
