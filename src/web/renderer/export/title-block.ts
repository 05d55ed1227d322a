import { textWidth } from "../frame.ts";
import type { Area } from "./page-layout.ts";
import { roomTable, type RoomTable, type TableWords } from "./room-table.ts";
import type { FloorAreas } from "./room-areas.ts";
import { scaleBar, scaleBarHeight } from "./scale-bar.ts";
import {
  cutToWidth,
  element,
  hairline,
  ink,
  inLines,
  line,
  lineOfText,
  softInk,
} from "./svg-element.ts";
import type { XmlElement } from "./svg-template.ts";

/** The words of a sheet. */
export interface SheetWords {
  /** The title of a plan without a name. */
  readonly plan: string;
  readonly scale: string;
  readonly paper: string;
  readonly date: string;
  readonly sheet: string;
  readonly sheetOf: (number: number, all: number) => string;
  /** The letter of the north arrow. */
  readonly north: string;
  /** What is measured, and in which unit. */
  readonly note: string;
  readonly table: TableWords;
}

/** What a title block says. */
export interface TitleBlock {
  readonly title: string;
  /** The name of the floor; empty for a plan without floors. */
  readonly floor: string;
  /** Undefined where no drawing stands beside it: such a sheet has no scale bar, north or dimensions. */
  readonly scale: number | undefined;
  readonly paper: string;
  readonly date: string;
  /** The number of this sheet, and of all. */
  readonly sheet: readonly [number, number];
  /** Degrees clockwise from up; undefined if the plan does not say. */
  readonly north: number | undefined;
  readonly areas: FloorAreas;
  readonly allFloors: number | undefined;
  readonly words: SheetWords;
  readonly language: string;
}

/** A title block on paper, and whether it lists all rooms. */
export interface DrawnTitleBlock {
  readonly parts: readonly XmlElement[];
  readonly isWhole: boolean;
}

/** Sizes of the title, the floor's name, captions, and what they caption, in millimetres. */
const sizes = { title: 5.4, floor: 3.4, caption: 2, value: 2.8 };

/** Radius of the north arrow's circle, and half of the arrow with its letter, in millimetres. */
const [radius, northReach] = [6, 10];

/** The height of the north arrow with its letter at any angle. */
const northHeight = northReach * 2;

/** An arrow in a circle, dark at one side, with an upright letter at its tip. */
const northArrow = (
  [x, y]: readonly [number, number],
  degrees: number,
  letter: string,
): XmlElement => {
  const radians = (degrees * Math.PI) / 180;
  const away = radius + 2.2;
  return element("g", { "data-part": "north", transform: `translate(${x} ${y})` }, [
    element("path", {
      d: `M${-radius} 0a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0Z`,
      fill: "none",
      stroke: ink,
      "stroke-width": 0.2,
    }),
    element("g", { transform: `rotate(${degrees})` }, [
      element("path", {
        d: `M0 ${-radius}L2.6 4.6L0 3Z`,
        fill: "#ffffff",
        stroke: ink,
        "stroke-width": 0.2,
      }),
      element("path", {
        d: `M0 ${-radius}L-2.6 4.6L0 3Z`,
        fill: ink,
        stroke: ink,
        "stroke-width": 0.2,
      }),
    ]),
    lineOfText(letter, 3, {
      x: Math.sin(radians) * away,
      y: -Math.cos(radians) * away + 1.1,
      "text-anchor": "middle",
      "font-weight": "bold",
    }),
  ]);
};

/** Title and floor, from a corner down. */
const headOf = (
  { title, floor }: TitleBlock,
  { x, y, width }: Omit<Area, "height">,
): { readonly parts: readonly XmlElement[]; readonly height: number } => {
  const { title: large, floor: middle } = sizes;
  // Bold letters are wider than those that are measured.
  const lines = inLines(title, large * 1.08, width, 2);
  const below = y + lines.length * large * 1.2;
  return {
    parts: [
      ...lines.map((text, at) =>
        lineOfText(text, large, {
          x,
          y: y + large * 0.85 + at * large * 1.2,
          "font-weight": "bold",
        }),
      ),
      ...(floor === ""
        ? []
        : [
            lineOfText(cutToWidth(floor, middle, width), middle, {
              x,
              y: below + middle * 1.1,
              fill: softInk,
            }),
          ]),
    ],
    height: below - y + (floor === "" ? 0 : middle * 1.6),
  };
};

/** Height of the captioned facts. */
const factsHeight = 19;

/** Scale, paper, date and the number of the sheet, two by two, each with a caption. */
const factsOf = (
  { words, scale, paper, date, sheet: [number, all], language }: TitleBlock,
  { x, y, width }: Omit<Area, "height">,
): readonly XmlElement[] => {
  const half = width / 2;
  const facts = [
    ...(scale === undefined
      ? []
      : ([[words.scale, `1 : ${scale.toLocaleString(language)}`]] as const)),
    [words.date, date],
    [words.paper, paper],
    [words.sheet, words.sheetOf(number, all)],
  ] as const;
  return facts.flatMap(([caption, value], at) => {
    const place = { x: x + (at % 2) * half, y: y + 3.6 + Math.floor(at / 2) * 9.4 };
    const size = Math.min(sizes.value, (sizes.value * (half - 1)) / textWidth(value, sizes.value));
    return [
      lineOfText(cutToWidth(caption, sizes.caption, half - 1), sizes.caption, {
        ...place,
        fill: softInk,
      }),
      lineOfText(value, size, { x: place.x, y: place.y + 4 }),
    ];
  });
};

