import { type Box, boxAround, middleOf } from "../geometry/polygon.ts";
import {
  fullTurn,
  middle,
  plus,
  type Point,
  tidy,
  tidyPoint,
  times,
  turned,
} from "../geometry/vector.ts";
import { endsOf, pointAlong } from "../geometry/wall.ts";
import { isList, type Json, type JsonObject } from "../json/json.ts";
import { cornersIn, numberIn, pointIn } from "../json/read.ts";
import { type Collection, kinds } from "../kinds/index.ts";
import type { Place } from "../kinds/kind.ts";
import { spanOf } from "../kinds/opening.ts";
import type { Entity, PlanData } from "./entities.ts";
import { levelOf } from "./levels.ts";
import { findRefs, type Ref } from "./ref.ts";
import { roomOf, wallOf } from "./rooms.ts";

/** What stands where it is, as far as its place is asked for. */
type Placed = Pick<Entity, "collection" | "data">;

/** What of an element's place is written in it, and how it is moved. */
interface Rules {
  /** The fields that say where it is. */
  readonly fields: readonly string[];
  /** The fields of its size, which mean something only together with those. */
  readonly extent: readonly string[];
  /** Its middle, in metres. */
  readonly centre: (plan: PlanData, element: Placed) => Point | undefined;
  /** The points around it, in metres. */
  readonly points: (plan: PlanData, element: Placed) => readonly Point[];
  /** The element carried to where `move` takes its points, and turned by degrees. */
  readonly carried: (element: Placed, move: (point: Point) => Point, degrees: number) => JsonObject;
}
