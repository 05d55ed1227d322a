import { middleOf, boxAround } from "../../geometry/polygon.ts";
import { lengthOf, type Point } from "../../geometry/vector.ts";
import { checkLimit, type ImportLosses } from "../refusal.ts";
import type { Building } from "./building.ts";
import { Entity } from "./entity.ts";
import { type PieceKind, pieceKindOf, wayOf } from "./pieces.ts";
import { type Frame, frameIn, type Placements, world } from "./placement.ts";
import { boxAlong, movedShape, type PlanShape, planShapeOf } from "./plan-shape.ts";
import type { Shapes } from "./shapes.ts";
import type { Turns } from "../turns.ts";
import { straightWall } from "./walls.ts";

/** A product with its shape, in metres. */
export interface Product {
  readonly entity: Entity;
  readonly frame: Frame;
  readonly shape: PlanShape;
}

/** An opening of a wall, or a door or a window that is in none. */
export interface WallOpening {
  readonly opening: Product;
  readonly filling: Pick<Product, "entity" | "frame"> | undefined;
  /** Its wall, if that is straight. */
  readonly host: Product | undefined;
}

/** What of a building becomes a part of a plan. */
export interface Products {
  readonly walls: readonly Product[];
  readonly spaces: readonly Product[];
  readonly openings: readonly WallOpening[];
  readonly pieces: readonly (Product & { readonly kind: PieceKind })[];
}

const wallTypes = ["IFCWALL", "IFCWALLSTANDARDCASE", "IFCWALLELEMENTEDCASE"] as const;

const fillingTypes = [
  "IFCDOOR",
  "IFCDOORSTANDARDCASE",
  "IFCWINDOW",
  "IFCWINDOWSTANDARDCASE",
] as const;

/** The narrowest opening without a door or a window that is no hole for pipes, in metres. */
const narrowest = 0.4;

/** Types whose names are told to people, as IFC writes them. */
const spelled: ReadonlyMap<string, string> = new Map(
  [
    "IfcBeam",
    "IfcBuildingElementPart",
    "IfcBuildingElementProxy",
    "IfcChimney",
    "IfcColumn",
    "IfcCovering",
    "IfcCurtainWall",
    "IfcDoor",
    "IfcFlowFitting",
    "IfcFlowSegment",
    "IfcFlowTerminal",
    "IfcFooting",
    "IfcMember",
    "IfcOpeningElement",
    "IfcOutlet",
    "IfcPile",
    "IfcPipeSegment",
    "IfcPlate",
    "IfcRailing",
    "IfcRamp",
    "IfcRoof",
    "IfcShadingDevice",
    "IfcSlab",
    "IfcSpace",
    "IfcStairFlight",
    "IfcWall",
    "IfcWindow",
  ].map((name) => [name.toUpperCase(), name]),
);

/** Where a product lies, in metres. */
const frameOf = (entity: Entity, placements: Placements, metres: number): Frame => {
  const scaled: Frame = { x: [metres, 0, 0], y: [0, metres, 0], z: [0, 0, metres], at: world.at };
  return frameIn(scaled, placements.of(entity.ref(5)));
};

/** How products become those of a plan. */
export interface ProductReading {
  readonly building: Building;
  readonly placements: Placements;
  readonly shapes: Shapes;
  readonly metres: number;
  readonly turns: Turns;
  readonly losses: ImportLosses;
}

/** The median, which a few that are far away do not change. */
const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** Metres from the origin from which a building is moved there. */
const farAway = 1000;

/** By how much products are moved to be at the origin, by whole metres: not at all unless they are far away. */
const moveOf = (products: readonly Product[]): Point => {
  const middles = products.flatMap(({ shape }) => {
    const box = boxAround(shape.hull);
    return box === undefined ? [] : [middleOf(box)];
  });
  const at: Point = [median(middles.map(([x]) => x)), median(middles.map(([, z]) => z))];
  return Math.hypot(...at) < farAway ? [0, 0] : [-Math.round(at[0]), -Math.round(at[1])];
};

/** Whether a space is a part of the building's floor: not one that has spaces in it, and not the area of a whole floor. */
const isRoom = (space: Entity, building: Building): boolean =>
  space.enumerated(9) !== "GFA" && !building.partsOf(space).some(({ type }) => type === "IFCSPACE");

/** Reads what becomes a part of a plan, and reports the rest by its type or its name. */
export class ProductReader {
  readonly #reading: ProductReading;
  readonly #used = new Set<number>();

  constructor(reading: ProductReading) {
    this.#reading = reading;
  }

  /** Reads all of them. Refuses what `Shapes` refuses, more walls than `import-walls`, and what is beyond `import-metres`. */
  async read(): Promise<Products> {
    const { building, losses } = this.#reading;
    const { step } = building;
    const walls = await this.#all(Entity.all(step, wallTypes));
    const rooms: Entity[] = [];
    for (const space of Entity.all(step, ["IFCSPACE"])) {
      this.#used.add(space.id);
      if (isRoom(space, building)) rooms.push(space);
      else losses.add("buildingParts", space.text(7) || space.text(2));
    }
    const spaces = await this.#all(rooms);
    const openings = await this.#openings(walls);
    const pieces = await this.#pieces();
    this.#countLost();
    return this.#moved({ walls, spaces, openings, pieces });
  }

