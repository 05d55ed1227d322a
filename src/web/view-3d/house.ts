import {
  Box3,
  Group,
  Raycaster,
  type PerspectiveCamera,
  Scene,
  type Camera,
  Vector2,
  Vector3,
} from "three";
import type { States } from "../../model/bindings/entity-state.ts";
import type { JsonObject } from "../../model/json.ts";
import { openingStateOf, type OpeningState } from "../../model/solids/openings/opening-solids.ts";
import type { PlanData, Ref } from "../../model/elements/entities.ts";
import type { Point } from "../../model/geometry/vector.ts";
import { floorHeightsOf } from "../../model/elements/heights.ts";
import { levelsOf, shownLevel } from "../../model/elements/levels.ts";
import { Daylight } from "./daylight.ts";
import { FloorGroup } from "./floor-group.ts";
import { FloorTextures } from "./floor-textures.ts";
import { whole } from "./house-material.ts";
import { glassLayer, type LookOfPart } from "./solids-mesh.ts";
import type { Solid } from "../../model/solids/solid.ts";
import { solidsOf } from "../../model/solids/solids.ts";

/** How the floors of a house stand: one on the other up to the shown one, apart, or the shown one alone. */
export const arrangements = ["alone", "stacked", "apart"] as const;
export type Arrangement = (typeof arrangements)[number];

/** Metres of air between floors that are lifted apart. */
const apartBy = 3;

/** The height above its floor at which a lowered wall ends, in metres. */
const loweredAt = 0.85;

/** Half of the width that somebody needs, and the heights at which something may be in the way, in metres. */
const [bodyHalf, heights] = [0.22, [0.3, 1.2]] as const;

/** Where somebody's sides are, in half widths. */
const sides = [-0.8, 0, 0.8] as const;

/** What is shown of a house. */
export interface ShownHouse {
  readonly plan: PlanData;
  /** The rooms whose floors and ceilings are not shown. */
  readonly hiddenRooms?: ReadonlySet<Ref>;
  readonly level: string | undefined;
  readonly arrangement: Arrangement;
  /** Whether walls are lowered that hide a room from the eye. */
  readonly lowersWalls: boolean;
  readonly hasCeilings: boolean;
  /** Whether floors have the patterns of their materials, or one colour each. */
  readonly hasPatterns?: boolean;
  /** By which doors and blinds are open; undefined where there is no Home Assistant. */
  readonly states: States | undefined;
  readonly look: LookOfPart;
}

/** The floors of a house in a scene. */
export class House {
  readonly scene = new Scene();
  readonly daylight = new Daylight();
  readonly #house = new Group();
  readonly #textures = new FloorTextures();
  readonly #floors = new Map<string | undefined, FloorGroup>();
  #shown: ShownHouse | undefined;

