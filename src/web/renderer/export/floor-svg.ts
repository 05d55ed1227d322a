import { svgNumber } from "../../../model/geometry/svg-path.ts";
import { type Page, pageOf } from "./page-layout.ts";
import { renderTemplate, writeXml, type XmlElement } from "./svg-template.ts";
import { planBounds } from "../../../model/elements/places.ts";
import type { PlanData } from "../../../model/elements/entities.ts";
import { levelsOf, shownLevel } from "../../../model/elements/levels.ts";
import type { DrawingWords, FoundIcon, IconSource } from "../options.ts";
import { materialStyle } from "../materials/material-style.ts";
import { drawPlan } from "../draw-plan.ts";
import { symbolStyle } from "../style-symbols.ts";
import { drawingStyle } from "../style.ts";
import { detailAt } from "../viewport.ts";
import { Cascade } from "./css-cascade.ts";
import { scaleBar, scaleBarHeight } from "./scale-bar.ts";
import { element, lineOfText } from "./svg-element.ts";
import { rulesOf } from "./stylesheet.ts";

/** Draws a scale bar with the scale in figures beside it. */
const scaleLine = (
  { margin, foot, millimetres, width }: Page,
  scale: number,
  language: string,
): readonly XmlElement[] => {
  const place = { x: margin, y: foot + 4 - 3.4, width: Math.min(80, width / 2) + 5 };
  const { parts, width: wide } = scaleBar(place, millimetres, language);
  return [
    ...parts,
    lineOfText(`1 : ${scale.toLocaleString(language)}`, 3.2, {
      x: margin + wide + 10,
      y: place.y + scaleBarHeight,
    }),
  ];
};

/** A tracing image to embed. */
export interface TracingImage {
  /** A `data:` URL, as the file must not refer to others. */
  readonly data: string;
  /** Height divided by width. */
  readonly ratio: number;
}

/** Options of an exported floor. */
export interface SheetOptions {
  /** Id of the floor; undefined is the first. */
  readonly level: string | undefined;
  /** 50 for 1 : 50. */
  readonly scale: number;
  readonly words: DrawingWords;
  /** Language of figures, as a BCP 47 tag. */
  readonly language: string;
  /** Whether it is drawn in plain colours, without materials. */
  readonly isPlain?: boolean | undefined;
  /** Icons that are not loaded yet are replaced by their kind's sign. */
  readonly icons?: IconSource | undefined;
  /** The tracing image of the floor; left out if undefined. */
  readonly tracing?: TracingImage | undefined;
}

const cascade = new Cascade(rulesOf(drawingStyle.cssText + symbolStyle + materialStyle));

/** Sets the height of tracing images that keep their ratio, as not all viewers compute it. */
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

/** Draws a floor in metres, as attributes only; names and details suit a scale in pixels per metre. */
export const drawFloor = (
  plan: PlanData,
  options: SheetOptions,
  pixels?: number,
): readonly XmlElement[] => {
  const { tracing, scale: _, ...rest } = options;
  const traced = tracing === undefined ? {} : { traced: () => tracing.data };
  // Paper shows finer lines than screens.
  const detail = pixels === undefined ? "near" : detailAt(pixels * 2);
  const drawing = drawPlan(plan, {
    ...rest,
    ...traced,
    interactive: "none",
    detail,
    scale: pixels,
  });
  const attributes = new Map([["class", "plan"]]);
  const styled = cascade.styled({ name: "g", attributes, children: renderTemplate(drawing) });
  return tracing === undefined ? styled : styled.map((each) => withHeight(each, tracing.ratio));
};

/**
 * One floor of a plan as a self-contained SVG: to scale in millimetres, in the light colours, without styles, scripts
 * or links, for any viewer. The same plan and options give the same text.
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
      ...scaleLine(page, scale, language),
    ],
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeXml([sheet])}\n`;
};

/** Draws something once all of its icons are loaded; missing ones are replaced by their kind's sign. */
export const withIcons = async <A>(
  source: IconSource,
  draw: (icons: IconSource) => A,
): Promise<A> => {
  const known = new Map<string, FoundIcon>();
  const coming: Promise<unknown>[] = [];
  const keep = async (name: string, shape: Promise<FoundIcon>): Promise<void> => {
    known.set(name, await shape.catch(() => undefined));
  };
  const icons: IconSource = (name) => {
    if (known.has(name)) return known.get(name);
    const found = source(name);
    if (!(found instanceof Promise)) return found;
    coming.push(keep(name, found));
    return undefined;
  };
  const first = draw(icons);
  if (coming.length === 0) return first;
  await Promise.all(coming);
  return draw(icons);
};
