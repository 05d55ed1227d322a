import { entitiesOf, type PlanData } from "../../../model/elements/entities.ts";
import { levelOf } from "../../../model/elements/levels.ts";
import { placeOf, rotationOf, sizeOf } from "../../../model/elements/places.ts";
import { placedPath, turnedPath } from "../../../model/geometry/svg-path.ts";
import { type JsonObject, textIn } from "../../../model/json.ts";
import { isLamp } from "../../../model/kinds/catalogue/furniture.ts";
import { castsShadow, symbolOf } from "./piece-materials.ts";

/** The shadows of some pieces, as one SVG path. */
export interface CastShadows {
  readonly key: string;
  /** The pieces. */
  readonly causes: readonly JsonObject[];
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

const standing = new WeakMap<JsonObject, boolean>();

/**
 * Whether a piece stands on the floor at all times: what a rule may hide has no shadow. Cached, since a frame of a drag asks
 * for thousands of pieces that do not change.
 */
const stands = (data: JsonObject): boolean => {
  const known = standing.get(data);
  if (known !== undefined) return known;
  const name = textIn(data["type"]) ?? "";
  const mayBeAway = ["rules", "hidden", "hide", "opacity"].some(
    (field) => data[field] !== undefined,
  );
  const found = !mayBeAway && !isLamp(name) && castsShadow(name);
  standing.set(data, found);
  return found;
};

/** The shadows of the furniture on a floor, in few paths. */
export const castShadows = (plan: PlanData, level: string | undefined): readonly CastShadows[] => {
  const pieces = entitiesOf(plan, "furniture").flatMap(({ data }) =>
    levelOf(plan, data) === level && stands(data) ? [data] : [],
  );
  return Array.from({ length: Math.ceil(pieces.length / together) }, (_, at) => {
    const causes = pieces.slice(at * together, (at + 1) * together);
    return { key: `cast ${at}`, causes, path: () => causes.map(outlineOf).join("") };
  });
};
