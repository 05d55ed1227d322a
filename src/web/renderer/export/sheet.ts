import { northOf } from "../../../model/bindings/sun.ts";
import type { PlanData } from "../../../model/elements/entities.ts";
import { levelsOf, shownLevel } from "../../../model/elements/levels.ts";
import type { Box } from "../../../model/geometry/polygon.ts";
import { svgNumber } from "../../../model/geometry/svg-path.ts";
import { textIn } from "../../../model/json.ts";
import { type Chains, chainsAt, depthOfChains, drawChains } from "./dimension-chains.ts";
import { drawnExtent } from "./drawn-extent.ts";
import { facadesOf } from "./facade.ts";
import { drawFloor, type SheetOptions, type TracingImage } from "./floor-svg.ts";
import { type Area, type Orientation, type PaperName, papers, scales } from "./page-layout.ts";
import { areaOfAllFloors, areasOf } from "./room-areas.ts";
import { roomTable } from "./room-table.ts";
import { element, ink, withOwnIds } from "./svg-element.ts";
import { writeXml, type XmlElement } from "./svg-template.ts";
import { withTiledFloors } from "./tiled-floors.ts";
import {
  bandHeight,
  type DrawnTitleBlock,
  type SheetWords,
  titleBand,
  type TitleBlock,
  titleColumn,
} from "./title-block.ts";

/** Millimetres between the edge of the paper and the frame, and around a drawing within it. */
const [margin, padding] = [10, 5];

/** Metres around a drawing for what its extent does not tell, such as shadows. */
const around = 0.1;

/** Pixels of browsers per millimetre of paper: names are as large on paper as on a screen of that scale. */
const pixelsPerMillimetre = 96 / 25.4;

/** How sheets are made. */
export interface PrintOptions extends Omit<SheetOptions, "level" | "scale" | "tracing"> {
  readonly paper: PaperName;
  readonly orientation: Orientation;
  /** 50 for 1 : 50; the largest usual scale that fits if undefined, or if this one does not. */
  readonly scale: number | undefined;
  readonly sheetWords: SheetWords;
  /** The date of the sheets, as it is written. */
  readonly date: string;
  /** The tracing images of floors, by id. */
  readonly tracings?: ReadonlyMap<string | undefined, TracingImage> | undefined;
}

/** A sheet of paper as SVG, in millimetres. */
export interface Sheet {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
  readonly floor: string | undefined;
  readonly scale: number;
}

/** A sheet of a size, with the areas of the drawing and of the title block. */
interface Layout {
  readonly width: number;
  readonly height: number;
  readonly isLandscape: boolean;
  readonly drawing: Area;
  readonly title: Area;
}

/** A layout with the scale at which the drawing fits it. */
interface Fit {
  readonly layout: Layout;
  readonly scale: number;
  readonly chains: Chains;
}

const layoutOf = (paper: PaperName, isLandscape: boolean, block: TitleBlock): Layout => {
  const [short, long] = papers[paper];
  const [width, height] = isLandscape ? [long, short] : [short, long];
  const inner: Area = {
    x: margin,
    y: margin,
    width: width - margin * 2,
    height: height - margin * 2,
  };
  const beside = isLandscape ? (paper === "A3" ? 72 : 62) : 0;
  const below = isLandscape ? 0 : bandHeight(block, inner.width);
  const drawing = { ...inner, width: inner.width - beside, height: inner.height - below };
  const title = isLandscape
    ? { ...inner, x: inner.x + drawing.width, width: beside }
    : { ...inner, y: inner.y + drawing.height, height: below };
  return { width, height, isLandscape, drawing, title };
};

const noChains: Chains = { top: [], left: [] };

/** A floor and what is said of it. */
interface Described {
  readonly plan: PlanData;
  readonly level: string | undefined;
  readonly box: Box;
  readonly block: TitleBlock;
}

const roundUp = (scale: number): number => Math.ceil(scale / 50) * 50;

/** The width and height that are left for a drawing beside its chains, in millimetres. */
const spaceIn = ({ drawing }: Layout, { top, left }: Chains): readonly [number, number] => [
  drawing.width - padding * 2 - depthOfChains(left.length),
  drawing.height - padding * 2 - depthOfChains(top.length),
];

/** The largest scale at which a floor fits, with its chains, and how the paper lies. */
const fitOf = (
  { plan, level, box, block }: Described,
  { paper, orientation, scale: wanted, language }: PrintOptions,
): Fit => {
  const facades = facadesOf(plan, level);
  const chains = (scale: number): Chains =>
    facades === undefined ? noChains : chainsAt(facades, 1000 / scale, language);
  const fits = (scale: number, layout: Layout): boolean => {
    const [wide, high] = spaceIn(layout, chains(scale));
    return (box.width * 1000) / scale <= wide && (box.height * 1000) / scale <= high;
  };
  const turns = box.width > box.height ? [true, false] : [false, true];
  const layouts = turns
    .filter(
      (isLandscape) => orientation === "auto" || (orientation === "landscape") === isLandscape,
    )
    .map((isLandscape) => layoutOf(paper, isLandscape, block));
  for (const scale of wanted === undefined ? scales : [wanted, ...scales])
    for (const layout of layouts)
      if (fits(scale, layout)) return { layout, scale, chains: chains(scale) };
  const [layout = layoutOf(paper, true, block)] = layouts;
  // At such a scale no chain but the whole length has room.
  const whole = chains(1e9);
  const [wide, high] = spaceIn(layout, whole);
  const scale = roundUp(Math.max((box.width * 1000) / wide, (box.height * 1000) / high));
  return { layout, scale, chains: chains(scale).top.length === 1 ? chains(scale) : whole };
};

