import { svgNumber } from "../../../model/geometry/svg-path.ts";
import { fonts } from "../style-things.ts";
import { textWidth } from "../frame.ts";
import type { XmlElement } from "./svg-template.ts";

type Attributes = Readonly<Record<string, string | number>>;

/** Colours of what stands beside a drawing on paper. */
export const [ink, softInk, hairline] = ["#2f353c", "#5d6670", "#c9ccd0"];

/** An element with attributes; numbers are rounded. */
export const element = (
  name: string,
  attributes: Attributes,
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

/** A line of text with a height in millimetres. */
export const lineOfText = (text: string, size: number, attributes: Attributes): XmlElement =>
  element("text", { "font-family": fonts, "font-size": size, fill: ink, ...attributes }, [text]);

/** A straight line, in millimetres. */
export const line = (
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  width: number,
  stroke = ink,
): XmlElement =>
  element("path", {
    d: `M${svgNumber(x1)} ${svgNumber(y1)}L${svgNumber(x2)} ${svgNumber(y2)}`,
    fill: "none",
    stroke,
    "stroke-width": width,
  });

/** A text cut to a width in millimetres, with an ellipsis where something is missing. */
export const cutToWidth = (text: string, size: number, width: number): string => {
  if (textWidth(text, size) <= width) return text;
  const letters = text.match(/./gsu) ?? [];
  while (letters.length > 1 && textWidth(`${letters.join("").trimEnd()}…`, size) > width)
    letters.pop();
  return `${letters.join("").trimEnd()}…`;
};

/** A text in lines of a width in millimetres, broken between words; what does not fit the last line is cut. */
export const inLines = (
  text: string,
  size: number,
  width: number,
  most: number,
): readonly string[] => {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last === undefined || (textWidth(longer, size) > width && lines.length < most))
      lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.map((each) => cutToWidth(each, size, width));
};

/** Parts with ids and references of their own, by an ending: several drawings of one page do not meet each other's. */
export const withOwnIds = (parts: readonly XmlElement[], ending: string): readonly XmlElement[] =>
  parts.map((part) => {
    const attributes = [...part.attributes].map(([name, value]) => {
      if (name === "href" && value.startsWith("#")) return [name, `${value}${ending}`] as const;
      if (name === "id") return [name, `${value}${ending}`] as const;
      return [name, value.replace(/^url\(#([\w-]+)\)$/, `url(#$1${ending})`)] as const;
    });
    const children = part.children.flatMap((child): XmlElement["children"] =>
      typeof child === "string" ? [child] : withOwnIds([child], ending),
    );
    return { ...part, attributes: new Map(attributes), children };
  });
