import { nothing, svg } from "lit";
import { rotationOf, sizeOf } from "../../model/elements/places.ts";
import {
  ellipsePath,
  placedPath,
  rectPath,
  type TurnedPath,
  turnedPath,
} from "../../model/geometry/svg-path.ts";
import { textIn } from "../../model/json.ts";
import { isInCatalogue, isLamp } from "../../model/kinds/catalogue/furniture.ts";
import type { MadeSymbol } from "./materials/piece-materials.ts";
import { loadedCatalogue } from "./catalogue.ts";
import { atPoint, type Content, textLines, translated } from "./frame.ts";
import { accessibleName, ownName, typeWord } from "./element-look.ts";
import { givesLight } from "./light/lamps.ts";
import { glowLayer, haloLayer, paneLayer, sunLayer } from "./light/light-layers.ts";
import { itemsOf, type Layer } from "./scene.ts";
import { drawIcon, namedIcon } from "./icons/icon.ts";
import { factorOf } from "./devices-and-texts.ts";

/** The parts of a rotated symbol. */
interface Symbol {
  /** A class name for the colour of its lighter parts, if they have one. */
  readonly of: string | undefined;
  readonly body: TurnedPath;
  readonly soft: TurnedPath | undefined;
  readonly deep: TurnedPath | undefined;
  readonly line: TurnedPath | undefined;
  readonly lit: TurnedPath | undefined;
}

/** Maximum number of cached symbols. */
const maxSymbols = 2000;

const symbols = new Map<string, Symbol>();

/** A piece without a symbol: a box, a lamp a disc. */
const outline = (type: string, w: number, d: number): { readonly body: string } => ({
  body: isLamp(type) ? ellipsePath(0, 0, Math.min(w, d)) : rectPath(0, 0, w, d, 0.03),
});

/** The symbol of a type by size in metres and rotation in degrees; cached, as most homes have many equal chairs. */
const turnedSymbol = (type: string, w: number, d: number, degrees: number): Symbol => {
  const catalogue = loadedCatalogue();
  const key = `${w} ${d} ${degrees} ${type}`;
  const known = symbols.get(key);
  if (known !== undefined) return known;
  const symbol: MadeSymbol = catalogue?.symbolOf(type, w, d) ?? outline(type, w, d);
  const part = (path: string | undefined): TurnedPath | undefined =>
    path === undefined ? undefined : turnedPath(path, degrees);
  const made = {
    of: symbol.of,
    body: turnedPath(symbol.body, degrees),
    soft: part(symbol.soft),
    deep: part(symbol.deep),
    line: part(symbol.line),
    lit: part(symbol.lit),
  };
  if (catalogue === undefined) return made;
  if (symbols.size >= maxSymbols) symbols.clear();
  symbols.set(key, made);
  return made;
};

/** Draws a piece of furniture or a lamp by its type; a type without a symbol is a box with its name. */
const drawFurniture = atPoint((thing, options) => {
  const { data, place, look } = thing;
  const { words, detail = "near" } = options;
  const type = textIn(data["type"]) ?? "";
  const [width, depth] = sizeOf(thing);
  const [w, d] = [Math.max(0.03, Math.abs(width)), Math.max(0.03, Math.abs(depth))];
  const lamp = isLamp(type);
  const isKnown = isInCatalogue(type);
  const {
    of: colour = "",
    body,
    soft,
    deep,
    line,
    lit = soft,
  } = turnedSymbol(type, w, d, rotationOf(data));
  const kind = typeWord(words, "furniture", type) ?? (lamp ? words.lamp : type);
  const name = textIn(data["name"]) ?? kind;
  const part = (className: string, path: TurnedPath | undefined, display?: "none"): Content =>
    path === undefined
      ? nothing
      : svg`<path class=${className} display=${display ?? nothing} d=${placedPath(path, place)}></path>`;
  const outlined = part("body", body);
  const icon = namedIcon(look) ?? "";
  const size = Math.max(0.15, Math.min(0.4, w * 0.7, d * 0.7)) * factorOf(data["size"]);
  const drawnIcon = (): Content =>
    svg`<g transform=${translated(place)}><g class="upright">${drawIcon(icon, "generic", { size }, options)}</g></g>`;
  const isNamed = !isKnown && name !== "" && icon === "" && detail === "near";
  return {
    label: accessibleName(ownName(look, options) ?? kind, look, options),
    kind: lamp ? "lamp" : `furniture ${isKnown ? colour : "unknown"}`.trim(),
    color: lamp ? look.light : look.color,
    body:
      detail === "tiny"
        ? outlined
        : svg`${outlined}${icon === "" ? part("soft", look.isOn ? lit : soft) : drawnIcon()}${
            icon === "" ? [part("deep", deep, "none"), part("fine", line)] : nothing
          }${isNamed ? textLines([name], { size: 0.12, at: place, kind: "name" }) : nothing}`,
  };
});

/** Furniture stands on the floor with the light above it; the lit glass of windows and lamps are above the walls. */
export const furnitureLayers: readonly Layer[] = [
  {
    name: "pieces",
    height: "floor",
    items: itemsOf("furniture", { draw: drawFurniture, isWanted: (data) => !givesLight(data) }),
  },
  haloLayer,
  sunLayer,
  glowLayer,
  paneLayer,
  {
    name: "lamps",
    height: "walls",
    items: itemsOf("furniture", { draw: drawFurniture, isWanted: givesLight }),
  },
];
