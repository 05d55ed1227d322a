import { copyElements, type Fragment, pasteFragment, withNewIds } from "../editing/fragment.ts";
import { contentOfLevel } from "../editing/levels.ts";
import type { PlanData } from "../elements/entities.ts";
import { type Background, levelsOf } from "../elements/levels.ts";
import { freeRoomName, maxThickness, minThickness, roomsOf } from "../elements/rooms.ts";
import {
  angleOf,
  distance,
  middle,
  plus,
  type Point,
  times,
  turned,
  type Wall,
} from "../geometry/vector.ts";
import { type JsonObject, textIn } from "../json.ts";
import { edgesOf, type ImportedOpening, OpeningPlacer } from "../import/plan-building.ts";
import { ImportLosses } from "../import/refusal.ts";
import { enclosedRooms, makeRoomsInTurns } from "../import/sweet-home/rooms.ts";
import { type HomeWall, standingParts } from "../import/sweet-home/walls.ts";
import { Turns } from "../import/turns.ts";
import type { FoundOpening, FoundPlan } from "./find-walls.ts";

/** A wall that is proposed, by its middle line, in metres. */
export interface ProposedWall extends Wall {
  readonly thickness: number;
}

/** A picture says nothing of heights: all walls reach to one ceiling, and so none says how high it is. */
const ceiling = 2.5;

/** What was found in the pixels of a tracing image, on the plan in metres. */
const onPlan = (
  found: FoundPlan,
  { left, rotation, top }: Background,
  perMetre: number,
): FoundPlan => {
  const at = (place: Point): Point =>
    plus([left, top], turned(times(place, 1 / perMetre), rotation));
  return {
    walls: found.walls.map(({ from, thickness, to }) => ({
      from: at(from),
      to: at(to),
      thickness: Math.max(minThickness, Math.min(maxThickness, thickness / perMetre)),
    })),
    openings: found.openings.map(({ from, leaf, to, ...rest }) => ({
      ...rest,
      from: at(from),
      to: at(to),
      ...(leaf === undefined ? {} : { leaf: { hinge: at(leaf.hinge), end: at(leaf.end) } }),
    })),
  };
};

/** Whether two images are the same, at the same place. */
export const isSameImage = (one: Background, other: Background): boolean =>
  (["url", "left", "top", "width", "height", "rotation"] as const).every(
    (field) => one[field] === other[field],
  );

/** The walls and openings that a tracing image shows, of which somebody takes some. It never changes. */
export class WallProposal {
  readonly level: string;
  /** The image as it was when it was searched. */
  readonly image: Background;
  readonly walls: readonly ProposedWall[];
  readonly openings: readonly FoundOpening[];
  /** The numbers of the walls that are taken. */
  readonly taken: ReadonlySet<number>;
  /** The insides of the rooms that the taken walls close. */
  readonly rooms: readonly (readonly Point[])[];
  readonly #drawn: ReturnType<typeof enclosedRooms>;

  private constructor(
    level: string,
    image: Background,
    { openings, walls }: FoundPlan,
    taken: ReadonlySet<number>,
  ) {
    this.level = level;
    this.image = image;
    this.walls = walls;
    this.openings = openings;
    this.taken = taken;
    this.#drawn = enclosedRooms(this.#homeWalls(), () => undefined);
    this.rooms = this.#drawn.map(({ corners }) => corners);
  }

  /** What was found in the image of a floor, at so many pixels per metre; all is taken. */
  static of(level: string, found: FoundPlan, image: Background, perMetre: number): WallProposal {
    const placed = onPlan(found, image, perMetre);
    return new WallProposal(level, image, placed, new Set(placed.walls.keys()));
  }

  /** Whether its walls lie where an image of a floor shows them, which may have been replaced or moved since. */
  isOf(level: string, image: Background | undefined): boolean {
    return level === this.level && image !== undefined && isSameImage(image, this.image);
  }

  /** The proposal with a wall left out that was taken, or taken that was left out. */
  toggled(wall: number): WallProposal {
    const taken = new Set(this.taken);
    if (!taken.delete(wall)) taken.add(wall);
    return new WallProposal(this.level, this.image, this, taken);
  }

  /** The proposal with all walls taken. */
  whole(): WallProposal {
    return new WallProposal(this.level, this.image, this, new Set(this.walls.keys()));
  }

  /**
   * What the taken walls add to a plan: rooms where they close some, else freestanding walls, and their openings. `word` is what
   * rooms are called, with a number. Others get turns meanwhile, so the plan is asked for last; ids are new in it.
   */
  async addition(planNow: () => PlanData, word: string): Promise<Fragment> {
    const { level } = this;
    const walls = this.#homeWalls();
    const turns = new Turns();
    const { rooms, thickness } = await makeRoomsInTurns(
      this.#drawn,
      walls,
      () => ceiling,
      word,
      new ImportLosses(),
    );
    const edges = rooms.flatMap((room) => edgesOf(room).filter(({ isWalled }) => isWalled));
    const parts = standingParts(walls, new Map([[level, edges]]), () => ceiling);
    const placer = new OpeningPlacer(rooms, parts, () => undefined);
    for (const opening of this.openings)
      if (this.taken.has(opening.wall)) placer.place(this.#imported(opening));
    await turns.take();
    const plan = planNow();
    const names = new Set(roomsOf(plan).map(({ entity }) => textIn(entity.data["name"]) ?? ""));
    const named = rooms.map(({ data }): JsonObject => {
      const name = freeRoomName(names, word);
      names.add(name);
      return Object.assign({}, data, { name }, thickness);
    });
    const source: PlanData = {
      levels: levelsOf(plan).map(({ id, name }) => ({ id, name })),
      rooms: named,
      walls: parts.map(({ from, id, thickness: thick, to }) => {
        return { id, level, from, to, thickness: thick };
      }),
      openings: placer.placed,
    };
    return withNewIds(plan, copyElements(source, contentOfLevel(source, level).refs));
  }

  /** The plan with an addition. */
  addedTo(plan: PlanData, addition: Fragment): PlanData {
    return pasteFragment(plan, addition, this.level, [0, 0]);
  }

  #homeWalls(): readonly HomeWall[] {
    const heights = [ceiling, ceiling] as const;
    return this.walls.flatMap((wall, number) =>
      this.taken.has(number) ? [{ ...wall, level: this.level, isRound: false, heights }] : [],
    );
  }

  /** An opening as files have it: near a wall, into which it is put. */
  #imported({ from, kind, leaf, to, wall }: FoundOpening): ImportedOpening {
    const thickness = this.walls[wall]?.thickness ?? 0;
    return {
      level: this.level,
      type: kind,
      centre: middle(from, to),
      angle: angleOf({ from, to }),
      width: distance(from, to),
      within: thickness / 2 + 0.1,
      ...(leaf === undefined ? {} : { leaf }),
    };
  }
}
