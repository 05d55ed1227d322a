import type { XmlElement } from "./svg-template.ts";
import { element, ink, lineOfText } from "./svg-element.ts";

/** Lengths of scale bars in metres, and into how many fields each is divided. */
const lengths = [
  [0.5, 5],
  [1, 5],
  [2, 4],
  [3, 3],
  [4, 4],
  [5, 5],
  [10, 5],
  [20, 4],
  [30, 3],
  [40, 4],
  [50, 5],
  [100, 5],
  [200, 4],
  [500, 5],
] as const;

/** Height of the bar, size of the figures and their distance from the bar, in millimetres. */
const [high, size, away] = [1.6, 2.4, 1];

/** Height of a scale bar with its figures, in millimetres. */
export const scaleBarHeight = high + size + away;

/** Where a scale bar is, in millimetres: its top left corner and the width that it may take, with its figures. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** A drawn scale bar. */
interface ScaleBar {
  readonly parts: readonly XmlElement[];
  /** The width of the bar, in millimetres. */
  readonly width: number;
}

/** Draws a bar of alternating fields, with metres at each division: it stays true if the paper is copied at another size. */
export const scaleBar = (
  { x, y, width }: Place,
  millimetres: number,
  language: string,
): ScaleBar => {
  // The last figure is wider than the bar.
  const most = width - 5;
  const [length, fields] = lengths.findLast(([each]) => each * millimetres <= most) ?? lengths[0];
  const [wide, top] = [length * millimetres, y + size + away];
  const at = (field: number): number => x + (field * wide) / fields;
  const bars = Array.from({ length: fields }, (_, field) =>
    element("rect", {
      x: at(field),
      y: top,
      width: wide / fields,
      height: high,
      fill: field % 2 === 0 ? ink : "#ffffff",
      stroke: ink,
      "stroke-width": 0.2,
    }),
  );
  const figure = (metres: number): string => metres.toLocaleString(language);
  const shownFigures = wide / fields < 6 ? [0, fields] : Array.from({ length: fields + 1 }).keys();
  const figures = [...shownFigures].map((field) =>
    lineOfText(`${figure((field * length) / fields)}${field === fields ? " m" : ""}`, size, {
      x: at(field),
      y: y + size,
      "text-anchor": field === 0 ? "start" : "middle",
    }),
  );
  return { parts: [...bars, ...figures], width: wide };
};
