import type { Entity, PlanData } from "../../../model/elements/entities.ts";
import { elementsOn, placeOf, rotationOf, sizeOf } from "../../../model/elements/places.ts";
import { keptResults } from "../../../model/kept-results.ts";
import { placedPath, turnedPath } from "../../../model/geometry/svg-path.ts";
import { type JsonObject, textIn } from "../../../model/json.ts";
import { isLamp } from "../../../model/kinds/catalogue/furniture.ts";
import { areSame } from "../layer.ts";
import { castsShadow, symbolOf } from "./piece-materials.ts";

/** The shadows of some pieces, as one SVG path. */
export interface CastShadows {
  readonly key: string;
  /** The pieces: the same object as long as they stay as they are. */
  readonly cause: readonly JsonObject[];
  readonly path: () => string;
}

/** How many pieces share a path: what is drawn again when one of them moves. */
const together = 48;

const paths = new WeakMap<JsonObject, string>();

/** The outline of a piece where it stands. */
const outlineOf = (data: JsonObject): string => {
  const known = paths.get(data);
  if (known !== undefined) return known;
  const place = placeOf(data);
  const [w, d] = sizeOf({ collection: "furniture", data }).map(Math.abs);
  const symbol = symbolOf(textIn(data["type"]) ?? "", w ?? 0, d ?? 0);
  const path =
    place === undefined || symbol === undefined
      ? ""
      : placedPath(turnedPath(symbol.body, rotationOf(data)), place);
  paths.set(data, path);
  return path;
};

/** Whether a piece stands on the floor at all times: what a rule may hide has no shadow. */
const stands = ({ data }: Entity): boolean => {
  const name = textIn(data["type"]) ?? "";
  const mayBeAway = ["rules", "hidden", "hide", "opacity"].some(
    (field) => data[field] !== undefined,
  );
  return !mayBeAway && !isLamp(name) && castsShadow(name);
};

/** Those of some pieces that do, or undefined. */
const standing = keptResults((piece: Entity) => (stands(piece) ? piece.data : null));

let lastGroups: readonly (readonly JsonObject[])[] = [];

/** Pieces in groups; one that stays as it was is the same object. */
const grouped = (pieces: readonly JsonObject[]): readonly (readonly JsonObject[])[] => {
  lastGroups = Array.from({ length: Math.ceil(pieces.length / together) }, (_, at) => {
    const group = pieces.slice(at * together, (at + 1) * together);
    const last = lastGroups[at] ?? [];
    return areSame(last, group) ? last : group;
  });
  return lastGroups;
};

/** The shadows of the furniture on a floor, in few paths. */
export const castShadows = (plan: PlanData, level: string | undefined): readonly CastShadows[] => {
  const pieces = standing(elementsOn(plan, level, ["furniture"])).filter((data) => data !== null);
  return grouped(pieces).map((group, at) => ({
    key: `cast ${at}`,
    cause: group,
    path: () => group.map(outlineOf).join(""),
  }));
};