  constructor() {
    this.scene.add(this.#house);
  }

  /** The floors that are shown, by the id of their level, from the lowest. */
  get floors(): ReadonlyMap<string | undefined, FloorGroup> {
    return this.#floors;
  }

  /** Shows a house. Returns whether anything stands elsewhere than before. */
  show(shown: ShownHouse): boolean {
    const { plan, arrangement, look, hasCeilings, hiddenRooms = new Set(), states } = shown;
    const openingState = (opening: JsonObject): OpeningState => openingStateOf(opening, states);
    const level = shownLevel(plan, shown.level);
    const all: readonly (string | undefined)[] =
      levelsOf(plan).length === 0 ? [undefined] : levelsOf(plan).map(({ id }) => id);
    const at = all.indexOf(level);
    const levels =
      arrangement === "alone" ? [level] : arrangement === "apart" ? all : all.slice(0, at + 1);
    let isNew = this.#shown?.arrangement !== arrangement;
    for (const [id, floor] of this.#floors) {
      if (levels.includes(id)) continue;
      floor.end();
      this.#floors.delete(id);
      isNew = true;
    }
    levels.forEach((id, index) => {
      const floor = this.#floors.get(id) ?? new FloorGroup(this.daylight.uniforms);
      this.#floors.set(id, floor);
      this.#house.add(floor.group);
      const standing = solidsOf(plan, id, { hasCeilings, openingState });
      const solids = standing.filter(
        ({ role, ref }) =>
          (role !== "floor" && role !== "ceiling") || ref === undefined || !hiddenRooms.has(ref),
      );
      const patternOf = shown.hasPatterns === true ? this.#textures.on(plan, id) : undefined;
      if (floor.show(plan, solids, look, patternOf)) isNew = true;
      const lifted = arrangement === "apart" ? index * apartBy : 0;
      const y = floorHeightsOf(plan, id).elevation + lifted;
      if (floor.group.position.y !== y) isNew = true;
      floor.group.position.y = y;
      // Floors that carry another one keep their walls.
      const isOpen = shown.lowersWalls && (arrangement !== "stacked" || id === level);
      floor.uniforms.cutAt.value.set(isOpen ? loweredAt : whole, whole);
    });
    this.#shown = shown;
    return isNew;
  }

  /** The space that the shown floors take. */
  get extent(): Box3 {
    const box = new Box3();
    for (const floor of this.#floors.values()) box.union(floor.extent);
    return box.isEmpty() ? new Box3(new Vector3(-1, 0, -1), new Vector3(1, 1, 1)) : box;
  }

  /**
   * Lowers the walls that hide rooms from an eye in this direction, and shows in detail what is near it, in a picture that is so
   * many pixels high. `isCoarse`: the picture moves and takes long to draw, so that it has only what the eye sees.
   */
  lookFrom(
    [x, z]: readonly [x: number, z: number],
    { position, fov }: PerspectiveCamera,
    { height, isCoarse }: { readonly height: number; readonly isCoarse: boolean },
  ): void {
    this.daylight.uniforms.eye.value.set(x, z);
    const pixels = height / (2 * Math.tan((fov * Math.PI) / 360));
    for (const floor of this.#floors.values())
      floor.lookFrom({ eye: position.clone().sub(floor.group.position), pixels, isCoarse });
  }

  /** Gives some solids their looks of now. */
  repaint(isMeant: (solid: Solid) => boolean, look: LookOfPart): void {
    for (const floor of this.#floors.values()) floor.repaint(isMeant, look);
  }

  /** The solids under a place of the picture, the nearest first; from -1 to 1, to the right and up. */
  solidsAt(place: Vector2, camera: Camera): readonly Solid[] {
    const ray = new Raycaster();
    ray.layers.enable(glassLayer);
    ray.setFromCamera(place, camera);
    const hits = [...this.#floors.values()].flatMap((floor) => {
      floor.showAll();
      return floor.parts.flatMap(({ mesh, merged }) =>
        ray.intersectObject(mesh, false).flatMap(({ distance, face, point }) => {
          const corner = face?.a ?? 0;
          const solid = merged.partAt(corner)?.solid;
          const isAway = point.y - floor.group.position.y > floor.topAt(mesh, corner);
          return solid === undefined || isAway ? [] : [{ distance, solid }];
        }),
      );
    });
    return hits.toSorted((one, other) => one.distance - other.distance).map(({ solid }) => solid);
  }

  /**
   * Whether somebody can go from one place of the plan to another on a floor, which nobody can where it is not shown. Walls are
   * in the way, and what `stands` in their openings.
   */
  isFree(
    level: string | undefined,
    from: Point,
    to: Point,
    stands: (solid: Solid) => boolean,
  ): boolean {
    const floor = this.#floors.get(level);
    if (floor === undefined) return false;
    floor.showAll();
    // A floor may be asked about before its first frame.
    floor.group.updateWorldMatrix(true, true);
    const [x, z] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(x, z);
    if (length === 0) return true;
    const ahead = new Vector3(x / length, 0, z / length);
    const ray = new Raycaster(new Vector3(), ahead, 0, length + bodyHalf);
    ray.layers.enable(glassLayer);
    return sides.every((side) =>
      heights.every((height) => {
        ray.ray.origin.set(
          from[0] - ahead.z * bodyHalf * side,
          floor.group.position.y + height,
          from[1] + ahead.x * bodyHalf * side,
        );
        return floor.parts.every(({ mesh, merged }) =>
          ray.intersectObject(mesh, false).every(({ face }) => {
            const solid = merged.partAt(face?.a ?? 0)?.solid;
            return solid?.role !== "wall" && !(solid?.role === "opening" && stands(solid));
          }),
        );
      }),
    );
  }

  /** The middle of an element's solid in space; undefined if it is not shown. */
  middleOf(ref: Ref): Vector3 | undefined {
    for (const floor of this.#floors.values()) {
      const found = floor.middleOf(ref);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Gives back what it holds of the graphics. */
  end(): void {
    for (const floor of this.#floors.values()) floor.end();
    this.#floors.clear();
    this.#textures.end();
    this.daylight.end();
  }
}
