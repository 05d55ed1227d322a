import type { Collection } from "../../model/kinds/kinds.ts";
import { drawDimension } from "../renderer/lines.ts";
import { furnitureLayers } from "../renderer/furniture.ts";
import { drawDevice, drawSensor, drawText } from "../renderer/devices-and-texts.ts";
import { openingLayers } from "../renderer/openings.ts";
import { roomLayers } from "../renderer/rooms.ts";
import { itemsOf, type Layer } from "../renderer/scene.ts";
import { standingWallLayers } from "./standing-wall.ts";

/** How the elements of each list are drawn. Of what lies at one height, later lists lie over earlier ones. */
export const layers: Readonly<Record<Collection, readonly Layer[]>> = {
  rooms: roomLayers,
  walls: standingWallLayers,
  openings: openingLayers,
  furniture: furnitureLayers,
  devices: [{ name: "devices", height: "walls", items: itemsOf("devices", { draw: drawDevice }) }],
  sensors: [{ name: "sensors", height: "walls", items: itemsOf("sensors", { draw: drawSensor }) }],
  texts: [{ name: "texts", height: "walls", items: itemsOf("texts", { draw: drawText }) }],
  dimensions: [
    { name: "dimensions", height: "walls", items: itemsOf("dimensions", { draw: drawDimension }) },
  ],
};
