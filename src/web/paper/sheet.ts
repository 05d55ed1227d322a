import { backgroundOf } from "../../elements/background.ts";
import { planBounds } from "../../elements/bounds.ts";
import type { PlanData } from "../../elements/entities.ts";
import { levelsOf, shownLevel } from "../../elements/levels.ts";
import { short } from "../../geometry/shapes.ts";
import type { DrawingWords, IconShape, IconSource, RoomWords } from "../drawing/options.ts";
import { drawPlan } from "../drawing/plan.ts";
import { drawingStyle } from "../drawing/style.ts";
import { Cascade } from "./cascade.ts";
import { pageOf } from "./page.ts";
import { element, lineOfText, scaleBar } from "./scale-bar.ts";
import { rulesOf } from "./stylesheet.ts";
import { drawn, type Drawn } from "./template.ts";
import { writeXml } from "./write-xml.ts";

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
  readonly icons?: IconSource | undefined;
  /** The tracing image of the floor; without one, there is none on paper. */
  readonly tracing?: TracingImage | undefined;
}

const cascade = new Cascade(rulesOf(drawingStyle.cssText));

/** A source that answers at once, with what another one has given so far, and the promises of what it has not. */
const iconsAtHand = (source: IconSource) => {
  const known = new Map<string, IconShape | undefined>();
  const coming: Promise<unknown>[] = [];
  const keep = async (name: string, shape: Promise<IconShape | undefined>): Promise<void> => {
    // What cannot be had is drawn as any thing of its kind.
    known.set(name, await shape.catch(() => undefined));
  };
  const icons: IconSource = (name) => {
    if (known.has(name)) return known.get(name);
    const found = source(name);
    if (!(found instanceof Promise)) return found;
    coming.push(keep(name, found));
    return undefined;
  };
  return { icons, coming };
};

/** Gives tracing images that follow their own shape the height that they have, as not all viewers find it. */
const withHeight = (node: Drawn, ratio: number): Drawn => {
  if (node.name !== "image")
    return {
      ...node,
      children: node.children.map((child) =>
        typeof child === "string" ? child : withHeight(child, ratio),
      ),
    };
  const { attributes } = node;
  const height = attributes.get("height") ?? short(Number(attributes.get("width")) * ratio);
  return { ...node, attributes: new Map([...attributes, ["height", String(height)]]) };
};

const drawFloor = async (plan: PlanData, options: SheetOptions): Promise<readonly Drawn[]> => {
  const { icons, tracing, scale: _, ...rest } = options;
  const atHand = icons && iconsAtHand(icons);
  const draw = (): Drawn["children"] =>
    drawn(
      drawPlan(plan, {
        ...rest,
        interactive: "none",
        detail: "near",
        ...(atHand === undefined ? {} : { icons: atHand.icons }),
        ...(tracing === undefined ? {} : { traced: () => tracing.data }),
      }),
    );
  let children = draw();
  if (atHand !== undefined && atHand.coming.length > 0) {
    await Promise.all(atHand.coming);
    children = draw();
  }
  const attributes = new Map([
    ["class", "plan"],
    ["style", "--plan-font: sans-serif"],
  ]);
  const styled = cascade.styled({ name: "g", attributes, children });
  return tracing === undefined ? styled : styled.map((each) => withHeight(each, tracing.ratio));
};

/**
 * One floor of a plan as the text of an SVG that stands for itself: true to scale in millimetres, by the light colours,
 * without styles, scripts or links, for any viewer. The same plan and options give the same text.
 */
export const floorSvg = async (plan: PlanData, options: SheetOptions): Promise<string> => {
  const { level, scale, language } = options;
  const page = pageOf(planBounds(plan, level), scale);
  const id = shownLevel(plan, level);
  const name = levelsOf(plan).find((each) => each.id === id)?.name;
  const place = `translate(${short(page.left)} ${short(page.top)}) scale(${short(page.millimetres)})`;
  const [width, height] = [short(page.width), short(page.height)];
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
      element("g", { transform: place }, await drawFloor(plan, options)),
      ...(name === undefined
        ? []
        : [lineOfText(name, 5, { x: page.margin, y: page.title, "font-weight": "bold" })]),
      ...scaleBar(page, scale, language),
    ],
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeXml([sheet])}\n`;
};

/** Whether a floor has a tracing image, which may go along. */
export const isTraced = (plan: PlanData, level: string | undefined): boolean =>
  backgroundOf(plan, shownLevel(plan, level) ?? "") !== undefined;
