import type { StoredPlan } from "../plan/stored-plan.ts";
import type { CooperativeTask } from "../plan/raw-json/json-cursor.ts";
import { imageOfUrl, longestUrlTail } from "./image-name.ts";

/** Bytes, or URLs, between two yields. */
const stepBytes = 64 * 1024;
const looksPerStep = 256;

const backslash = 0x5c;
const slash = 0x2f;
const zero = 0x30;
const nine = 0x39;

const digit = (sign: number): number => (sign <= nine ? sign - zero : (sign | 0x20) - 0x57);

/** The ASCII character of a `\u00xx` escape (RFC 8259, section 7), or 0. */
const numbered = (json: Buffer, at: number): number => {
  if (json[at + 1] !== 0x75 || json[at + 2] !== zero || json[at + 3] !== zero) return 0;
  const code = 16 * digit(json[at + 4] ?? 0) + digit(json[at + 5] ?? 0);
  return code < 0x80 ? code : 0;
};

/** Resolves the escapes in URLs: plans are stored as they came, and some JSON writers escape each slash as `\/`. */
function* unescaped(json: Buffer): CooperativeTask<Buffer> {
  if (!json.includes("\\/") && !json.includes("\\u00")) return json;
  const into = Buffer.allocUnsafe(json.length);
  let to = 0;
  let at = 0;
  let rest = stepBytes;
  while (at < json.length) {
    if (at >= rest) {
      rest = at + stepBytes;
      yield;
    }
    const byte = json[at] ?? 0;
    const next = json[at + 1] ?? 0;
    const sign = byte !== backslash ? 0 : next === slash ? slash : numbered(json, at);
    if (sign !== 0) {
      into[to++] = sign;
      at += next === slash ? 2 : 6;
    } else {
      into[to++] = byte;
      // An escaped backslash starts no escape.
      if (byte === backslash) into[to++] = next;
      at += byte === backslash ? 2 : 1;
    }
  }
  return into.subarray(0, to);
}

/** The numbered images whose URLs are anywhere in JSON. */
function* imagesIn(text: Buffer, prefix: Buffer): CooperativeTask<readonly string[]> {
  const found: string[] = [];
  let looked = 0;
  const json = yield* unescaped(text);
  for (let at = json.indexOf(prefix); at !== -1; at = json.indexOf(prefix, at + 1)) {
    const start = at + prefix.length;
    const image = imageOfUrl(json.toString("latin1", start, start + longestUrlTail));
    if (image !== undefined) found.push(image);
    looked += 1;
    if (looked % looksPerStep === 0) yield;
  }
  return found;
}

const none: readonly string[] = [];

/**
 * Remembers which images each stored plan shows, and searches each piece of a plan once, however many revisions share
 * it. It searches the whole text, not only `backgrounds`: images that a card refers to in fields of its own must not be
 * lost.
 */
export class ImageReferences {
  readonly #prefix: Buffer;
  readonly #pieces = new WeakMap<Buffer, readonly string[]>();
  readonly #known = new WeakMap<StoredPlan, ReadonlySet<string>>();

  constructor(domain: string) {
    this.#prefix = Buffer.from(`/local/${domain}/`);
  }

  /** Searches the plans that it does not know yet. */
  *learn(plans: readonly StoredPlan[]): CooperativeTask<void> {
    for (const plan of plans)
      if (!this.#known.has(plan)) this.#known.set(plan, yield* this.#imagesOf(plan));
  }

  /** The numbered images that the plans show; undefined if one of them was not searched yet. */
  of(plans: readonly StoredPlan[]): ReadonlySet<string> | undefined {
    const all = new Set<string>();
    for (const plan of plans) {
      const images = this.#known.get(plan);
      if (images === undefined) return undefined;
      for (const image of images) all.add(image);
    }
    return all;
  }

  *#imagesOf(plan: StoredPlan): CooperativeTask<ReadonlySet<string>> {
    const found = new Set<string>();
    for (const piece of plan.pieces()) {
      const known = this.#pieces.get(piece);
      const images = known ?? (yield* imagesIn(piece, this.#prefix));
      if (known === undefined) {
        yield;
        this.#pieces.set(piece, images.length === 0 ? none : images);
      }
      for (const image of images) found.add(image);
    }
    return found;
  }
}
