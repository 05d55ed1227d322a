import type { StoredPlan } from "../../plan/stored-plan.ts";
import { imageOfUrl, longestUrlTail } from "./image-name.ts";

/** Names of the numbered images whose URLs stand anywhere in a plan's JSON text. */
export const imagesIn = (json: Buffer, domain: string): ReadonlySet<string> => {
  const found = new Set<string>();
  const prefix = Buffer.from(`/local/${domain}/`);
  for (let at = json.indexOf(prefix); at !== -1; at = json.indexOf(prefix, at + 1)) {
    const start = at + prefix.length;
    const image = imageOfUrl(json.toString("latin1", start, start + longestUrlTail));
    if (image !== undefined) found.add(image);
  }
  return found;
};

/**
 * Remembers which images a stored plan shows, so that each is searched once.
 * The whole text is searched, not only `backgrounds`: an image that a card
 * refers to from a field of its own must not be lost either.
 */
export class References {
  readonly #domain: string;
  readonly #known = new WeakMap<StoredPlan, ReadonlySet<string>>();

  constructor(domain: string) {
    this.#domain = domain;
  }

  /** Names of the numbered images that the plans refer to. */
  of(plans: readonly StoredPlan[]): ReadonlySet<string> {
    const all = new Set<string>();
    for (const plan of plans) for (const image of this.#ofOne(plan)) all.add(image);
    return all;
  }

  #ofOne(plan: StoredPlan): ReadonlySet<string> {
    const known = this.#known.get(plan);
    if (known !== undefined) return known;
    const found = imagesIn(plan.json, this.#domain);
    this.#known.set(plan, found);
    return found;
  }
}
