import { nothing, svg } from "lit";
import { rotationOf, sizeOf } from "../../model/elements/places.ts";
import {
  placedPath,
  rectPath,
  type TurnedPath,
  turnedPath,
} from "../../model/geometry/svg-path.ts";
import { textIn } from "../../model/json.ts";
import { furnitureType, isLamp, symbolOf } from "../../model/kinds/catalogue/furniture.ts";
import { atPoint, type Content, translated } from "./frame.ts";
import { givesLight, glowLayer } from "../drawing/glow.ts";
import { drawIcon, namedIcon } from "./icons/icon.ts";
import { factorOf } from "./devices-and-texts.ts";
import { accessibleName, ownName, typeWord } from "../drawing/naming.ts";
import { itemsOf, type Layer } from "./scene.ts";
import { textLines } from "../drawing/write.ts";

/** The parts of a symbol, turned. */
interface Symbol {
  readonly isKnown: boolean;
  readonly body: TurnedPath;
  readonly soft: TurnedPath | undefined;
  readonly line: TurnedPath | undefined;
}

/** Up to how many symbols are remembered. */
const mostSymbols = 2000;

const symbols = new Map<string, Symbol>();

/** The symbol of a type of this size, in metres, turned by degrees: most homes have many a chair of the same kind. */
const turnedSymbol = (type: string, w: number, d: number, degrees: number): Symbol => {
  const key = `${w} ${d} ${degrees} ${type}`;
  const known = symbols.get(key);
  if (known !== undefined) return known;
  const symbol = symbolOf(type, w, d);
  const { body, soft, line } = symbol ?? { body: rectPath(0, 0, w, d, 0.03) };
  const made = {
    isKnown: symbol !== undefined,
    body: turnedPath(body, degrees),
    soft: soft === undefined ? undefined : turnedPath(soft, degrees),
    line: line === undefined ? undefined : turnedPath(line, degrees),
  };
  if (symbols.size >= mostSymbols) symbols.clear();
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
  const { isKnown, body, soft, line } = turnedSymbol(type, w, d, rotationOf(data));
  const kind = typeWord(words, "furniture", type) ?? (lamp ? words.lamp : type);
  const name = textIn(data["name"]) ?? kind;
  const part = (className: string, path: TurnedPath | undefined): Content =>
    path === undefined
      ? nothing
      : svg`<path class=${className} d=${placedPath(path, place)}></path>`;
  const outlined = part("body", body);
  const icon = namedIcon(look) ?? "";
  const size = Math.max(0.15, Math.min(0.4, w * 0.7, d * 0.7)) * factorOf(data["size"]);
  const drawnIcon = (): Content =>
    svg`<g transform=${translated(place)}><g class="upright">${drawIcon(icon, "generic", { size }, options)}</g></g>`;
  const isNamed = !isKnown && name !== "" && icon === "" && detail === "near";
  return {
    label: accessibleName(ownName(look, options) ?? kind, look, options),
    kind: lamp
      ? "lamp"
      : `furniture${isKnown ? "" : " unknown"}${furnitureType(type)?.isGreen === true ? " green" : ""}`,
    color: lamp ? look.light : look.color,
    body:
      detail === "tiny"
        ? outlined
        : svg`${outlined}${icon === "" ? part("soft", soft) : drawnIcon()}${icon === "" ? part("fine", line) : nothing}${
            isNamed ? textLines([name], { size: 0.12, at: place, kind: "name" }) : nothing
          }`,
  };
});

/** Pieces stand on the floor, with the light of the lamps over them; lamps hang above the walls. */
export const furnitureLayers: readonly Layer[] = [
  {
    name: "pieces",
    height: "floor",
    items: itemsOf("furniture", { draw: drawFurniture, isWanted: (data) => !givesLight(data) }),
  },
  glowLayer,
  {
    name: "lamps",
    height: "walls",
    items: itemsOf("furniture", { draw: drawFurniture, isWanted: givesLight }),
  },
];
