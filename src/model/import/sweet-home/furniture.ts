import type { OpeningKind } from "../../kinds/opening.ts";
import type { HomeElement } from "./home-element.ts";
import { fullTurn, plus, type Point, roundForStorage, turned } from "../../geometry/vector.ts";
import type { JsonObject } from "../../json.ts";
import type { ImportLosses } from "../refusal.ts";
import type { ImportedOpening } from "../plan-building.ts";
import type { Floors } from "./levels.ts";

/** The furniture type or device kind of a piece. */
type CatalogueMatch = { readonly type: string } | { readonly device: string };

/**
 * Words in catalogue ids and names, in English, German and French, with their types. The first match wins, so a bedside
 * table is not a bed, and a table lamp not a table.
 */
const words: readonly (readonly [word: RegExp, known: CatalogueMatch])[] = [
  [/floor(?:uplight| ?lamp)|stehlampe|stehleuchte|lampadaire/, { type: "lamp_floor" }],
  [/pendant|hänge(?:lampe|leuchte)|suspension/, { type: "lamp_pendant" }],
  [/worklamp|tischl(?:ampe|euchte)|\blamp\b/, { type: "lamp_table" }],
  [/spotlight|strahler|\bspot/, { type: "lamp_spot" }],
  [/radiator|heizk|radiateur/, { device: "radiator" }],
  [/dishwasher|geschirrsp|lave-?vaisselle/, { device: "dishwasher" }],
  [/bedside|nightstand|nachttisch|chevet/, { type: "nightstand" }],
  [/washbasin|bathroom ?sink|lavabo|waschbecken/, { type: "washbasin" }],
  [/clotheswasher|washing|waschmaschine|lave-?linge|dryer/, { type: "washing_machine" }],
  [/toilet|\bwc\b/, { type: "wc" }],
  [/shower|dusche|douche/, { type: "shower" }],
  [/bath(?!room)|badewanne|baignoire/, { type: "bathtub" }],
  [/fridge|kühlschrank|réfrigérateur|frigo/, { type: "fridge" }],
  [/cooker|oven|stove|backofen|herd|cuisinière/, { type: "oven" }],
  [
    /(?:coffee|kitchen|dining|side) ?table|couchtisch|küchentisch|table (?:basse|de cuisine)/,
    { type: "table" },
  ],
  [/kitchen|sink|küche|spüle|évier|cuisine/, { type: "kitchen" }],
  [/sofa|couch|canapé/, { type: "sofa" }],
  [/armchair|sessel|fauteuil/, { type: "armchair" }],
  [/chair|stool|stuhl|hocker|chaise|tabouret/, { type: "chair" }],
  [/bench|\bbank\b|\bbanc\b/, { type: "bench" }],
  [/workbench|werkbank|établi/, { type: "workbench" }],
  [/desk|schreibtisch|bureau/, { type: "desk" }],
  [/\btv|flattv|television|fernseher|télé/, { type: "tv_wall" }],
  [/table|tisch/, { type: "table" }],
  [/\bbed(?!room)|bunkbed|loftbed|crib|\bbett|\blit\b/, { type: "bed" }],
  [/wardrobe|kleiderschrank|armoire/, { type: "wardrobe" }],
  [/chest|dresser|kommode|commode/, { type: "chest" }],
  [/bookcase|shel[fv]|cabinet|regal|schrank|étagère|bibliothèque/, { type: "shelf" }],
  [/piano|klavier/, { type: "piano" }],
  [/plant|flower|pflanze|blume|plante|fleur/, { type: "plant" }],
  [/stair|treppe|escalier/, { type: "stairs" }],
  // Last, because `four` is an oven in French and a number in English.
  [/\bfour\b/, { type: "oven" }],
];

/** The last part of a catalogue id, such as `eTeks#bed140x190`, and the name, in lower case. */
const wordsOf = (piece: HomeElement): string => {
  const id = piece.text("catalogId") ?? "";
  const own = id.slice(Math.max(id.lastIndexOf("#"), id.lastIndexOf("/")) + 1);
  return `${own} ${piece.text("name") ?? ""}`.toLowerCase();
};

/** A piece's type; undefined if unknown. A light is a lamp whatever its name. */
const catalogueMatchOf = (piece: HomeElement): CatalogueMatch | undefined => {
  const called = wordsOf(piece);
  const found = words.find(([word]) => word.test(called))?.[1];
  if (piece.name !== "light") return found;
  return found !== undefined && "type" in found && found.type.startsWith("lamp")
    ? found
    : { type: "lamp_ceiling" };
};

/** An opening at least this many metres above the floor is a window, unless its name says otherwise. */
const sill = 0.3;

/** An opening's kind: an empty frame is a passage, and one that reaches the floor a door. */
const openingKindOf = (piece: HomeElement): OpeningKind => {
  const called = wordsOf(piece);
  if (/door_?frame|türrahmen|encadrement/.test(called)) return "passage";
  if (/french|porte-?fenêtre|balkontür/.test(called)) return "door";
  if (/window|fenster|fenêtre|hatch/.test(called)) return "window";
  if (/door|tür|porte|\btor\b/.test(called)) return "door";
  return piece.metres("elevation", 0) >= sill ? "window" : "door";
};

