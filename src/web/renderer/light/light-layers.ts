import { svg } from "lit";
import { sunEntity } from "../../../model/bindings/sun.ts";
import type { LayerItem } from "../options.ts";
import { type Height, itemsOf, type Layer, type Scene } from "../scene.ts";
import { givesLight } from "./lamps.ts";
import { late, type Made } from "./late.ts";
import { litFloorOf } from "./lit-floor.ts";

/** How often the light of the present moves, in ms: the sun moves by a quarter of a degree meanwhile. */
const moveMs = 60_000;

/** A drawing of the whole floor that follows the sun. */
const underSun = (
  { plan, options: { sunAt, states } }: Scene,
  causes: readonly unknown[],
  made: Made,
): ReturnType<Layer["items"]> => {
  const { north, latitude, longitude } = plan;
  const all = [sunAt, states?.(sunEntity), north, latitude, longitude, ...causes];
  const everyMs = sunAt === "now" ? moveMs : undefined;
  return [{ key: "", causes: all, draw: () => svg`${late(made, everyMs)}` }];
};

const sources = ["walls", "openings", "north", "latitude", "longitude"];

const inputsOf: Layer["inputsOf"] = ({ sunAt }) => [sunAt];

/** Daylight falls on the floor and on furniture, where the plan says where north is. */
export const sunLayer: Layer = {
  name: "sunlight",
  height: "floor",
  sources,
  inputsOf,
  items: (scene) => {
    const { plan, options } = scene;
    const { sunAt } = options;
    if (sunAt === undefined || plan["north"] === undefined) return [];
    const lit = litFloorOf(scene);
    return underSun(scene, [lit.causes], ({ sunlight }) => sunlight(lit, sunAt));
  },
};

/** The light of lamps falls on the floor and on furniture. */
export const glowLayer: Layer = {
  name: "glows",
  height: "floor",
  sources: ["walls", "openings"],
  items: (scene) => {
    const { plan, options } = scene;
    if (options.states === undefined) return [];
    const lit = litFloorOf(scene);
    const colours: LayerItem = {
      key: "",
      causes: [plan["furniture"], options.states, options.rendered],
      draw: () => svg`${late(({ shades }) => shades(lit, options))}`,
    };
    const glows = itemsOf("furniture", {
      draw: (lamp) => svg`${late(({ glow }) => glow(lamp, options, lit))}`,
      isWanted: givesLight,
      more: () => [lit.causes],
    });
    return [colours, ...glows(scene)];
  },
};

/** What the windows of lit rooms show at night. */
const windowLayer = (name: "halos" | "panes", height: Height): Layer => ({
  name,
  height,
  sources,
  inputsOf,
  items: (scene) => {
    const { plan, options } = scene;
    if (options.states === undefined) return [];
    const lit = litFloorOf(scene);
    const causes = [lit.causes, plan["furniture"], options.states, options.rendered];
    return underSun(scene, causes, ({ windowGlow }) => windowGlow(name, lit, options));
  },
});

/** Light falls out of windows onto the ground before them, and the house stands on it. */
export const haloLayer = windowLayer("halos", "ground");

/** Their glass is lit. */
export const paneLayer = windowLayer("panes", "walls");
