import type { FloorAreas } from "./room-areas.ts";
import type { Area } from "./page-layout.ts";
import { cutToWidth, hairline, ink, line, lineOfText, softInk } from "./svg-element.ts";
import { rangeTo } from "../../../model/geometry/svg-path.ts";
import type { XmlElement } from "./svg-template.ts";

/** The words of a table of rooms. */
export interface TableWords {
  readonly room: string;
  readonly area: string;
  /** The sum of a floor. */
  readonly sum: string;
  readonly allFloors: string;
  readonly outdoors: string;
  /** Where the rooms are listed if they have no place beside the drawing. */
  readonly onSheet: (sheet: number) => string;
}

/** A line of a table. */
interface Row {
  readonly name: string;
  /** Square metres, or nothing. */
  readonly area?: number;
  readonly look: "room" | "sum" | "soft";
}

/** Height of a row, size of the letters, and distance between columns, in millimetres. */
const [rowHeight, size, between] = [4.5, 2.6, 7];

/** Width of the figures, and the least width of a column. */
const [figureWidth, leastColumn] = [14, 38];

const rowsOf = ({ indoors, outdoors, sum }: FloorAreas, words: TableWords, all?: number) => {
  const rooms = indoors.map((room): Row => ({ ...room, look: "room" }));
  const sums: readonly Row[] = [
    ...(indoors.length === 0 ? [] : [{ name: words.sum, area: sum, look: "sum" } as const]),
    ...(all === undefined ? [] : [{ name: words.allFloors, area: all, look: "soft" } as const]),
  ];
  const outside: readonly Row[] =
    outdoors.length === 0
      ? []
      : [
          { name: words.outdoors, look: "soft" },
          ...outdoors.map((room): Row => ({ ...room, look: "room" })),
        ];
  return { rooms, sums, outside };
};

/** A table of the rooms of a floor. */
export interface RoomTable {
  /** Whether all rooms are in it; otherwise only the sums are, and the number of the sheet with the rooms. */
  readonly isWhole: boolean;
  readonly height: number;
  readonly draw: (x: number, y: number) => readonly XmlElement[];
}

/** How a table is made. */
interface TableOptions {
  readonly words: TableWords;
  readonly language: string;
  readonly allFloors: number | undefined;
  /** The number of the sheet with the rooms, if they do not fit here. */
  readonly sheet: number;
}

const drawRow = (
  { name, area, look }: Row,
  { x, y, width }: Omit<Area, "height">,
  language: string,
): readonly XmlElement[] => {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const figure = area === undefined ? "" : area.toLocaleString(language, digits);
  const style = {
    y: y + rowHeight - 1.4,
    fill: look === "soft" ? softInk : ink,
    ...(look === "sum" ? { "font-weight": "bold" } : {}),
  };
  // Bold letters are wider than those that are measured.
  const room = (width - figureWidth) / (look === "sum" ? 1.1 : 1);
  return [
    ...(look === "sum" ? [line([x, y, x + width, y], 0.3)] : []),
    lineOfText(cutToWidth(name, size, room), size, { ...style, x }),
    ...(figure === ""
      ? []
      : [lineOfText(figure, size, { ...style, x: x + width, "text-anchor": "end" })]),
    ...(look === "room" ? [line([x, y + rowHeight, x + width, y + rowHeight], 0.1, hairline)] : []),
  ];
};

const heading = (
  { room, area }: TableWords,
  { x, y, width }: Omit<Area, "height">,
): readonly XmlElement[] => {
  const style = { y: y + 2.6, fill: softInk };
  return [
    lineOfText(room, 2.1, { ...style, x }),
    lineOfText(`${area} (m²)`, 2.1, { ...style, x: x + width, "text-anchor": "end" }),
    line([x, y + rowHeight, x + width, y + rowHeight], 0.3),
  ];
};

/** Lays out the rooms of a floor in columns of an area; where they do not all fit, only their sums. */
export const roomTable = (
  areas: FloorAreas,
  { width, height }: Pick<Area, "width" | "height">,
  { words, language, allFloors, sheet }: TableOptions,
): RoomTable => {
  const { rooms, sums, outside } = rowsOf(areas, words, allFloors);
  const whole = [...rooms, ...sums, ...outside];
  const rowsPerColumn = Math.max(1, Math.floor(height / rowHeight) - 1);
  const mostColumns = Math.max(1, Math.floor((width + between) / (leastColumn + between)));
  const columnsNeeded = Math.ceil(whole.length / rowsPerColumn);
  const isWhole = columnsNeeded <= mostColumns;
  const elsewhere: Row = { name: words.onSheet(sheet), look: "soft" };
  const rows = isWhole ? whole : [...sums, elsewhere];
  const columns = isWhole ? Math.max(1, columnsNeeded) : 1;
  const rowsEach = Math.ceil(rows.length / columns);
  // A single column as wide as a page would part names from their figures.
  const each = Math.min(80, (width - between * (columns - 1)) / columns);
  return {
    isWhole,
    height: (rowsEach + 1) * rowHeight,
    draw: (x, y) =>
      rows.length === 0
        ? []
        : rangeTo(columns).flatMap((column) => {
            const at = { x: x + column * (each + between), y, width: each };
            const own = rows.slice(column * rowsEach, (column + 1) * rowsEach);
            const lines = own.flatMap((row, index) =>
              drawRow(row, { ...at, y: y + (index + 1) * rowHeight }, language),
            );
            return heading(words, at).concat(lines);
          }),
  };
};
