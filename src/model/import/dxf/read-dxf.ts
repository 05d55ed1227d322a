import { isInside } from "../../geometry/polygon.ts";
import { fullTurn, type Point, roundForStorage, tidyPoint } from "../../geometry/vector.ts";
import type { JsonObject } from "../../json.ts";
import type { GivenFile, Imported, ImportNames } from "../import-result.ts";
import { edgesOf, OpeningPlacer, standingWalls, withIds } from "../plan-building.ts";
import { checkLimit, type ImportLimits, type ImportLosses, refuse } from "../refusal.ts";
import { Turns } from "../turns.ts";
import { enclosedRooms, makeRooms } from "../sweet-home/rooms.ts";
import { type HomeWall, standingParts } from "../sweet-home/walls.ts";
import { openingOfBlock, thingCalled } from "./block-things.ts";
import { tagsOf } from "./drawing-text.ts";
import { ceiling, type Gap, gapsIn, wallsOfFaces } from "./faces.ts";
import { isInGap, openingInGap } from "./gap-openings.ts";
import type { DrawnText, PlacedEntities } from "./drawn.ts";
import { Placing } from "./placed-entities.ts";
import { drawingOf, type Drawing, valueOf } from "./records.ts";
import { surveyOffset } from "./survey.ts";
import { metresOfUnit } from "./units.ts";

/** The only floor: a drawing tells of no others. */
const level = "level-1";

/** Words in names of layers, in English, German and French. */
const [wallLayer, roomLayer] = [/wall|wand|wänd|mauer|\bmurs?\b|cloison/i, /room|raum|räum|pièce/i];

/** The layers on which something is drawn that is shown. */
const layersOf = ({ blocks, entities, hiddenLayers }: Drawing): readonly string[] =>
  [
    ...new Set(
      [...entities, ...[...blocks.values()].flat()].map((record) => valueOf(record, 8) ?? "0"),
    ),
  ].filter((layer) => !hiddenLayers.has(layer.toUpperCase()));

/** Walls with those at both ends of a gap as one. */
const joined = (walls: readonly HomeWall[], gaps: readonly Gap[]): readonly HomeWall[] => {
  let all = walls;
  for (const { from, to } of gaps) {
    const one = all.find((wall) => wall.from === from || wall.to === from);
    const other = all.find((wall) => wall.from === to || wall.to === to);
    if (one === undefined || other === undefined || one === other) continue;
    const start = one.from === from ? one.to : one.from;
    const end = other.from === to ? other.to : other.from;
    all = [
      ...all.filter((wall) => wall !== one && wall !== other),
      { ...one, from: start, to: end },
    ];
  }
  return all;
};

/** Counts the lines that became no part of the plan, by their layers. */
const countLost = (lines: PlacedEntities["lines"], losses: ImportLosses): void => {
  const byLayer = new Map<string, number>();
  for (const { layer } of lines) byLayer.set(layer, (byLayer.get(layer) ?? 0) + 1);
  for (const [layer, count] of byLayer) losses.add("shapes", layer, count);
};

/** Takes the texts in rooms as their names, those on a layer of rooms first. */
class Names {
  readonly #texts: readonly DrawnText[];
  readonly #used = new Set<DrawnText>();

  constructor(texts: readonly DrawnText[]) {
    this.#texts = texts;
  }

  of(corners: readonly Point[]): string | undefined {
    const inside = this.#texts.filter(({ at, text }) => text !== "" && isInside(at, corners));
    const found = inside.find(({ layer }) => roomLayer.test(layer));
    if (found !== undefined) this.#used.add(found);
    return found?.text.replaceAll("\n", " ");
  }

  get others(): readonly DrawnText[] {
    return this.#texts.filter((text) => text.text !== "" && !this.#used.has(text));
  }
}

const piecesOf = ({ blocks }: PlacedEntities) => {
  const pieces = { furniture: [] as JsonObject[], devices: [] as JsonObject[] };
  for (const { name, middle, size, angle } of blocks) {
    const thing = thingCalled(name);
    if (thing === undefined || thing.list === "openings") continue;
    const at = { level, x: roundForStorage(middle[0]), z: roundForStorage(middle[1]) };
    if (thing.list === "devices") pieces.devices.push({ ...thing.data, ...at });
    else {
      const [w, d] = size.map(roundForStorage);
      pieces.furniture.push({ ...thing.data, ...at, rotation: fullTurn(angle), w, d });
    }
  }
  return pieces;
};

