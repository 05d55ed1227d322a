import { deviceKind } from "../../kinds/catalogue/devices.ts";
import { isInCatalogue } from "../../kinds/catalogue/furniture.ts";
import type { JsonObject } from "../../json.ts";
import type { OpeningName } from "../../kinds/opening.ts";
import { furnitureCalled, openingCalled } from "../sweet-home/catalogue-words.ts";

/** What a block stands for: an opening, or a piece on one of the plan's lists with its type. */
export type BlockThing =
  | { readonly list: "openings" }
  | { readonly list: "furniture" | "devices" | "sensors"; readonly data: JsonObject };

/** Metres above the floor of a window, of which a drawing from above says nothing. */
const usualSill = 0.9;

/** A block's name as words, in lower case. */
const wordsOf = (name: string): string => name.toLowerCase().replaceAll(/[_\-.]+/g, " ");

const openingWords = /door|tür|tuer|porte|window|fenster|fen[eê]tre/;

/** The size in a block's name, such as `sofa-200x90`, and a number that only tells it from others. */
const sizeInName = /-\d+x\d+(?:_\d+)?$/;

/** Words in names of layers of devices, in English, German and French. */
export const deviceLayer = /device|gerät|appareil/i;

/**
 * What a block stands for, by its name in English, German or French, or by the catalogue's, and on a layer of devices first
 * by the kinds of these; undefined if unknown.
 */
export const thingCalled = (name: string, layer: string): BlockThing | undefined => {
  const own = name.toLowerCase().replace(sizeInName, "");
  if (deviceLayer.test(layer)) {
    if (own === "sensor") return { list: "sensors", data: {} };
    if (deviceKind(own) !== undefined) return { list: "devices", data: { kind: own } };
  }
  if (own === "box" || isInCatalogue(own)) return { list: "furniture", data: { type: own } };
  if (deviceKind(own) !== undefined) return { list: "devices", data: { kind: own } };
  const words = wordsOf(name);
  if (openingWords.test(words)) return { list: "openings" };
  const found = furnitureCalled(words);
  if (found === undefined) return undefined;
  return "device" in found
    ? { list: "devices", data: { kind: found.device } }
    : { list: "furniture", data: { type: found.type } };
};

/** The type of an opening by its block's name and its width in metres. */
export const openingOfBlock = (name: string, width: number): OpeningName =>
  openingCalled(wordsOf(name), { width, elevation: usualSill, sashes: 1 });
