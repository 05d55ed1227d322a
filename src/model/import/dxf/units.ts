import { boxAround } from "../../geometry/polygon.ts";
import { lengthOf, type Point, type Wall } from "../../geometry/vector.ts";
import { type ImportLosses, refuse } from "../refusal.ts";
import { beside } from "../sweet-home/walls.ts";
import { type Drawing, type DxfRecord, valueOf, valuesOf } from "./records.ts";

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

/** The size of a house that is possible, and of one that is usual, in metres. */
const [possible, usual] = [
  [3, 200],
  [6, 40],
] as const;

/** How thick walls are, and how large the arcs of doors, in metres. */
const [thickness, leaf] = [
  [0.08, 0.45],
  [0.55, 1.3],
] as const;

/** Most lines that are compared with each other: the longest, which walls are. */
const mostCompared = 500;

/** What has places of its own. */
const placed: ReadonlySet<string> = new Set(["LINE", "LWPOLYLINE", "VERTEX"]);

/** The places under a code of a record, in the drawing's units with y up. */
const placesIn = (record: DxfRecord, code: number): readonly Point[] => {
  const down = valuesOf(record, code + 10);
  return valuesOf(record, code).flatMap((x, at): readonly Point[] => {
    const point: Point = [Number(x), Number(down[at])];
    return point.every(Number.isFinite) ? [point] : [];
  });
};

/** Where lines begin and polylines have corners, in the drawing's units with y up; with those of blocks if wanted. */
export const pointsIn = (records: readonly DxfRecord[], withBlocks = false): readonly Point[] =>
  records
    .filter(({ type }) => placed.has(type) || (withBlocks && type === "INSERT"))
    .flatMap((record) => placesIn(record, 10));

/** The longest lines, in the drawing's units. Of polylines before R2000 there are none. */
const longLines = (records: readonly DxfRecord[]): readonly Wall[] =>
  records
    .flatMap((record): readonly Wall[] => {
      if (record.type !== "LINE" && record.type !== "LWPOLYLINE") return [];
      const points = [...placesIn(record, 10), ...placesIn(record, 11).slice(0, 1)];
      const isClosed = record.type === "LWPOLYLINE" && Number(valueOf(record, 70)) % 2 === 1;
      return (isClosed ? [...points, ...points.slice(0, 1)] : points).flatMap((to, at, all) => {
        const from = all[at - 1];
        return from === undefined ? [] : [{ from, to }];
      });
    })
    .toSorted((one, other) => lengthOf(other) - lengthOf(one))
    .slice(0, mostCompared);

/** How far each line is from the nearest one that runs beside it, in the drawing's units. */
const distancesBeside = (lines: readonly Wall[]): readonly number[] =>
  lines.flatMap((one) => {
    let nearest = Infinity;
    for (const other of lines) {
      const found = other === one ? undefined : beside(one, other, nearest);
      const away = Math.abs(found?.aside ?? 0);
      if (found !== undefined && found.to > found.from && away > lengthOf(one) * 1e-6)
        nearest = away;
    }
    return Number.isFinite(nearest) ? [nearest] : [];
  });

const isIn = (value: number, [least, most]: readonly [number, number]): boolean =>
  value >= least && value <= most;

/**
 * Metres of a drawing's unit: as its header says, else that with which what is drawn is as large as a house, and most lines
 * are as far apart as walls are thick, and arcs as large as doors. A guess is reported. Refuses a drawing that is as large as
 * a house with none.
 */
export const metresOfUnit = (
  { header, entities, blocks }: Drawing,
  file: string,
  losses: ImportLosses,
): number => {
  const known = metresOf.get(Number(header.get("$INSUNITS") ?? 0));
  if (known !== undefined) return known;
  const records = pointsIn(entities).length > 0 ? entities : [...blocks.values()].flat();
  const box = boxAround(pointsIn(records));
  const size = box === undefined ? 0 : Math.max(box.width, box.height);
  const units =
    header.get("$MEASUREMENT") === "0" ? [...imperial, ...metric] : [...metric, ...imperial];
  const fitting = units.filter(([, metres]) => isIn(size * metres, possible));
  const apart = fitting.length > 1 ? distancesBeside(longLines(records)) : [];
  const radii = records
    .filter(({ type }) => type === "ARC")
    .map((record) => Number(valueOf(record, 40)));
  const scoreOf = (metres: number): number =>
    apart.filter((each) => isIn(each * metres, thickness)).length +
    radii.filter((each) => isIn(each * metres, leaf)).length +
    // Where walls and doors do not tell.
    (isIn(size * metres, usual) ? 0.5 : 0);
  const [unit] = fitting
    .map((each) => ({ each, score: scoreOf(each[1]) }))
    .toSorted((one, other) => other.score - one.score)
    .map(({ each }) => each);
  if (unit === undefined) return refuse("unknownUnits", file);
  losses.add("guessedUnits", unit[0]);
  return unit[1];
};
