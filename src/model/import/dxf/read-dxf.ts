import { isInside } from "../../geometry/polygon.ts";
import {
  distance,
  fullTurn,
  type Point,
  roundForStorage,
  tidyPoint,
  type Wall,
} from "../../geometry/vector.ts";
import type { JsonObject } from "../../json.ts";
import type { GivenFile, Imported, ImportNames } from "../import-result.ts";
import { edgesOf, OpeningPlacer, standingWalls, withIds } from "../plan-building.ts";
import { checkLimit, type ImportLimits, type ImportLosses, refuse } from "../refusal.ts";
import { Turns } from "../turns.ts";
import { enclosedRooms, makeRooms } from "../sweet-home/rooms.ts";
import { type HomeWall, standingParts } from "../sweet-home/walls.ts";
import { deviceLayer, openingOfBlock, thingCalled } from "./block-things.ts";
import { tagsOf } from "./drawing-text.ts";
import { ceiling, closesWall, type Gap, gapsIn, wallsOfFaces } from "./faces.ts";
import { isInGap, openingInGap } from "./gap-openings.ts";
import type { DrawnArc, DrawnBlock, DrawnLine, DrawnText, PlacedEntities } from "./drawn.ts";
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

/** Counts what is on layers, by these: what has none is a part of something else. */
const countByLayer = (
  what: "shapes" | "straightWalls",
  drawn: readonly { readonly layer: string | undefined }[],
  losses: ImportLosses,
): void => {
  const byLayer = new Map<string, number>();
  for (const { layer } of drawn)
    if (layer !== undefined) byLayer.set(layer, (byLayer.get(layer) ?? 0) + 1);
  for (const [layer, count] of byLayer) losses.add(what, layer, count);
};

/** Metres from a device to the text that names it. */
const besideDevice = 0.3;

/** Takes the texts on layers of rooms as the names of these, and those beside devices as theirs. */
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

  ofDevice({ layer, middle }: DrawnBlock): string | undefined {
    if (!deviceLayer.test(layer)) return undefined;
    const found = this.#texts.find(
      (each) =>
        each.layer === layer &&
        each.text !== "" &&
        !this.#used.has(each) &&
        distance(each.at, middle) < besideDevice,
    );
    if (found !== undefined) this.#used.add(found);
    return found?.text.replaceAll("\n", " ");
  }

  get others(): readonly DrawnText[] {
    return this.#texts.filter((text) => text.text !== "" && !this.#used.has(text));
  }
}

const piecesOf = ({ blocks }: PlacedEntities, names: Names) => {
  const pieces = {
    furniture: [] as JsonObject[],
    devices: [] as JsonObject[],
    sensors: [] as JsonObject[],
  };
  for (const block of blocks) {
    const { angle, middle, size } = block;
    const thing = thingCalled(block.name, block.layer);
    if (thing === undefined || thing.list === "openings") continue;
    const at = { level, x: roundForStorage(middle[0]), z: roundForStorage(middle[1]) };
    if (thing.list !== "furniture") {
      const name = names.ofDevice(block);
      pieces[thing.list].push({ ...thing.data, ...(name === undefined ? {} : { name }), ...at });
    } else {
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
  const useOf = (name: string, layer: string) =>
    thingCalled(name, layer) !== undefined ? "thing" : hasWallLayers ? "lines" : "loss";
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
  const unpaired = new Set<Wall>();
  const parts = await wallsOfFaces(lines, level, {
    turn: () => turns.take(),
    checkNear,
    unpaired: (line) => unpaired.add(line),
  });
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
  const openings = found.blocks.filter(
    ({ layer, name }) => thingCalled(name, layer)?.list === "openings",
  );
  const used = new Set<Wall | DrawnArc>();
  const content = { arcs: found.arcs, blocks: openings, lines: others, used };
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
  const isLost = (line: DrawnLine): boolean =>
    !used.has(line) &&
    !roomLayer.test(line.layer) &&
    (isWall(line) ? unpaired.has(line) && !closesWall(line, parts) : true);
  const lost = [...found.lines.filter(isLost), ...found.arcs.filter((arc) => !used.has(arc))];
  countByLayer("shapes", lost, losses);
  countByLayer(
    "straightWalls",
    lines.filter((line) => line.isRound && !unpaired.has(line)),
    losses,
  );
  const { devices, furniture, sensors } = piecesOf(found, names);
  const plan: JsonObject = {
    levels: [{ id: level, name: words.floor }],
    rooms: named,
    walls: standingWalls(standing),
    openings: placer.placed,
    furniture: withIds("furniture", furniture),
    devices: withIds("devices", devices),
    ...(sensors.length === 0 ? {} : { sensors: withIds("sensors", sensors) }),
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
