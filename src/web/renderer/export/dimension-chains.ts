import { textWidth } from "../frame.ts";
import type { Facade, Facades } from "./facade.ts";
import { element, line, lineOfText, softInk } from "./svg-element.ts";
import type { XmlElement } from "./svg-template.ts";

/** Millimetres from the drawing to the first chain, from chain to chain, and beyond the last. */
const [gap, pitch, beyond] = [6, 6.2, 4];

/** Size of the figures and length of the strokes across a chain, in millimetres. */
const [size, stroke] = [2.3, 1.1];

const figureOf = (metres: number, language: string): string =>
  metres.toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const partsOf = (places: readonly number[]): readonly (readonly [number, number])[] =>
  places.slice(1).map((to, at) => [places[at] ?? to, to]);

/** The chains beside a drawing, the innermost first: each a list of places in metres. */
export interface Chains {
  readonly top: readonly (readonly number[])[];
  readonly left: readonly (readonly number[])[];
}

/**
 * The chains that have room for their figures at a scale: openings, walls, and always the whole length.
 * `millimetres`: of paper per metre.
 */
export const chainsAt = (
  { top, left }: Pick<Facades, "top" | "left">,
  millimetres: number,
  language: string,
): Chains => {
  const hasRoom = (places: readonly number[]): boolean =>
    places.length > 2 &&
    partsOf(places).every(
      ([from, to]) =>
        textWidth(figureOf(to - from, language), size) + 0.4 <= (to - from) * millimetres,
    );
  const of = ({ ends, axes, openings }: Facade): readonly (readonly number[])[] => [
    ...[openings, axes].filter(hasRoom),
    ends,
  ];
  return { top: of(top), left: of(left) };
};

/** The millimetres that chains take beside a drawing. */
export const depthOfChains = (count: number): number =>
  count === 0 ? 0 : gap + (count - 1) * pitch + beyond;

/** Where chains stand, in millimetres. */
interface Place {
  /** Where the plan's origin is along the chain. */
  readonly origin: number;
  /** The edge of the drawing. */
  readonly edge: number;
  readonly millimetres: number;
}

/** Draws chains above a drawing: lines with architects' strokes, and metres above each part. */
const above = (
  chains: readonly (readonly number[])[],
  { origin, edge, millimetres }: Place,
  language: string,
): readonly XmlElement[] => {
  const at = (metres: number): number => origin + metres * millimetres;
  return chains.flatMap((places, index) => {
    const y = edge - gap - index * pitch;
    const [first = 0, last = 0] = [places[0], places.at(-1)].map((each) => at(each ?? 0));
    return [
      line([first - 1.5, y, last + 1.5, y], 0.13, softInk),
      ...places.flatMap((each) => [
        line([at(each), y + 2.2, at(each), y - 1.5], 0.13, softInk),
        line([at(each) - stroke, y + stroke, at(each) + stroke, y - stroke], 0.4),
      ]),
      ...partsOf(places).map(([from, to]) =>
        lineOfText(figureOf(to - from, language), size, {
          x: at((from + to) / 2),
          y: y - 0.9,
          "text-anchor": "middle",
        }),
      ),
    ];
  });
};

/** Draws the chains above and to the left of a drawing; those at the left are read from the right. */
export const drawChains = (
  { top, left }: Chains,
  places: { readonly x: number; readonly y: number; readonly left: number; readonly top: number },
  millimetres: number,
  language: string,
): readonly XmlElement[] => {
  const upper = above(top, { origin: places.x, edge: places.top, millimetres }, language);
  // Turned by a quarter, what runs down runs to the left.
  const mirrored = left.map((each) => each.map((metres) => -metres).toReversed());
  const turned = above(mirrored, { origin: -places.y, edge: places.left, millimetres }, language);
  return [
    element("g", { "data-part": "chains" }, upper),
    element("g", { "data-part": "chains", transform: "rotate(-90)" }, turned),
  ];
};