const sheetOf = (
  { width, height }: Layout,
  name: string,
  content: readonly XmlElement[],
  isTraced: boolean,
): string => {
  const sides = { width: width - margin * 2, height: height - margin * 2 };
  const sheet = element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      ...(isTraced ? { "xmlns:xlink": "http://www.w3.org/1999/xlink" } : {}),
      width: `${width}mm`,
      height: `${height}mm`,
      viewBox: `0 0 ${width} ${height}`,
    },
    [
      ...(name === "" ? [] : [element("title", {}, [name])]),
      element("rect", { width, height, fill: "#ffffff" }),
      ...content,
      element("rect", {
        x: margin,
        y: margin,
        ...sides,
        fill: "none",
        stroke: ink,
        "stroke-width": 0.4,
      }),
    ],
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeXml([sheet])}\n`;
};

/** Draws the floor of the sheet with this number in the middle of its area, with chains above and to the left. */
const drawingOn = (
  { plan, level, box }: Described,
  { layout: { drawing }, scale, chains }: Fit,
  options: PrintOptions,
  number: number,
): readonly XmlElement[] => {
  const millimetres = 1000 / scale;
  const [wide, high] = [box.width * millimetres, box.height * millimetres];
  const [beside, over] = [depthOfChains(chains.left.length), depthOfChains(chains.top.length)];
  const left = drawing.x + beside + (drawing.width - beside - wide) / 2;
  const top = drawing.y + over + (drawing.height - over - high) / 2;
  const [x, y] = [left - box.left * millimetres, top - box.top * millimetres];
  const transform = `translate(${svgNumber(x)} ${svgNumber(y)}) scale(${svgNumber(millimetres)})`;
  const tracing = options.tracings?.get(level);
  const pixelsPerMetre = millimetres * pixelsPerMillimetre;
  return [
    element(
      "g",
      { "data-part": "drawing", transform },
      // All sheets are printed as one page of the browser.
      withOwnIds(
        withTiledFloors(drawFloor(plan, { ...options, level, scale, tracing }, pixelsPerMetre)),
        `-${number}`,
      ),
    ),
    ...drawChains(chains, { x, y, left, top }, millimetres, options.language),
  ];
};

/** A floor on its sheet, before it is drawn: what it says is known but for the numbers of the sheets. */
interface Planned {
  readonly described: Described;
  readonly fit: Fit;
  /** The sheets that it takes: a second one for rooms that have no place in the title block. */
  readonly count: 1 | 2;
}

const drawTitle = ({ layout }: Fit, block: TitleBlock): DrawnTitleBlock =>
  (layout.isLandscape ? titleColumn : titleBand)(block, layout.title);

const planSheet = (plan: PlanData, floor: string | undefined, options: PrintOptions): Planned => {
  const { words, sheetWords, language, paper, date } = options;
  const level = shownLevel(plan, floor);
  const drawn = drawnExtent(plan, { ...options, level });
  const box: Box = {
    left: drawn.left - around,
    top: drawn.top - around,
    width: drawn.width + around * 2,
    height: drawn.height + around * 2,
  };
  const name = textIn(plan["name"])?.trim() ?? "";
  const draft: TitleBlock = {
    title: name === "" ? sheetWords.plan : name,
    floor: levelsOf(plan).find(({ id }) => id === level)?.name ?? "",
    scale: 100,
    paper,
    date,
    sheet: [1, 1],
    north: northOf(plan),
    areas: areasOf(plan, level, words),
    allFloors: areaOfAllFloors(plan, words),
    words: sheetWords,
    language,
  };
  const fit = fitOf({ plan, level, box, block: draft }, options);
  const block = { ...draft, scale: fit.scale };
  const count = drawTitle(fit, block).isWhole ? 1 : 2;
  return { described: { plan, level, box, block }, fit, count };
};

/** Draws the sheets of a floor, the first with this number. */
const drawPlanned = (
  { described, fit, count }: Planned,
  number: number,
  all: number,
  options: PrintOptions,
): readonly Sheet[] => {
  const { level, block } = described;
  const { layout, scale } = fit;
  const { width, height, drawing } = layout;
  const isTraced = options.tracings?.get(level) !== undefined;
  const sheet = (said: TitleBlock, content: readonly XmlElement[]): Sheet => {
    const title = element("g", { "data-part": "title" }, drawTitle(fit, said).parts);
    const svg = sheetOf(layout, block.floor, [...content, title], isTraced);
    return { svg, width, height, floor: level, scale };
  };
  const first = sheet(
    { ...block, sheet: [number, all] },
    drawingOn(described, fit, options, number),
  );
  if (count === 1) return [first];
  const table = roomTable(
    block.areas,
    { width: drawing.width - padding * 4, height: drawing.height - padding * 4 },
    { ...block, words: block.words.table, sheet: number },
  );
  const list = table.draw(drawing.x + padding * 2, drawing.y + padding * 2);
  const noAreas = { indoors: [], outdoors: [], sum: 0 };
  const rest: TitleBlock = {
    ...block,
    scale: undefined,
    sheet: [number + 1, all],
    areas: noAreas,
    allFloors: undefined,
  };
  return [first, sheet(rest, [element("g", { "data-part": "rooms" }, list)])];
};

/** Draws floors of a plan as sheets of paper: each to scale, with dimensions, title block, areas, north and a scale bar. */
export const drawSheets = (
  plan: PlanData,
  floors: readonly (string | undefined)[],
  options: PrintOptions,
): readonly Sheet[] => {
  const planned = floors.map((floor) => planSheet(plan, floor, options));
  const upTo = (end: number): number =>
    planned.slice(0, end).reduce((sum, { count }) => sum + count, 0);
  return planned.flatMap((each, at) =>
    drawPlanned(each, upTo(at) + 1, upTo(planned.length), options),
  );
};
