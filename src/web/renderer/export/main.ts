// Loaded by the command line to draw plans without a browser; see `src/cli/export.ts`.

import { levelsOf } from "../../../model/elements/levels.ts";
import { isObject, type Json } from "../../../model/json.ts";
import { useCatalogue } from "../catalogue.ts";
import * as furnishing from "../furnishing.ts";
import { groupedIcons } from "../icons/mdi-icons.ts";
import { cachedIcons } from "../icons/icon-shape.ts";
import { drawing as english } from "../../i18n/en/kinds.ts";
import { languages } from "../../i18n/languages.ts";
import { floorSvg, withIcons } from "./floor-svg.ts";

useCatalogue(furnishing);

/** Options of the exported floors. */
interface ExportOptions {
  /** Id or name of a floor; by default all floors. */
  readonly floor?: string | undefined;
  /** 50 for 1 : 50. */
  readonly scale: number;
  /** A BCP 47 tag; words fall back to English. */
  readonly language: string;
  /** Whether floors are drawn in plain colours, without materials. */
  readonly isPlain?: boolean | undefined;
  /** Reads a JSON file with icons. */
  readonly readIcons: (file: string) => Promise<unknown>;
}

const wordsIn = async (language: string) => {
  const wanted = languages.get(language.split("-")[0] ?? language);
  return wanted === undefined ? english : (await wanted.viewing()).drawing;
};

/**
 * Draws the floors of a plan in JSON as SVG, in order, and lists all floors; a plan without floors has one without an
 * id.
 */
export const drawFloors = async (
  json: string,
  { floor, scale, language, isPlain, readIcons }: ExportOptions,
) => {
  const data: Json = JSON.parse(json);
  const plan = isObject(data) ? data : {};
  const known = levelsOf(plan);
  const all = known.length === 0 ? [{ id: undefined, name: "" }] : known;
  const byId = all.filter(({ id }) => id === floor);
  const named = byId.length > 0 ? byId : all.filter(({ name }) => name === floor);
  const words = await wordsIn(language);
  const source = cachedIcons(groupedIcons(readIcons));
  const drawn = (floor === undefined ? all : named).map(async ({ id, name }) => {
    const options = { level: id, scale, words, language, isPlain };
    const svg = await withIcons(source, (icons) => floorSvg(plan, { ...options, icons }));
    return { id, name, svg };
  });
  return { known, drawn: await Promise.all(drawn) };
};
