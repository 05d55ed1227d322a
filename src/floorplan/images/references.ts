import type { StoredPlan } from "../../plan/stored-plan.ts";
import type { JsonText } from "../../raw-json/json-text.ts";
import { imageOfUrl, longestUrlTail } from "./image-name.ts";

/** A sign of ASCII that is written by its number, a slash behind a backslash, or a backslash of its own (RFC 8259, section 7). */
const escaped = /\\(?:u00([2-7][0-9a-f])|([/\\]))/gi;

const meant = (whole: string, code: string | undefined, sign: string | undefined): string => {
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  return sign === "/" ? sign : whole;
};

/** The text with its URLs as they are meant: plans are kept as they came, and writers of JSON may write `\/` for each slash. */
const unescaped = (json: Buffer): Buffer => {
  if (!json.includes("\\/") && !json.includes("\\u00")) return json;
  return Buffer.from(json.toString("latin1").replace(escaped, meant), "latin1");
};

/** Names of the numbered images whose URLs stand anywhere in a plan's JSON text. */
const imagesIn = (text: JsonText, domain: string): ReadonlySet<string> => {
  const found = new Set<string>();
  const prefix = Buffer.from(`/local/${domain}/`);
  for (const json of text.map(unescaped)) {
    for (let at = json.indexOf(prefix); at !== -1; at = json.indexOf(prefix, at + 1)) {
      const start = at + prefix.length;
      const image = imageOfUrl(json.toString("latin1", start, start + longestUrlTail));
      if (image !== undefined) found.add(image);
    }
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
