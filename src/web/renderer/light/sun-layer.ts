import { svg } from "lit";
import { sunEntity } from "../../../model/bindings/sun.ts";
import type { Layer } from "../scene.ts";
import { type Area, latePath } from "./late-path.ts";
import { litFloorOf } from "./lit-floor.ts";

/** How often the light of the present moves, in ms: the sun moves by a quarter of a degree meanwhile. */
const moveMs = 60_000;

/** Daylight falls on the floor and on furniture, where the plan says where north is. */
export const sunLayer: Layer = {
  name: "sunlight",
  height: "floor",
  sources: ["walls", "openings", "north", "latitude", "longitude"],
  inputsOf: ({ sunAt }) => [sunAt],
  items: (scene) => {
    const { plan, options } = scene;
    const { sunAt, states } = options;
    const { north, latitude, longitude } = plan;
    if (sunAt === undefined || north === undefined) return [];
    const lit = litFloorOf(scene);
    const isNow = sunAt === "now";
    const area: Area = ({ sunlightPath }) => sunlightPath(lit, isNow ? Date.now() : sunAt);
    const path = latePath(area, isNow ? moveMs : undefined);
    const causes = [lit.causes, sunAt, states?.(sunEntity), north, latitude, longitude];
    return [{ key: "", causes, draw: () => svg`<path d=${path}></path>` }];
  },
};
