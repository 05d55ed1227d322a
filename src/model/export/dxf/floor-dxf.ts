import { isTemplate } from "../../bindings/element-bindings.ts";
import { type PlanData } from "../../elements/entities.ts";
import { elementsOn, placeOf, rotationOf, sizeOf } from "../../elements/places.ts";
import { insideOf, roomsOn } from "../../elements/rooms.ts";
import { interiorPoint } from "../../geometry/polygon.ts";
import type { Point } from "../../geometry/vector.ts";
import { endsIn, textIn } from "../../json.ts";
import { isInCatalogue, isLamp } from "../../kinds/catalogue/furniture.ts";
import { DxfDrawing } from "./dxf-drawing.ts";
import {
  type DrawnCatalogue,
  type DrawnSymbol,
  gapOf,
  openingFrames,
  openingShapes,
} from "./opening-shapes.ts";
import { joinedWalls } from "./joined-walls.ts";
import { circle, shapesOfPath, straight } from "./shapes.ts";

/** The layers of a drawing with their colours: AutoCAD's numbers, of which 7 is black on white. */
const layers = {
  WALLS: 7,
  DOORS: 3,
  WINDOWS: 5,
  FURNITURE: 8,
  DEVICES: 1,
  ROOMS: 9,
  DIMENSIONS: 6,
  TEXTS: 2,
} as const;

/** Heights of letters: of rooms' names, of texts, and of devices' names. In metres. */
const letters = { room: 0.25, text: 0.2, device: 0.12 } as const;

/** Radius of the sign of a device or a sensor, in metres. */
const signRadius = 0.12;

const addRooms = (drawing: DxfDrawing, plan: PlanData, level: string | undefined): void => {
  for (const room of roomsOn(plan, level)) {
    const corners = insideOf(room, plan);
    if (corners.length < 3) continue;
    drawing.addShape("ROOMS", straight(corners, true));
    const name = textIn(room.entity.data["name"]);
    if (name !== undefined) drawing.addText("ROOMS", name, interiorPoint(corners), letters.room);
  }
};

const addWallsAndOpenings = (
  drawing: DxfDrawing,
  plan: PlanData,
  level: string | undefined,
  catalogue: DrawnCatalogue,
): void => {
  const frames = openingFrames(plan, level);
  for (const { points, isClosed } of joinedWalls(plan, level, frames.flatMap(gapOf)))
    drawing.addShape("WALLS", straight(points, isClosed));
  for (const frame of frames)
    for (const shape of openingShapes(frame, catalogue))
      drawing.addShape(frame.kind === "window" ? "WINDOWS" : "DOORS", shape);
};

/** The shapes of a piece around its middle: its symbol, else a box, or a disc for a lamp. */
const addSymbol = (
  drawing: DxfDrawing,
  type: string,
  [w, d]: Point,
  symbol: DrawnSymbol | undefined,
): void => {
  const [x, z] = [w / 2, d / 2];
  if (symbol === undefined) {
    const box = straight(
      [
        [-x, -z],
        [x, -z],
        [x, z],
        [-x, z],
      ],
      true,
    );
    drawing.addShape("0", isLamp(type) ? circle([0, 0], Math.min(x, z)) : box);
    return;
  }
  for (const path of [symbol.body, symbol.soft, symbol.line])
    for (const shape of shapesOfPath(path ?? "")) drawing.addShape("0", shape);
};

/** Names each kind of block once. */
class Blocks {
  readonly #drawing: DxfDrawing;
  readonly #names = new Map<string, string>();

  constructor(drawing: DxfDrawing) {
    this.#drawing = drawing;
  }

  /** The name of a block for a key, which is made at first. */
  named(key: string, wanted: string, draw: () => void): string {
    const name = this.#names.get(key) ?? this.#drawing.freeName(wanted);
    this.#names.set(key, name);
    this.#drawing.block(name, draw);
    return name;
  }
}

const addFurniture = (
  drawing: DxfDrawing,
  blocks: Blocks,
  plan: PlanData,
  level: string | undefined,
  catalogue: DrawnCatalogue,
): void => {
  for (const element of elementsOn(plan, level, ["furniture"])) {
    const { data } = element;
    const at = placeOf(data);
    const type = textIn(data["type"]) ?? "";
    const [w, d] = sizeOf(element).map((metres) => Math.max(0.03, Math.abs(metres)));
    if (at === undefined || w === undefined || d === undefined) continue;
    const wanted = `${isInCatalogue(type) ? type : "box"}-${Math.round(w * 100)}x${Math.round(d * 100)}`;
    const name = blocks.named(`${type} ${w} ${d}`, wanted, () =>
      addSymbol(drawing, type, [w, d], catalogue.symbolOf(type, w, d)),
    );
    drawing.insert("FURNITURE", name, at, rotationOf(data));
  }
};

const addDevices = (
  drawing: DxfDrawing,
  blocks: Blocks,
  plan: PlanData,
  level: string | undefined,
): void => {
  for (const { collection, data } of elementsOn(plan, level, ["devices", "sensors"])) {
    const at = placeOf(data);
    if (at === undefined) continue;
    const kind = collection === "sensors" ? "sensor" : (textIn(data["kind"]) ?? "device");
    const name = blocks.named(`${collection} ${kind}`, kind, () =>
      drawing.addShape("0", circle([0, 0], signRadius)),
    );
    drawing.insert("DEVICES", name, at, 0);
    const called = textIn(data["name"]);
    if (called !== undefined)
      drawing.addText("DEVICES", called, [at[0], at[1] + 2 * signRadius], letters.device);
  }
};

const addTexts = (drawing: DxfDrawing, plan: PlanData, level: string | undefined): void => {
  for (const { data } of elementsOn(plan, level, ["texts"])) {
    const [at, text] = [placeOf(data), textIn(data["text"])];
    if (at !== undefined && text !== undefined && !isTemplate(text))
      drawing.addText("TEXTS", text, at, letters.text);
  }
};

const addDimensions = (drawing: DxfDrawing, plan: PlanData, level: string | undefined): void => {
  for (const { data } of elementsOn(plan, level, ["dimensions"])) {
    const [from, to] = endsIn(data);
    if (from !== undefined && to !== undefined) drawing.addDimension("DIMENSIONS", from, to);
  }
};

/**
 * A floor of a plan as a DXF file of R2007, in metres with y up: -z of the plan. Walls are outlines, joined where they meet and
 * with gaps at openings; furniture and devices are blocks. States and templates are left out.
 */
export const floorDxf = (
  plan: PlanData,
  level: string | undefined,
  catalogue: DrawnCatalogue,
): string => {
  const drawing = new DxfDrawing(Object.entries(layers));
  const blocks = new Blocks(drawing);
  addRooms(drawing, plan, level);
  addWallsAndOpenings(drawing, plan, level, catalogue);
  addFurniture(drawing, blocks, plan, level, catalogue);
  addDevices(drawing, blocks, plan, level);
  addTexts(drawing, plan, level);
  addDimensions(drawing, plan, level);
  return drawing.text;
};
