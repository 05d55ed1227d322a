import { DxfTags } from "./dxf-tags.ts";

/** A layer: its name, and its colour by AutoCAD's number. */
export type DxfLayer = readonly [name: string, colour: number];

/** A block by its name, with the handle of its record. */
interface BlockRecord {
  readonly name: string;
  readonly record: string;
}

/** The handle of the record of what is drawn, as in the templates of AutoCAD. */
export const recordOfModel = "1F";

/** The spaces that each drawing has as blocks, without content there: what is drawn, and the paper. */
const spaces: readonly (BlockRecord & { readonly content: string })[] = [
  { name: "*Model_Space", record: recordOfModel, content: "" },
  { name: "*Paper_Space", record: "1B", content: "" },
];

/** A section of a file around its content. */
export const section = (name: string, content: string): string =>
  new DxfTags().add(0, "SECTION").add(2, name).text + content + new DxfTags().add(0, "ENDSEC").text;

/** The header: R2007 in metres, and the first handle that is free. No classes follow. */
export const headerSection = (nextHandle: number): string => {
  const tags = new DxfTags().add(9, "$ACADVER").add(1, "AC1021");
  tags.add(9, "$DWGCODEPAGE").add(3, "ANSI_1252");
  tags.add(9, "$INSUNITS").add(70, 6).add(9, "$MEASUREMENT").add(70, 1);
  tags.add(9, "$HANDSEED").add(5, nextHandle.toString(16).toUpperCase());
  return section("HEADER", tags.text) + section("CLASSES", "");
};

/** An entry of a table: its handle, its class and its own tags. */
type Entry = readonly [handle: string, subclass: string, fill: (tags: DxfTags) => unknown];

/** A table with its handle; the type of its entries is its own name. */
const table = (type: string, handle: string, entries: readonly Entry[]): string => {
  const tags = new DxfTags().add(0, "TABLE").add(2, type).add(5, handle).add(330, "0");
  tags.add(100, "AcDbSymbolTable").add(70, entries.length);
  if (type === "DIMSTYLE") tags.add(100, "AcDbDimStyleTable").add(71, entries.length);
  for (const [own, subclass, fill] of entries) {
    tags
      .add(0, type)
      .add(type === "DIMSTYLE" ? 105 : 5, own)
      .add(330, handle);
    fill(tags.add(100, "AcDbSymbolTableRecord").add(100, subclass));
  }
  return tags.add(0, "ENDTAB").text;
};

const lineType = (handle: string, name: string): Entry => [
  handle,
  "AcDbLinetypeTableRecord",
  (tags) => tags.add(2, name).add(70, 0).add(3, "").add(72, 65).add(73, 0).add(40, 0),
];

/** The view when the drawing is opened: 20 metres around the origin; programs zoom to what is drawn. */
const view: Entry = [
  "94",
  "AcDbViewportTableRecord",
  (tags) => {
    tags.add(2, "*Active").add(70, 0).flat(10, [0, 0]).flat(11, [1, -1]).flat(12, [5, 4]);
    tags.flat(13, [0, 0]).flat(14, [0.5, -0.5]).flat(15, [0.5, -0.5]);
    tags.add(16, 0).add(26, 0).add(36, 1).add(17, 0).add(27, 0).add(37, 0);
    tags.add(40, 20).add(41, 1.5).add(42, 50).add(43, 0).add(44, 0).add(50, 0).add(51, 0);
    tags.add(71, 0).add(72, 100).add(73, 1).add(74, 3).add(75, 0).add(76, 0).add(77, 0).add(78, 0);
  },
];

/** Dimensions with strokes at their ends, letters of 12 cm, and two decimals. */
const dimensionStyle: Entry = [
  "27",
  "AcDbDimStyleTableRecord",
  (tags) => {
    tags.add(2, "Standard").add(70, 0).add(41, 0.1).add(42, 0.05).add(44, 0.05);
    tags.add(140, 0.12).add(142, 0.06).add(147, 0.03).add(77, 1).add(271, 2);
  },
];

/** The tables: layers, styles, and the records of blocks. */
export const tablesSection = (
  layers: readonly DxfLayer[],
  blocks: readonly BlockRecord[],
): string => {
  const layer = ([name, colour]: DxfLayer, at: number): Entry => [
    (0x40 + at).toString(16).toUpperCase(),
    "AcDbLayerTableRecord",
    (tags) => tags.add(2, name).add(70, 0).add(62, colour).add(6, "Continuous"),
  ];
  const style: Entry = [
    "11",
    "AcDbTextStyleTableRecord",
    (tags) =>
      tags
        .add(2, "Standard")
        .add(70, 0)
        .add(40, 0)
        .add(41, 1)
        .add(50, 0)
        .add(71, 0)
        .add(42, 0.12)
        .add(3, "txt")
        .add(4, ""),
  ];
  const application: Entry = [
    "12",
    "AcDbRegAppTableRecord",
    (tags) => tags.add(2, "ACAD").add(70, 0),
  ];
  const record = ({ name, record: handle }: BlockRecord): Entry => [
    handle,
    "AcDbBlockTableRecord",
    (tags) => tags.add(2, name),
  ];
  return section(
    "TABLES",
    [
      table("VPORT", "8", [view]),
      table("LTYPE", "5", [
        lineType("14", "ByBlock"),
        lineType("15", "ByLayer"),
        lineType("16", "Continuous"),
      ]),
      table("LAYER", "2", [["0", 7] as const, ...layers].map(layer)),
      table("STYLE", "3", [style]),
      table("VIEW", "6", []),
      table("UCS", "7", []),
      table("APPID", "9", [application]),
      table("DIMSTYLE", "A", [dimensionStyle]),
      table("BLOCK_RECORD", "1", [...spaces, ...blocks].map(record)),
    ].join(""),
  );
};

/** The blocks with their content, each around its origin. */
export const blocksSection = (
  blocks: readonly (BlockRecord & { readonly content: string })[],
  newHandle: () => string,
): string => {
  const texts = [...spaces, ...blocks].map(({ name, record, content }) => {
    const [begin, end] = [new DxfTags(), new DxfTags()];
    begin.add(0, "BLOCK").add(5, newHandle()).add(330, record).add(100, "AcDbEntity").add(8, "0");
    begin
      .add(100, "AcDbBlockBegin")
      .add(2, name)
      .add(70, name.startsWith("*D") ? 1 : 0);
    begin.point(10, [0, 0]).add(3, name).add(1, "");
    end.add(0, "ENDBLK").add(5, newHandle()).add(330, record).add(100, "AcDbEntity").add(8, "0");
    end.add(100, "AcDbBlockEnd");
    return begin.text + content + end.text;
  });
  return section("BLOCKS", texts.join(""));
};

/** The dictionaries that each drawing has. */
export const objectsSection = (): string => {
  const tags = new DxfTags()
    .add(0, "DICTIONARY")
    .add(5, "C")
    .add(330, "0")
    .add(100, "AcDbDictionary");
  tags.add(281, 1).add(3, "ACAD_GROUP").add(350, "D");
  tags.add(0, "DICTIONARY").add(5, "D").add(330, "C").add(100, "AcDbDictionary").add(281, 1);
  return section("OBJECTS", tags.text);
};
