import type { Point } from "../../geometry/vector.ts";
import { type DxfRecord, valuesOf } from "./records.ts";

/** The text of a record, without its formatting codes. */
export const plainText = (record: DxfRecord): string =>
  [...valuesOf(record, 3), ...valuesOf(record, 1)]
    .join("")
    .replaceAll(/\\U\+([0-9A-Fa-f]{4})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replaceAll(/\\P/g, "\n")
    .replaceAll(/\\[A-Za-z][^;\\{}]*;/g, "")
    .replaceAll(/(?<!\\)[{}]/g, "")
    .replaceAll(/\\([\\{}])/g, "$1")
    .replaceAll(/%%[cC]/g, "⌀")
    .replaceAll(/%%[dD]/g, "°")
    .replaceAll(/%%[pP]/g, "±")
    .replaceAll(/[^\P{Cc}\n]/gu, " ")
    .trim();

/** Degrees of an arc that become one straight line. */
const perLine = 15;

/** How many lines an arc of a polyline becomes, by its bulge: the tangent of a quarter of its angle. */
const linesOfBulge = (bulge: number): number =>
  Math.max(1, Math.ceil((Math.abs(Math.atan(bulge)) * 4 * 180) / Math.PI / perLine - 1e-6));

/** A corner of a polyline, and the bulge of the line that begins there: 0 if that is straight. */
export interface BulgedCorner {
  readonly at: Point;
  readonly bulge: number;
}

/** The places along an arc after its start and before its end, in the file's units with y up. */
export const pointsOfBulge = (
  { at: [x, y], bulge }: BulgedCorner,
  [endX, endY]: Point,
): readonly Point[] => {
  const count = bulge === 0 ? 1 : linesOfBulge(bulge);
  const [dx, dy] = [endX - x, endY - y];
  // The centre lies to the left of the chord's middle if the arc runs counterclockwise and is less than half a turn.
  const aside = (1 - bulge * bulge) / (4 * bulge);
  const [cx, cy] = [x + dx / 2 - dy * aside, y + dy / 2 + dx * aside];
  const step = (Math.atan(bulge) * 4) / count;
  return Array.from({ length: count - 1 }, (_, index): Point => {
    const [cos, sin] = [Math.cos(step * (index + 1)), Math.sin(step * (index + 1))];
    return [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos];
  });
};

/** Tags of an ordinary record, and characters that count as one element of a text. */
const [fewTags, lettersPerElement] = [100, 100] as const;

/** As how many elements a record counts wherever it is placed: by what is made of it, and by how long it is to read. */
export const elementsIn = ({ tags, type }: DxfRecord): number => {
  let made = 1;
  for (const [code, value] of tags) {
    if (type === "LWPOLYLINE" && code === 10) made += 1;
    if (code === 42 && (type === "LWPOLYLINE" || type === "VERTEX"))
      made += linesOfBulge(Number(value) || 0) - 1;
    if (code === 1 || code === 3) made += Math.floor(value.length / lettersPerElement);
  }
  return Math.max(made, tags.length - fewTags);
};
