import { svgNumber } from "../../model/geometry/svg-path.ts";
import type { Page } from "../renderer/export/page-layout.ts";
import type { XmlElement } from "../renderer/export/svg-template.ts";

const lengths = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500] as const;

/** How many fields the bar has, and how high they are, in millimetres. */
const [fields, high] = [5, 1.6];

/** An element with attributes. */
export const element = (
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  children: XmlElement["children"] = [],
): XmlElement => ({
  name,
  attributes: new Map(
    Object.entries(attributes).map(([attribute, value]) => [
      attribute,
      typeof value === "number" ? String(svgNumber(value)) : value,
    ]),
  ),
  children,
});

/** A line of text on paper, its height in millimetres. */
export const lineOfText = (
  text: string,
  size: number,
  attributes: Readonly<Record<string, string | number>>,
): XmlElement =>
  element(
    "text",
    { "font-family": "sans-serif", "font-size": size, fill: "#2f353c", ...attributes },
    [text],
  );

/** A bar that is so many metres long, with the scale in figures beside it: what is measured by it stays true when the paper is copied smaller. */
export const scaleBar = (page: Page, scale: number, language: string): readonly XmlElement[] => {
  const { margin, foot, millimetres, width } = page;
  const most = Math.min(80, width / 2);
  const length = lengths.findLast((each) => each * millimetres <= most) ?? lengths[0];
  const [wide, top] = [length * millimetres, foot + 4];
  const figure = (metres: number): string => metres.toLocaleString(language);
  const bars = Array.from({ length: fields }, (_, at) =>
    element("rect", {
      x: margin + (at * wide) / fields,
      y: top,
      width: wide / fields,
      height: high,
      fill: at % 2 === 0 ? "#2f353c" : "#ffffff",
      stroke: "#2f353c",
      "stroke-width": 0.2,
    }),
  );
  return [
    ...bars,
    lineOfText("0", 2.6, { x: margin, y: top - 1 }),
    lineOfText(`${figure(length)} m`, 2.6, {
      x: margin + wide,
      y: top - 1,
      "text-anchor": "middle",
    }),
    lineOfText(`1 : ${figure(scale)}`, 3.2, {
      x: margin + wide + 10,
      y: top + high,
    }),
  ];
};
