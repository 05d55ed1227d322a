import { loadAgain } from "../connection/retry.ts";

/** The symbols of furniture and of special openings. */
export type Catalogue = typeof import("../../model/kinds/catalogue/symbols.ts");

let known: Catalogue | undefined;

/** The symbols, if loaded; until then, furniture is drawn as outlines and openings as plain ones. */
export const loadedCatalogue = (): Catalogue | undefined => known;

/** Takes symbols that are there from the beginning, as in the editor and in exports. */
export const useCatalogue = (catalogue: Catalogue): void => {
  known = catalogue;
};

const warn = (): void => console.warn("floorplan: symbols are not loaded yet");

/** Loads the symbols, again and again until they come. Returns whether they are new and the drawing has to be repeated. */
export const loadCatalogue = async (): Promise<boolean> => {
  if (known !== undefined) return false;
  const { signal } = new AbortController();
  useCatalogue(
    await loadAgain(() => import("../../model/kinds/catalogue/symbols.ts"), signal, warn),
  );
  return true;
};
