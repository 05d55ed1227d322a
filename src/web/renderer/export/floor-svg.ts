import { planBounds } from "../../../model/elements/places.ts";
import type { PlanData } from "../../../model/elements/entities.ts";
import { levelsOf, shownLevel } from "../../../model/elements/levels.ts";
import { svgNumber } from "../../../model/geometry/svg-path.ts";
import type { DrawingWords, IconSource, RoomWords } from "../options.ts";
import { drawPlan } from "../draw-plan.ts";
import { drawingStyle } from "../style.ts";
import { Cascade } from "./css-cascade.ts";
import { pageOf } from "./page-layout.ts";
import { element, lineOfText, scaleBar } from "../../paper/scale-bar.ts";
import { rulesOf } from "./stylesheet.ts";
import { renderTemplate, type XmlElement } from "./svg-template.ts";
import { writeXml } from "../../paper/write-xml.ts";

/** A tracing image that goes along. */
export interface TracingImage {
  /** A `data:` URL, as a file must not ask for another. */
  readonly data: string;
  /** Its height for a width of 1. */
  readonly ratio: number;
}

/** How a floor is put on paper. */
export interface SheetOptions {
  /** The id of the floor; the first where it is undefined. */
  readonly level: string | undefined;
  /** 50 for 1 : 50. */
  readonly scale: number;
  readonly words: DrawingWords;
  /** Of figures, as a BCP 47 tag. */
  readonly language: string;
  readonly roomWords: readonly RoomWords[];
  /** Those that come later are drawn as any thing of their kind. */
  readonly icons?: IconSource | undefined;
  /** The tracing image of the floor; without one, there is none on paper. */
  readonly tracing?: TracingImage | undefined;
}

const cascade = new Cascade(rulesOf(drawingStyle.cssText));

/** Gives tracing images that follow their own shape the height that they have, as not all viewers find it. */
const withHeight = (node: XmlElement, ratio: number): XmlElement => {
  if (node.name !== "image")
    return {
      ...node,
      children: node.children.map((child) =>
        typeof child === "string" ? child : withHeight(child, ratio),
      ),
    };
  const { attributes } = node;
  const height = attributes.get("height") ?? svgNumber(Number(attributes.get("width")) * ratio);
  return { ...node, attributes: new Map([...attributes, ["height", String(height)]]) };
};

const drawFloor = (plan: PlanData, options: SheetOptions): readonly XmlElement[] => {
  const { tracing, scale: _, ...rest } = options;
  const traced = tracing === undefined ? {} : { traced: () => tracing.data };
  const drawing = drawPlan(plan, { ...rest, ...traced, interactive: "none", detail: "near" });
  const attributes = new Map([
    ["class", "plan"],
    ["style", "--plan-font: sans-serif"],
  ]);
  const styled = cascade.styled({ name: "g", attributes, children: renderTemplate(drawing) });
  return tracing === undefined ? styled : styled.map((each) => withHeight(each, tracing.ratio));
};

/**
 * One floor of a plan as the text of an SVG that stands for itself: true to scale in millimetres, by the light colours,
 * without styles, scripts or links, for any viewer. The same plan and options give the same text.
 */
export const floorSvg = (plan: PlanData, options: SheetOptions): string => {
  const { level, scale, language } = options;
  const page = pageOf(planBounds(plan, level), scale);
  const id = shownLevel(plan, level);
  const name = levelsOf(plan).find((each) => each.id === id)?.name;
  const place = `translate(${svgNumber(page.left)} ${svgNumber(page.top)}) scale(${svgNumber(page.millimetres)})`;
  const [width, height] = [svgNumber(page.width), svgNumber(page.height)];
  const sheet = element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      ...(options.tracing === undefined ? {} : { "xmlns:xlink": "http://www.w3.org/1999/xlink" }),
      width: `${width}mm`,
      height: `${height}mm`,
      viewBox: `0 0 ${width} ${height}`,
    },
    [
      ...(name === undefined ? [] : [element("title", {}, [name])]),
      element("rect", { width, height, fill: "#ffffff" }),
      element("g", { transform: place }, drawFloor(plan, options)),
      ...(name === undefined
        ? []
        : [lineOfText(name, 5, { x: page.margin, y: page.title, "font-weight": "bold" })]),
      ...scaleBar(page, scale, language),
    ],
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeXml([sheet])}\n`;
};
