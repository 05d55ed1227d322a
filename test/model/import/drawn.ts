/** A value of a tag in DXF, or its code. */
type Part = string | number;

/** A text of entities in DXF of R12, each of its tags, after a header and beside blocks. */
export const drawingText = (
  entities: readonly (readonly Part[])[],
  header: readonly Part[] = [],
  blocks: readonly (readonly Part[])[] = [],
): string =>
  [
    [0, "SECTION", 2, "HEADER", ...header, 0, "ENDSEC"],
    [0, "SECTION", 2, "BLOCKS"],
    ...blocks,
    [0, "ENDSEC", 0, "SECTION", 2, "ENTITIES"],
    ...entities,
    [0, "ENDSEC", 0, "EOF"],
  ]
    .flat()
    .join("\n");

/** A line on a layer. */
export const drawnLine = (
  layer: string,
  from: readonly [number, number],
  to: readonly [number, number],
): readonly Part[] => [0, "LINE", 8, layer, 10, from[0], 20, from[1], 11, to[0], 21, to[1]];

/** Four lines around a rectangle. */
export const drawnRectangle = (
  layer: string,
  x: number,
  y: number,
  w: number,
  h: number,
): readonly (readonly Part[])[] => [
  drawnLine(layer, [x, y], [x + w, y]),
  drawnLine(layer, [x + w, y], [x + w, y + h]),
  drawnLine(layer, [x + w, y + h], [x, y + h]),
  drawnLine(layer, [x, y + h], [x, y]),
];

/** The header's line for millimetres. */
export const millimetres: readonly Part[] = [9, "$INSUNITS", 70, 4];

/** A house of one room of 4 × 3 m within walls of 20 cm, in millimetres, with its corner at a place. */
export const drawnHouse = (x = 0, y = 0, header = millimetres): string =>
  drawingText(
    [
      ...drawnRectangle("A-WALL", x, y, 4400, 3400),
      ...drawnRectangle("A-WALL", x + 200, y + 200, 4000, 3000),
    ],
    header,
  );
