import { boxAround } from "../../geometry/polygon.ts";
import type { Point } from "../../geometry/vector.ts";
import { type ImportLosses, refuse } from "../refusal.ts";
import { type Drawing, type DxfRecord, valuesOf } from "./records.ts";

/** Metres of a unit by its number in `$INSUNITS` ("DXF Reference" of Autodesk). */
const metresOf: ReadonlyMap<number, number> = new Map([
  [1, 0.0254],
  [2, 0.3048],
  [4, 0.001],
  [5, 0.01],
  [6, 1],
  [10, 0.9144],
  [14, 0.1],
]);

/** Units of drawings that name none, in the order in which they are tried: metric ones, and others. */
const [metric, imperial] = [
  [
    ["mm", 0.001],
    ["cm", 0.01],
    ["m", 1],
  ],
  [
    ["in", 0.0254],
    ["ft", 0.3048],
  ],
] as const;

/** The size of a house, in metres. */
const [smallest, largest] = [3, 200] as const;

/** What has places of its own. */
const placed: ReadonlySet<string> = new Set(["LINE", "LWPOLYLINE", "VERTEX"]);

/** Where lines begin and polylines have corners, in the drawing's units with y up; with those of blocks if wanted. */
export const pointsIn = (records: readonly DxfRecord[], withBlocks = false): readonly Point[] =>
  records
    .filter(({ type }) => placed.has(type) || (withBlocks && type === "INSERT"))
    .flatMap((record) => {
      const down = valuesOf(record, 20);
      return valuesOf(record, 10).flatMap((x, at): readonly Point[] => {
        const point: Point = [Number(x), Number(down[at])];
        return point.every(Number.isFinite) ? [point] : [];
      });
    });

/**
 * Metres of a drawing's unit: as its header says, else the first with which what is drawn is as large as a house, which is
 * reported. Refuses a drawing that is so with none.
 */
export const metresOfUnit = (
  { header, entities, blocks }: Drawing,
  file: string,
  losses: ImportLosses,
): number => {
  const known = metresOf.get(Number(header.get("$INSUNITS") ?? 0));
  if (known !== undefined) return known;
  const own = pointsIn(entities);
  const box = boxAround(
    own.length > 0 ? own : [...blocks.values()].flatMap((each) => pointsIn(each)),
  );
  const size = box === undefined ? 0 : Math.max(box.width, box.height);
  const units =
    header.get("$MEASUREMENT") === "0" ? [...imperial, ...metric] : [...metric, ...imperial];
  const unit = units.find(([, metres]) => size * metres >= smallest && size * metres <= largest);
  if (unit === undefined) return refuse("unknownUnits", file);
  losses.add("guessedUnits", unit[0]);
  return unit[1];
};