/** A piece, alone or in a group: its level, and the name of the outermost group. */
interface Piece {
  readonly element: HomeElement;
  readonly level: string;
  readonly group: string | undefined;
}

const kinds = ["pieceOfFurniture", "doorOrWindow", "light", "furnitureGroup"];

/** The pieces of a home; those in groups are on the group's level. */
const piecesOf = (home: HomeElement, floors: Floors, losses: ImportLosses): readonly Piece[] => {
  let groups = 0;
  const within = (group: HomeElement, level: string, name: string): readonly Piece[] =>
    group.children(...kinds).flatMap((element): readonly Piece[] => {
      if (element.name !== "furnitureGroup") return [{ element, level, group: name }];
      losses.add("nestedGroups", element.text("name") ?? "");
      return within(element, level, name);
    });
  return home.children(...kinds).flatMap((element): readonly Piece[] => {
    const level = floors.of(element);
    if (element.name !== "furnitureGroup") return [{ element, level, group: undefined }];
    groups += 1;
    return within(element, level, `${element.text("name") ?? ""} ${groups}`.trim());
  });
};

/** Most metres between an opening and its wall's middle, besides half its depth. */
const slackOfOpenings = 0.3;

/**
 * The hinge and open end of a door's first leaf (Sweet Home 3D, `Sash`: parts of width and depth, angles
 * counterclockwise).
 */
const leafOf = (element: HomeElement, centre: Point): Pick<ImportedOpening, "leaf"> => {
  const [sash] = element.children("sash");
  if (sash === undefined) return {};
  const isMirrored = element.text("modelMirrored") === "true";
  const [width, depth] = [element.size("width"), element.size("depth")];
  const side = isMirrored ? -1 : 1;
  const hinge: Point = [
    side * (sash.number("xAxis") - 0.5) * width,
    (sash.number("yAxis") - 0.5) * depth,
  ];
  const angle = sash.number("endAngle");
  const length = sash.number("width") * width;
  const end = plus(hinge, [side * Math.cos(angle) * length, -Math.sin(angle) * length]);
  const at = (point: Point): Point => plus(centre, turned(point, element.degrees("angle")));
  return { leaf: { hinge: at(hinge), end: at(end) } };
};

const openingOf = ({ element, level }: Piece): ImportedOpening => {
  const centre = element.point("x", "y");
  const kind = openingKindOf(element);
  return {
    level,
    kind,
    centre,
    angle: element.degrees("angle"),
    width: element.size("width"),
    within: element.size("depth") / 2 + slackOfOpenings,
    ...(kind === "door" ? leafOf(element, centre) : {}),
  };
};

/** What stands on a home's floors, by list. */
interface Furnished {
  readonly furniture: readonly JsonObject[];
  readonly devices: readonly JsonObject[];
  readonly openings: readonly (readonly [name: string, opening: ImportedOpening])[];
}

/** Counts a piece's properties that plans lack. */
const countLost = ({ element }: Piece, losses: ImportLosses): void => {
  if (element.has("model")) losses.add("models");
  const textures = element.children("texture", "material").length;
  losses.add("materials", "", textures + (element.has("color") ? 1 : 0));
  losses.add("lightSources", "", element.children("lightSource").length);
  if (element.name !== "doorOrWindow" && element.number("elevation", 0) !== 0)
    losses.add("heights");
};

const furnitureOf = (piece: Piece, losses: ImportLosses) => {
  const { element, group, level } = piece;
  const name = element.text("name") ?? "";
  const known = catalogueMatchOf(element);
  if (known === undefined) losses.add("unknownFurniture", name);
  const [x, z] = element.point("x", "y");
  const placed = {
    level,
    ...(name === "" ? {} : { name }),
    ...(group === undefined ? {} : { group }),
    x: roundForStorage(x),
    z: roundForStorage(z),
  };
  if (known !== undefined && "device" in known)
    return { list: "devices", data: { kind: known.device, ...placed } } as const;
  const data: JsonObject = {
    type: known?.type ?? "box",
    ...placed,
    rotation: fullTurn(element.degrees("angle")),
    w: element.size("width"),
    d: element.size("depth"),
  };
  return { list: "furniture", data } as const;
};

/** A home's furniture; hidden pieces are losses. */
export const readFurniture = (
  home: HomeElement,
  floors: Floors,
  losses: ImportLosses,
): Furnished => {
  const all = { furniture: [] as JsonObject[], devices: [] as JsonObject[] };
  const openings: [string, ImportedOpening][] = [];
  for (const piece of piecesOf(home, floors, losses)) {
    const { element } = piece;
    countLost(piece, losses);
    if (element.text("visible") === "false") {
      losses.add("hiddenFurniture", element.text("name") ?? "");
    } else if (element.name === "doorOrWindow" || element.text("doorOrWindow") === "true") {
      openings.push([element.text("name") ?? "", openingOf(piece)]);
    } else {
      const { list, data } = furnitureOf(piece, losses);
      all[list].push(data);
    }
  }
  return { ...all, openings };
};
