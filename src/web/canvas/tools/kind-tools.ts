import { deviceNames } from "../../../model/kinds/catalogue/device-names.ts";
import { type FurnitureGroup, furnitureGroups } from "../../../model/kinds/catalogue/furniture.ts";
import type { Collection } from "../../../model/kinds/kinds.ts";
import { typeWord } from "../../renderer/element-look.ts";
import { isOpeningName, openingNames, type OpeningName } from "../../../model/kinds/opening.ts";
import type { KindsTexts } from "../../i18n/en/kinds.ts";
import type { Texts } from "../../i18n/editor-translator.ts";
import type { KindWords, ToolWords } from "../../i18n/word-types.ts";
import type { Entity } from "../../../model/elements/entities.ts";
import { kindName as kindOf, thingName } from "../../i18n/element-names.ts";

/** Something to place: its collection, and its type there. */
export interface PlaceableItem {
  readonly list: Collection;
  readonly name: string;
}

/** A group of pieces in the palette. */
interface PaletteGroup {
  readonly group?: FurnitureGroup;
  readonly pieces: readonly PlaceableItem[];
}

/** A tool that creates elements; how depends on its collection's place. */
interface KindTool {
  readonly list: Collection;
  /** Its shortcut. */
  readonly key: string;
  /** Its icon as an SVG path on a grid of 24. */
  readonly icon: string;
  /** Whether it draws corner by corner instead of by two opposite corners. */
  readonly isByCorners?: boolean;
  /** The type of opening that it places, if it is always the same. */
  readonly opening?: OpeningName;
  /** The pieces to choose from. */
  readonly shelves?: readonly PaletteGroup[];
}

/** The name of a creating tool, as in the texts. */
export type KindToolName = { [List in Collection]: keyof KindsTexts[List]["tools"] }[Collection];

const piecesOf = (list: Collection, names: readonly string[]): readonly PlaceableItem[] =>
  names.map((name) => ({ list, name }));

/** Types of openings that have a tool each. */
const plainOpenings: ReadonlySet<OpeningName> = new Set(["door", "window", "passage"]);

const isGroup = (name: string): name is FurnitureGroup => Object.hasOwn(furnitureGroups, name);

/** The creating tools, in the order of the palette. */
export const kindTools: Readonly<Record<KindToolName, KindTool>> = {
  room: { list: "rooms", key: "q", icon: "M4 5h16v14H4z" },
  corners: {
    list: "rooms",
    key: "c",
    icon: "M4 5h9v6h7v8H4zM2.8 3.8h2.4v2.4H2.8zM11.8 3.8h2.4v2.4h-2.4zM18.8 17.8h2.4v2.4h-2.4z",
    isByCorners: true,
  },
  zone: {
    list: "zones",
    key: "z",
    icon: "M4 8V4h4M11 4h2M16 4h4v4M20 11v2M20 16v4h-4M13 20h-2M8 20H4v-4M4 13v-2M9 12h6M12 9v6",
  },
  wall: { list: "walls", key: "b", icon: "M3 9.5h18v5H3zM8 9.5v5M16 9.5v5M12 12h.01" },
  door: {
    list: "openings",
    key: "d",
    icon: "M4 20V6M4 6a14 14 0 0 1 14 14M4 20h3M18 20h2.5",
    opening: "door",
  },
  window: {
    list: "openings",
    key: "w",
    icon: "M3 9h18v6H3zM3 12h18M12 9v6",
    opening: "window",
  },
  passage: {
    list: "openings",
    key: "p",
    icon: "M3 8v8M8 8v8M3 12h5M16 8v8M21 8v8M16 12h5",
    opening: "passage",
  },
  opening: {
    list: "openings",
    key: "o",
    icon: "M3 20V8M21 20V8M3 8a9 9 0 0 1 9 9M21 8a9 9 0 0 0-9 9M2 20h3M19 20h3",
    // Plain ones have tools of their own.
    shelves: [
      {
        pieces: piecesOf(
          "openings",
          openingNames.filter((name) => !plainOpenings.has(name)),
        ),
      },
    ],
  },
  furniture: {
    list: "furniture",
    key: "f",
    icon: "M5 11V8a3 3 0 0 1 3-3h8a3 3 0 0 1 3 3v3M3 12.5a2 2 0 0 1 4 0V14h10v-1.5a2 2 0 0 1 4 0V18H3zM6 18v2M18 18v2",
    shelves: Object.keys(furnitureGroups)
      .filter(isGroup)
      .map((group) => ({
        group,
        pieces: piecesOf("furniture", Object.keys(furnitureGroups[group])),
      })),
  },
  device: {
    list: "devices",
    key: "g",
    icon: "M13 3 5 14h6l-1 7 8-11h-6z",
    // Sensors are offered with devices but have their own collection.
    shelves: [
      { pieces: [...piecesOf("devices", deviceNames), ...piecesOf("sensors", ["sensor"])] },
    ],
  },
  text: { list: "texts", key: "t", icon: "M5 7V5h14v2M12 5v14M9 19h6" },
  dimension: { list: "dimensions", key: "m", icon: "M3 12h18M3 7v10M21 7v10M9 12v-3M15 12v-3" },
};

/** Whether a tool creates elements. */
export const isKindTool = (name: string): name is KindToolName => Object.hasOwn(kindTools, name);

/** The names of the creating tools, in the order of the palette. */
export const kindToolNames: readonly KindToolName[] = Object.keys(kindTools).filter(isKindTool);

/** Whether a tool draws the outlines of rooms. */
export const drawsRooms = (name: string): boolean =>
  isKindTool(name) && kindTools[name].list === "rooms";

/** The name and first hint of a tool. */
export const toolWords = (name: KindToolName, texts: Texts): ToolWords => {
  const words: KindWords = texts.kinds[kindTools[name].list];
  return words.tools[name] ?? { name, hint: "" };
};

/** The chosen piece of a tool, or its only one. */
export const pieceOf = (tool: KindToolName, chosen: string): PlaceableItem | undefined => {
  const { list, shelves } = kindTools[tool];
  return shelves === undefined
    ? { list, name: "" }
    : shelves.flatMap(({ pieces }) => pieces).find(({ name }) => name === chosen);
};

/** The name of a piece. */
export const pieceWords = ({ list, name }: PlaceableItem, { drawing }: Texts): string =>
  drawing.types[list] === undefined
    ? drawing.things[list]
    : (typeWord(drawing, list, name) ?? name);

/** The kind of an element, such as `Door` or `Sofa`. */
export const kindName = ({ collection, data }: Entity, texts: Texts): string =>
  kindOf(collection, data, texts);

/** The display name of an element: its name or text, else its kind with what it is bound to. */
export const entityName = ({ collection, data }: Entity, texts: Texts): string =>
  thingName(collection, data, texts);

/** The type of opening that a tool places, by itself or chosen; undefined until one is chosen. */
export const openingOf = (tool: KindToolName, chosen: string): OpeningName | undefined =>
  kindTools[tool].opening ?? (isOpeningName(chosen) ? chosen : undefined);
