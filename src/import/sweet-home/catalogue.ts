import type { OpeningKind } from "../../model/kinds/opening.ts";
import type { HomeElement } from "../../model/import/sweet-home/home-element.ts";

/** What a piece is here: a type of furniture, or a kind of device. */
export type CatalogueMatch = { readonly type: string } | { readonly device: string };

/**
 * Words of catalogue ids and of names, in English, German and French, by what they are here. The first
 * that fits counts, so that a bedside table is no bed, and a table lamp no table.
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
  // English has the word as well.
  [/\bfour\b/, { type: "oven" }],
];

/** The last part of a catalogue id, such as `eTeks#bed140x190`, in front of the name; in small letters. */
const wordsOf = (piece: HomeElement): string => {
  const id = piece.text("catalogId") ?? "";
  const own = id.slice(Math.max(id.lastIndexOf("#"), id.lastIndexOf("/")) + 1);
  return `${own} ${piece.text("name") ?? ""}`.toLowerCase();
};

/** What a piece of furniture is here; undefined for what is not known. A light is a lamp whatever it is called. */
export const catalogueMatchOf = (piece: HomeElement): CatalogueMatch | undefined => {
  const called = wordsOf(piece);
  const found = words.find(([word]) => word.test(called))?.[1];
  if (piece.name !== "light") return found;
  return found !== undefined && "type" in found && found.type.startsWith("lamp")
    ? found
    : { type: "lamp_ceiling" };
};

/** Metres above the floor from which on an opening without a telling name is a window. */
const sill = 0.3;

/** What a door or window is here: an empty frame is a passage, and what reaches the floor a door. */
export const openingKindOf = (piece: HomeElement): OpeningKind => {
  const called = wordsOf(piece);
  if (/door_?frame|türrahmen|encadrement/.test(called)) return "passage";
  if (/french|porte-?fenêtre|balkontür/.test(called)) return "door";
  if (/window|fenster|fenêtre|hatch/.test(called)) return "window";
  if (/door|tür|porte|\btor\b/.test(called)) return "door";
  return piece.metres("elevation", 0) >= sill ? "window" : "door";
};
