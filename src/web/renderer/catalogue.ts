import { loadAgain } from "../connection/retry.ts";

/** The symbols of furniture and of special openings, and the materials of floors, walls and furniture. */
export type Catalogue = typeof import("./furnishing.ts");

let known: Catalogue | undefined;

/** The catalogue, if loaded; until then, furniture is drawn as outlines, openings as plain ones, and floors in a colour. */
export const loadedCatalogue = (): Catalogue | undefined => known;

/** Takes a catalogue that is there from the beginning, as in the editor and in exports. */
export const useCatalogue = (catalogue: Catalogue): void => {
  known = catalogue;
};

const warn = (): void => console.warn("floorplan: symbols are not loaded yet");

/** Loads the catalogue, again and again until it comes; drawings have to be repeated then. */
export const loadCatalogue = async (): Promise<Catalogue> =>
  (known ??= await loadAgain(() => import("./furnishing.ts"), new AbortController().signal, warn));
