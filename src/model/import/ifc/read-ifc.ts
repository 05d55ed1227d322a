import { signedArea } from "../../geometry/polygon.ts";
import { lengthOf, minus, type Point, times, type Wall } from "../../geometry/vector.ts";
import { type JsonObject, textIn } from "../../json.ts";
import type { GivenFile, Imported, ImportNames } from "../import-result.ts";
import {
  edgesOf,
  OpeningPlacer,
  type StandingLine,
  standingWalls,
  withIds,
} from "../plan-building.ts";
import { checkLimit, type ImportLimits, type ImportLosses, refuse } from "../refusal.ts";
import { ceiling } from "../dxf/faces.ts";
import type { LineRoom } from "../sweet-home/rooms.ts";
import { type HomeWall, standingParts } from "../sweet-home/walls.ts";
import { Building } from "./building.ts";
import { importedOpening } from "./openings.ts";
import { pieceOf, wayOf } from "./pieces.ts";
import { Placements } from "./placement.ts";
import { type Product, ProductReader, type Products } from "./products.ts";
import { planRooms, type SpaceRoom, spaceRoom } from "./rooms.ts";
import { Shapes } from "./shapes.ts";
import { StepFile } from "./step-file.ts";
import { type Storey, Storeys } from "./storeys.ts";
import { Turns } from "../turns.ts";
import { unitsOf } from "./units.ts";
import { type BuildingWall, buildingWalls, ceilingOf, planWalls, straightWall } from "./walls.ts";

/** The walls of a building on their storeys; what of them a plan does not have is reported. */
const wallsOf = async (
  walls: readonly Product[],
  storeys: Storeys,
  turns: Turns,
  losses: ImportLosses,
): Promise<readonly BuildingWall[]> => {
  const found: BuildingWall[] = [];
  // Edges of one outline are compared with each other, so the work grows with the square of their number.
  let compared = 0;
  for (const { entity, shape } of walls) {
    await turns.take();
    const own = storeys.of(entity, shape.bottom);
    const { file, limits } = entity.step;
    const checkNear = (near: number): void =>
      checkLimit(limits, "importNear", near, file, entity.place);
    const checkEdges = (edges: number): void => {
      compared += edges ** 2;
      checkLimit(limits, "importWalls", Math.ceil(Math.sqrt(compared)), file, entity.place);
    };
    const reading = { turns, checkNear, checkEdges };
    const made = await buildingWalls(shape, own, storeys.all, reading);
    const [first] = made;
    const name = entity.text(2);
    if (first === undefined || first.lines.length === 0) losses.add("shapeless", name);
    else if (first.isRound) losses.add("straightWalls", name);
    if (shape.isCut) losses.add("wallHeights", name);
    for (const wall of made) found.push(wall);
  }
  return found;
};

/** The heights of ceilings by floor. */
const ceilingsOf = (
  { all }: Storeys,
  spaces: readonly SpaceRoom[],
  walls: readonly BuildingWall[],
): ReadonlyMap<string, number> =>
  new Map(
    all.flatMap(({ level }): readonly (readonly [string, number])[] => {
      const usual = ceilingOf(
        spaces
          .filter((space) => space.level === level)
          .map(({ corners, height }) => [height, signedArea(corners)]),
        walls.filter(({ storey }) => storey.level === level),
      );
      return usual === undefined ? [] : [[level, usual]];
    }),
  );

const piecesOf = (pieces: Products["pieces"], storeys: Storeys, losses: ImportLosses) => {
  const lists = { furniture: [] as JsonObject[], devices: [] as JsonObject[] };
  for (const { entity, frame, kind, shape } of pieces) {
    const storey = storeys.of(entity, shape.bottom);
    const { list, data } = pieceOf(entity, kind, shape, frame, storey, losses);
    lists[list].push(data);
  }
  return lists;
};

const directionOf = (wall: Wall): Point => times(minus(wall.to, wall.from), 1 / lengthOf(wall));

