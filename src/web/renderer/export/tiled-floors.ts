import { boxAround } from "../../../model/geometry/polygon.ts";
import { svgNumber } from "../../../model/geometry/svg-path.ts";
import { type Point, times, turned } from "../../../model/geometry/vector.ts";
import { element } from "./svg-element.ts";
import type { XmlElement } from "./svg-template.ts";

/** What a pattern repeats: its size in its own units, of which `unit` metres are one, and its turn in degrees. */
interface Tile {
  readonly id: string;
  readonly size: Point;
  readonly degrees: number;
  readonly unit: number;
  readonly children: XmlElement["children"];
}

/**
 * So many tiles an area may show. On paper those of more are specks, which nobody tells from the coarse picture of a pattern,
 * and which a browser would take minutes to print.
 */
const mostTiles = 20_000;

const numbersIn = (text = ""): readonly number[] => (text.match(/-?\d*\.?\d+/g) ?? []).map(Number);

const tileOf = ({ attributes, children }: XmlElement): Tile => {
  const [degrees = 0, unit = 1] = numbersIn(attributes.get("patternTransform"));
  const [width = 1, height = 1] = ["width", "height"].map((name) => Number(attributes.get(name)));
  return { id: attributes.get("id") ?? "", size: [width, height], degrees, unit, children };
};

/** A tile to be used. What lies beyond its edges is cut off, as in a pattern. */
const definitionOf = ({ id, size: [width, height], children }: Tile): XmlElement => {
  const clip = `edges-of-${id}`;
  return element("defs", {}, [
    element("clipPath", { id: clip }, [element("rect", { width, height })]),
    element("g", { id, "clip-path": `url(#${clip})` }, children),
  ]);
};

/** All elements of a tree. */
const allIn = (parts: XmlElement["children"]): readonly XmlElement[] =>
  parts.flatMap((part) => (typeof part === "string" ? [] : [part, ...allIn(part.children)]));

/** The multiples of a step at which tiles begin that show some of a length. */
const along = (start: number, length: number, step: number): readonly number[] => {
  const first = Math.floor(start / step);
  const many = Math.ceil((start + length) / step) - first;
  return Array.from({ length: many }, (_, at) => (first + at) * step);
};

/** The columns and rows of a pattern that an area shows, by where they begin in the pattern's own units. */
const gridOf = (
  { size, degrees, unit }: Tile,
  path: string,
): readonly [columns: readonly number[], rows: readonly number[]] => {
  const numbers = numbersIn(path);
  const corners = numbers.flatMap((x, at): readonly Point[] => {
    const z = numbers[at + 1];
    return at % 2 === 0 && z !== undefined ? [times(turned([x, z], -degrees), 1 / unit)] : [];
  });
  const box = boxAround(corners);
  if (box === undefined) return [[], []];
  return [along(box.left, box.width, size[0]), along(box.top, box.height, size[1])];
};

const isTooMany = ([columns, rows]: ReturnType<typeof gridOf>): boolean =>
  columns.length * rows.length > mostTiles;

/**
 * Parts of a drawing in which each tile of a floor is drawn, in place of a pattern that fills it: browsers print patterns as
 * coarse pictures. A pattern of which an area would show too many tiles stays.
 */
export const withTiledFloors = (parts: readonly XmlElement[]): readonly XmlElement[] => {
  const all = allIn(parts);
  const tiles = new Map<string, Tile>(
    all
      .filter(({ name }) => name === "pattern")
      .map((pattern) => [`url(#${pattern.attributes.get("id")})`, tileOf(pattern)]),
  );
  for (const { attributes } of all) {
    const [fill = "", path = ""] = [attributes.get("fill"), attributes.get("d")];
    const tile = tiles.get(fill);
    if (tile !== undefined && isTooMany(gridOf(tile, path))) tiles.delete(fill);
  }
  let areas = 0;
  const tiled = (part: XmlElement): XmlElement => {
    const { name, attributes, children } = part;
    const [fill = "", path = ""] = [attributes.get("fill"), attributes.get("d")];
    const tile = tiles.get(fill);
    const own = name === "pattern" ? tiles.get(`url(#${attributes.get("id")})`) : undefined;
    if (own !== undefined) return definitionOf(own);
    if (tile === undefined)
      return {
        ...part,
        children: children.map((each) => (typeof each === "string" ? each : tiled(each))),
      };
    areas += 1;
    const clip = `tiles-${areas}`;
    const [columns, rows] = gridOf(tile, path);
    const transform = `rotate(${tile.degrees}) scale(${svgNumber(tile.unit)})`;
    return element("g", {}, [
      element("clipPath", { id: clip }, [element("path", { d: path })]),
      element("g", { "clip-path": `url(#${clip})` }, [
        element(
          "g",
          { transform },
          columns.flatMap((x) => rows.map((y) => element("use", { href: `#${tile.id}`, x, y }))),
        ),
      ]),
    ]);
  };
  return parts.map(tiled);
};
