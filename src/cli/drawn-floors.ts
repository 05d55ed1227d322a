import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { anyObject } from "../model/codec.ts";
import { iconFolder, paperModule } from "../server/paths.ts";

/** A floor of a plan; one without an id is that of a plan without floors. */
interface Floor {
  readonly id: string | undefined;
  readonly name: string;
}

/** Floors as SVG, and all floors that there are. */
export interface DrawnFloors {
  readonly known: readonly Floor[];
  readonly drawn: readonly (Floor & { readonly svg: string })[];
}

/** How floors are to be drawn, as src/web/paper/main.ts takes it. */
export interface Wish {
  readonly floor: string | undefined;
  readonly scale: number;
  readonly language: string;
}

/** What is used of src/web/paper/main.ts, whose types are those of browsers. */
interface Paper {
  readonly drawFloors: (
    json: string,
    wish: Wish & { readonly readIcons: (file: string) => Promise<unknown> },
  ) => Promise<DrawnFloors>;
}

const isPaper = (loaded: unknown): loaded is Paper =>
  anyObject.is(loaded) && typeof loaded["drawFloors"] === "function";

const readIcons = async (file: string): Promise<unknown> =>
  JSON.parse(await readFile(join(iconFolder, file), "utf8"));

/** Draws floors of a plan in JSON, by the code that draws them in browsers, which is loaded for it. */
export const drawFloors = async (json: string, wish: Wish): Promise<DrawnFloors> => {
  const paper: unknown = createRequire(import.meta.url)(paperModule);
  if (!isPaper(paper)) throw new Error(`${paperModule} draws nothing`);
  return paper.drawFloors(json, { ...wish, readIcons });
};