const tableIn = (block: TitleBlock, space: Pick<Area, "width" | "height">): RoomTable => {
  const { areas, words, language, allFloors, sheet } = block;
  const options = { words: words.table, language, allFloors, sheet: sheet[0] + 1 };
  return roomTable(areas, space, options);
};

const padding = 5;

/** The note on what is measured, and its height. */
const noteOf = (
  { words }: TitleBlock,
  { x, y, width }: Omit<Area, "height">,
): { readonly parts: readonly XmlElement[]; readonly height: number } => {
  const lines = inLines(words.note, sizes.caption, width, 4);
  return {
    parts: lines.map((text, at) =>
      lineOfText(text, sizes.caption, { x, y: y + 2 + at * 2.8, fill: softInk }),
    ),
    height: lines.length * 2.8,
  };
};

/** The corners of north arrow, scale bar and note. */
interface SignPlaces {
  readonly north: readonly [number, number];
  readonly bar: Omit<Area, "height">;
  readonly note: Omit<Area, "height">;
}

/** What tells how a drawing is to be read: north, if the plan says where it is, scale bar and note. */
const signsOf = (block: TitleBlock, places: SignPlaces): readonly XmlElement[] => {
  const { north, scale, words, language } = block;
  if (scale === undefined) return [];
  const [x, y] = places.north;
  return [
    ...(north === undefined
      ? []
      : [northArrow([x + northReach, y + northReach], north, words.north)]),
    ...scaleBar(places.bar, 1000 / scale, language).parts,
    ...noteOf(block, places.note).parts,
  ];
};

/** A title block as a column, at the right of a sheet. */
export const titleColumn = (block: TitleBlock, area: Area): DrawnTitleBlock => {
  const [x, width] = [area.x + padding, area.width - padding * 2];
  const bottom = area.y + area.height - padding;
  const head = headOf(block, { x, y: area.y + padding, width });
  const tableTop = area.y + padding + head.height + 6;
  const factsTop = bottom - factsHeight;
  const barTop = factsTop - 5 - scaleBarHeight;
  const northTop = block.north === undefined ? barTop : barTop - 4 - northHeight;
  const note = noteOf(block, { x, y: 0, width });
  const noteTop = northTop - 5 - note.height;
  const table = tableIn(block, { width, height: noteTop - 3 - tableTop });
  const signs = signsOf(block, {
    north: [x, northTop],
    bar: { x, y: barTop, width },
    note: { x, y: tableTop + table.height + 2, width },
  });
  return {
    isWhole: table.isWhole,
    parts: [
      line([area.x, area.y, area.x, area.y + area.height], 0.3),
      ...head.parts,
      ...table.draw(x, tableTop),
      ...signs,
      line([x, factsTop, x + width, factsTop], 0.2, hairline),
      ...factsOf(block, { x, y: factsTop, width }),
    ],
  };
};

/** Widths of the first and the last part of a band. */
const [headWidth, signWidth] = [56, 50];

const tableSpace = ({ width, height }: Area): Pick<Area, "width" | "height"> => ({
  width: width - headWidth - signWidth - padding * 4,
  height: height - padding * 2,
});

/** The height of the band below a drawing, in millimetres: as many rows as there are, within bounds. */
export const bandHeight = (block: TitleBlock, width: number): number => {
  const heights = [50, 60, 70, 80];
  const found = heights.find(
    (height) => tableIn(block, tableSpace({ x: 0, y: 0, width, height })).isWhole,
  );
  return found ?? 50;
};

/** A title block as a band, at the foot of a sheet. */
export const titleBand = (block: TitleBlock, area: Area): DrawnTitleBlock => {
  const [y, bottom] = [area.y + padding, area.y + area.height - padding];
  const x = area.x + padding;
  const tableX = x + headWidth + padding;
  const space = tableSpace(area);
  const signX = area.x + area.width - signWidth;
  const signs = signWidth - padding;
  const table = tableIn(block, space);
  const head = headOf(block, { x, y, width: headWidth - padding });
  const note = noteOf(block, { x: 0, y: 0, width: signs });
  const factsTop = bottom - factsHeight;
  const separators = [tableX - padding, signX - padding];
  return {
    isWhole: table.isWhole,
    parts: [
      line([area.x, area.y, area.x + area.width, area.y], 0.3),
      ...separators.map((at) => line([at, y, at, bottom], 0.2, hairline)),
      ...head.parts,
      ...factsOf(block, { x, y: factsTop, width: headWidth - padding }),
      ...table.draw(tableX, y - 1),
      ...signsOf(block, {
        north: [signX, y - 1],
        bar: { x: signX, y: bottom - note.height - 3 - scaleBarHeight, width: signs },
        note: { x: signX, y: bottom - note.height, width: signs },
      }),
    ],
  };
};