  /** A product with its shape, or with that of its parts, such as the flights of a stair; undefined if it has none. */
  async #product(entity: Entity): Promise<Product | undefined> {
    const { building, metres, placements, shapes, turns } = this.#reading;
    await turns.take();
    const frame = frameOf(entity, placements, metres);
    const parts = [...(await shapes.of(entity, frame))];
    if (parts.length === 0)
      for (const part of building.partsOf(entity))
        for (const each of await shapes.of(part, frameOf(part, placements, metres)))
          parts.push(each);
    const shape = planShapeOf(parts, building.step.file, entity.place);
    return shape === undefined ? undefined : { entity, frame, shape };
  }

  async #all(entities: readonly Entity[]): Promise<readonly Product[]> {
    const { building, losses } = this.#reading;
    checkLimit(building.step.limits, "importWalls", entities.length, building.step.file);
    const products: Product[] = [];
    for (const entity of entities) {
      this.#used.add(entity.id);
      const product = await this.#product(entity);
      if (product === undefined) losses.add("shapeless", entity.text(2) || entity.place);
      else products.push(product);
    }
    return products;
  }

  async #openings(walls: readonly Product[]): Promise<readonly WallOpening[]> {
    const { building, losses, metres, placements, turns } = this.#reading;
    const { file, limits } = building.step;
    const hosts = new Map(walls.map((wall) => [wall.entity.id, wall]));
    const found: WallOpening[] = [];
    const filled = new Set<number>();
    for (const relation of Entity.all(building.step, ["IFCRELVOIDSELEMENT"])) {
      await turns.take();
      const host = hosts.get(relation.needed(4).id);
      const entity = relation.needed(5);
      const filling = building.fillingOf(entity);
      if (host === undefined || (filling !== undefined && filled.has(filling.id))) continue;
      const isRecess =
        entity.enumerated(8) === "RECESS" || entity.text(4).toUpperCase() === "RECESS";
      const opening = isRecess ? undefined : await this.#product(entity);
      if (opening === undefined) continue;
      const { hull, top, bottom } = opening.shape;
      const isHole =
        filling === undefined &&
        (top - bottom < narrowest || lengthOf(boxAlong(hull, wayOf(opening.frame))) < narrowest);
      if (isHole) {
        losses.add("buildingParts", "IfcOpeningElement");
        continue;
      }
      if (filling !== undefined) {
        filled.add(filling.id);
        this.#used.add(filling.id);
      }
      found.push({
        opening,
        filling: filling && { entity: filling, frame: frameOf(filling, placements, metres) },
        host: straightWall(host.shape) && host,
      });
      checkLimit(limits, "importWalls", found.length, file);
    }
    const loose = Entity.all(building.step, fillingTypes).filter(({ id }) => !this.#used.has(id));
    for (const filling of await this.#all(loose))
      found.push({ opening: filling, filling, host: undefined });
    return found;
  }

  async #pieces(): Promise<Products["pieces"]> {
    const { building, losses } = this.#reading;
    const pieces: (Product & { readonly kind: PieceKind })[] = [];
    for (const entity of building.contained) {
      const kind = this.#used.has(entity.id) ? undefined : pieceKindOf(entity, building);
      if (kind === undefined) continue;
      this.#used.add(entity.id);
      const product = await this.#product(entity);
      if (product === undefined) losses.add("shapeless", entity.text(2) || entity.place);
      else pieces.push({ ...product, kind });
    }
    return pieces;
  }

  /** Reports what of the building is left out, by its type. */
  #countLost(): void {
    const { building, losses } = this.#reading;
    const byType = new Map<string, number>();
    for (const { id, type } of building.contained)
      if (!this.#used.has(id)) byType.set(type, (byType.get(type) ?? 0) + 1);
    for (const [type, count] of byType)
      losses.add("buildingParts", spelled.get(type) ?? type, count);
    const { types } = building.step;
    const count = (type: string): number => types.get(type)?.length ?? 0;
    losses.add("properties", "", count("IFCPROPERTYSET") + count("IFCELEMENTQUANTITY"));
    losses.add("materials", "", count("IFCMATERIAL"));
  }

  #moved({ walls, spaces, openings, pieces }: Products): Products {
    const { building, losses } = this.#reading;
    const { file, limits } = building.step;
    const by = moveOf(walls.length + spaces.length > 0 ? [...walls, ...spaces] : pieces);
    if (by[0] !== 0 || by[1] !== 0) losses.add("movedToOrigin", `x ${-by[0]} m, y ${by[1]} m`);
    const move = <P extends Product>(product: P): P => ({
      ...product,
      shape: movedShape(product.shape, by, limits, file, product.entity.place),
    });
    return {
      walls: walls.map(move),
      spaces: spaces.map(move),
      openings: openings.map(({ filling, host, opening }) => ({
        filling,
        host: host && move(host),
        opening: move(opening),
      })),
      pieces: pieces.map(move),
    };
  }
}
