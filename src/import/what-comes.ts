import { entitiesOf } from "../model/elements/entities.ts";
import { levelsOf } from "../model/elements/levels.ts";
import { collections } from "../model/kinds/kinds.ts";
import type { Imported } from "../model/import/import-result.ts";

/** How much of what is in some files. */
export interface ImportContents {
  readonly floors: number;
  readonly rooms: number;
  readonly openings: number;
  /** Everything else that stands on a floor: furniture, devices, texts and so on. */
  readonly pieces: number;
  readonly images: number;
  /** Earlier plans. */
  readonly earlier: number;
}

/** Counts what comes; a plan that names no floors has one. */
export const importContents = ({ plan, images, history }: Imported): ImportContents => {
  const count = (collection: (typeof collections)[number]): number =>
    entitiesOf(plan, collection).length;
  const all = collections.reduce((sum, collection) => sum + count(collection), 0);
  const [rooms, openings] = [count("rooms"), count("openings")];
  return {
    floors: Math.max(1, levelsOf(plan).length),
    rooms,
    openings,
    pieces: all - rooms - openings,
    images: images.length,
    earlier: history.length,
  };
};