/** Walls, or parts of them, along which no room lies. */
const standingOn = async (
  { all }: Storeys,
  rooms: readonly LineRoom[],
  walls: readonly HomeWall[],
  ceilingOn: (level: string) => number,
  turns: Turns,
): Promise<readonly StandingLine[]> => {
  const standing: StandingLine[] = [];
  for (const { level } of all) {
    await turns.take();
    const edges = rooms
      .filter((room) => room.level === level)
      .flatMap((room) => edgesOf(room).filter(({ isWalled }) => isWalled));
    const there = walls.filter((wall) => wall.level === level);
    for (const part of standingParts(there, new Map([[level, edges]]), ceilingOn))
      standing.push({ ...part, id: `wall-${standing.length + 1}` });
  }
  return standing;
};

const levelOf = ({ level }: JsonObject): string => textIn(level) ?? "";

/** Storeys as floors. Those on which nothing is, such as one that only marks a height, are left out and reported. */
const levelsOf = (
  { all }: Storeys,
  ceilings: ReadonlyMap<string, number>,
  used: ReadonlySet<string>,
  losses: ImportLosses,
): readonly JsonObject[] =>
  all.flatMap(({ elevation, level, name }: Storey): readonly JsonObject[] => {
    if (!used.has(level)) {
      losses.add("emptyFloors", name);
      return [];
    }
    const height = ceilings.get(level);
    return [{ id: level, name, elevation, ...(height === undefined ? {} : { height }) }];
  });

/**
 * Reads a building in IFC as ISO 10303-21: its storeys become floors. Refuses one without walls and spaces, without a unit of
 * length, damaged ones, circles, and what exceeds a limit.
 */
export const readIfc = async (
  file: GivenFile,
  limits: ImportLimits,
  words: ImportNames,
  losses: ImportLosses,
): Promise<Pick<Imported, "plan" | "images">> => {
  const turns = new Turns();
  const step = await StepFile.read(file, limits, turns);
  const { metres, radians } = unitsOf(step);
  const building = await Building.read(step, turns);
  const placements = new Placements();
  const storeys = new Storeys(building, placements, metres, words.floor);
  const shapes = new Shapes(turns, radians);
  const reader = new ProductReader({ building, placements, shapes, metres, turns, losses });
  const products = await reader.read();
  if (products.walls.length + products.spaces.length === 0) refuse("emptyBuilding", file.name);
  const built = await wallsOf(products.walls, storeys, turns, losses);
  const spaces = products.spaces.flatMap(
    (space) => spaceRoom(space, storeys.of(space.entity, space.shape.bottom), limits, losses) ?? [],
  );
  const ceilings = ceilingsOf(storeys, spaces, built);
  const ceilingOn = (level: string): number => ceilings.get(level) ?? ceiling;
  const walls = planWalls(built, ceilingOn);
  const check = (edges: number): void =>
    checkLimit(limits, "importWalls", walls.length + products.openings.length + edges, file.name);
  check(0);
  await turns.take();
  const { rooms, thickness } = await planRooms(spaces, walls, ceilingOn, check, words.room, losses);
  const standing = await standingOn(storeys, rooms, walls, ceilingOn, turns);
  const placer = new OpeningPlacer(rooms, standing, (near) =>
    checkLimit(limits, "importNear", near, file.name),
  );
  for (const { filling, host, opening } of products.openings) {
    await turns.take();
    const storey = storeys.of(filling?.entity ?? opening.entity, opening.shape.bottom);
    const wall = host && straightWall(host.shape);
    const way = wall === undefined ? wayOf((filling ?? opening).frame) : directionOf(wall);
    const made = { storey, shape: opening.shape, way, wall, filling };
    if (placer.place(importedOpening(made, building, metres)) === undefined)
      losses.add("looseOpenings", (filling?.entity ?? opening.entity).text(2));
  }
  const { devices, furniture } = piecesOf(products.pieces, storeys, losses);
  const used = new Set([
    ...[...rooms, ...standing].map(({ level }) => level),
    ...furniture.map(levelOf),
    ...devices.map(levelOf),
  ]);
  const plan: JsonObject = {
    levels: levelsOf(storeys, ceilings, used, losses),
    rooms: rooms.map(({ data }) => data),
    walls: standingWalls(standing),
    openings: placer.placed,
    furniture: withIds("furniture", furniture),
    devices: withIds("devices", devices),
    ...thickness,
  };
  return { plan, images: [] };
};