/** Reads a drawing in DXF as one floor: a proposal, since lines do not say what they are. */
export const readDxf = async (
  file: GivenFile,
  limits: ImportLimits,
  words: ImportNames,
  losses: ImportLosses,
): Promise<Pick<Imported, "plan" | "images">> => {
  const turns = new Turns();
  const drawing = drawingOf(await tagsOf(file, limits, turns));
  await turns.take();
  const metres = metresOfUnit(drawing, file.name, losses);
  const hasWallLayers = layersOf(drawing).some((layer) => wallLayer.test(layer));
  const useOf = (name: string) =>
    thingCalled(name) !== undefined ? "thing" : hasWallLayers ? "lines" : "loss";
  const found = new Placing(drawing, useOf, [limits, file.name, losses]).all(
    metres,
    surveyOffset(drawing, metres, losses),
  );
  await turns.take();
  const isWall = ({ layer }: { readonly layer: string }): boolean =>
    hasWallLayers ? wallLayer.test(layer) : true;
  const checkWalls = (many: number): void => checkLimit(limits, "importWalls", many, file.name);
  const lines = found.lines.filter(isWall);
  checkWalls(lines.length);
  const checkNear = (near: number): void => checkLimit(limits, "importNear", near, file.name);
  const parts = await wallsOfFaces(lines, level, { turn: () => turns.take(), checkNear });
  if (parts.length === 0) refuse("noWalls", file.name);
  const gaps = gapsIn(parts, lines);
  const walls = joined(parts, gaps);
  const outlines = found.outlines.filter(({ layer }) => roomLayer.test(layer));
  const drawn =
    outlines.length > 0
      ? outlines.map(({ corners }) => ({ level, corners, element: undefined }))
      : enclosedRooms(walls, (many) => checkWalls(walls.length + many));
  for (const { corners } of drawn) checkLimit(limits, "importCorners", corners.length, file.name);
  checkWalls(walls.length + drawn.reduce((sum, { corners }) => sum + corners.length, 0));
  await turns.take();
  const names = new Names(found.texts);
  const { rooms, thickness } = makeRooms(drawn, walls, () => ceiling, words.room, losses);
  const named = rooms.map(({ data }, at) => {
    const name = names.of(drawn[at]?.corners ?? []);
    return name === undefined ? data : { ...data, name };
  });
  const edges = rooms.flatMap((room) => edgesOf(room).filter(({ isWalled }) => isWalled));
  const standing = standingParts(walls, new Map([[level, edges]]), () => ceiling);
  const placer = new OpeningPlacer(rooms, standing, checkNear);
  const others = hasWallLayers ? found.lines.filter((line) => !isWall(line)) : found.lines;
  const openings = found.blocks.filter(({ name }) => thingCalled(name)?.list === "openings");
  const content = { arcs: found.arcs, blocks: openings, lines: others };
  for (const gap of gaps) {
    await turns.take();
    if (placer.place(openingInGap(gap, content)) === undefined) losses.add("looseOpenings");
  }
  for (const { name, middle, size, angle } of openings.filter(
    (block) => !gaps.some((gap) => isInGap(gap, block)),
  )) {
    const width = Math.max(...size);
    const type = openingOfBlock(name, width);
    const centre = middle;
    if (placer.place({ level, type, centre, angle, width, within: 0.5 }) === undefined)
      losses.add("looseOpenings", name);
  }
  if (hasWallLayers)
    countLost(
      others.filter(({ layer }) => !roomLayer.test(layer)),
      losses,
    );
  const { devices, furniture } = piecesOf(found);
  const plan: JsonObject = {
    levels: [{ id: level, name: words.floor }],
    rooms: named,
    walls: standingWalls(standing),
    openings: placer.placed,
    furniture: withIds("furniture", furniture),
    devices: withIds("devices", devices),
    texts: withIds(
      "texts",
      names.others.map(({ at, text }) => ({
        level,
        text,
        x: roundForStorage(at[0]),
        z: roundForStorage(at[1]),
      })),
    ),
    dimensions: withIds(
      "dimensions",
      found.dimensions.map(({ from, to }) => ({ level, from: tidyPoint(from), to: tidyPoint(to) })),
    ),
    ...thickness,
  };
  return { plan, images: [] };
};
