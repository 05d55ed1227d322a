import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { Refusal } from "../../../server/http/routes.ts";
import { type Etcd, type EtcdProblem, oneKey } from "../client/etcd.ts";
import { parseImageFile } from "../../../images/image-name.ts";
import type { NumberedImage } from "../../../images/image-store.ts";
import type { RatedLog } from "../../../server/runtime/rated-log.ts";
import type { Keys } from "../keys.ts";
import { coalescing } from "../../../server/runtime/coalescing.ts";
import { decodeRecord, type ImageRecord } from "./image-records.ts";
import { type Entry, RangeCopy } from "../follow-range.ts";

/** What somebody who wanted to change an image is told of a problem; what is wrong with the service itself is no refusal, and is logged. */
export const changeProblem = ({ kind, reason }: EtcdProblem): Error => {
  switch (kind) {
    case "away":
      return new Refusal(503, `nothing was changed, as the cluster is away: ${reason}`);
    case "unknown":
      return new Refusal(503, `the cluster is away, and may have changed the image: ${reason}`);
    case "no-space":
      return new Refusal(507, `nothing was changed, as the cluster's quota is reached: ${reason}`);
    case "compacted":
    case "refused":
      return new Error(reason);
  }
};

/** What somebody who wanted to see an image is told of a problem. */
export const readProblem = ({ reason }: EtcdProblem): Refusal =>
  new Refusal(503, `no image can be had from the cluster for the moment: ${reason}`);

/** How long what etcd has told of is waited for. */
const reachMs = 5000;

/** An image as this node knows it. */
export interface KnownImage extends NumberedImage {
  readonly record: ImageRecord;
  /** etcd's revision of its key. */
  readonly changed: number;
}

/** What a floor's plain path is known to have. */
export interface KnownBackground {
  /** The numbered name of its image. */
  readonly file: string;
  readonly changed: number;
}

/** What those who look at images are made of. */
export interface KnownImagesSetup {
  readonly etcd: Etcd;
  readonly keys: Keys;
  readonly now: () => number;
  readonly log: RatedLog;
}

const decodeName = (value: Buffer): string => value.toString();

/** What this node knows of the images of its home, which it hears of by watches. */
export class KnownImages {
  readonly #of: KnownImagesSetup;
  readonly #images: RangeCopy<ImageRecord>;
  readonly #backgrounds: RangeCopy<string>;

  constructor(of: KnownImagesSetup) {
    this.#of = of;
    const { keys, ...rest } = of;
    this.#images = new RangeCopy({ ...rest, range: keys.images, decode: decodeRecord });
    this.#backgrounds = new RangeCopy({ ...rest, range: keys.backgrounds, decode: decodeName });
  }

  /** Learns what there is and follows it; the left says why it cannot. */
  async open(): Promise<Either<EtcdProblem, void>> {
    const images = await this.#images.open();
    const backgrounds = isLeft(images) ? images : await this.#backgrounds.open();
    if (isLeft(backgrounds)) this.close();
    return backgrounds;
  }

  close(): void {
    this.#images.close();
    this.#backgrounds.close();
  }

  get size(): number {
    return this.#images.size;
  }

  /** All of them. */
  numbered(): readonly KnownImage[] {
    const found: KnownImage[] = [];
    for (const [key, entry] of this.#images.entries()) {
      const image = this.#imageAt(key.slice(this.#of.keys.images.from.length), entry);
      if (image !== undefined) found.push(image);
    }
    return found;
  }

  /** An image by its numbered name. */
  image(file: string): KnownImage | undefined {
    const entry = this.#images.get(this.#of.keys.image(file));
    return entry && this.#imageAt(file, entry);
  }

  background(floor: string): KnownBackground | undefined {
    const entry = this.#backgrounds.get(this.#of.keys.background(floor));
    return entry && { file: entry.value, changed: entry.changed };
  }

  /**
   * The image that has a plain or numbered name; undefined where there is none. An image that another node has just
   * stored may be asked for before this one hears of it: then etcd says whether there is more to hear. Rejects with a
   * `Refusal` where that cannot be known.
   */
  async find(file: string): Promise<KnownImage | undefined> {
    const name = parseImageFile(file);
    if (name === undefined) return undefined;
    const numbered = (): string | undefined =>
      name.version === undefined ? this.background(name.floor)?.file : file;
    const sought = numbered();
    if (sought === undefined) return undefined;
    if (this.image(sought) === undefined) await this.catchUp();
    const found = this.image(numbered() ?? "");
    // At the plain path of another type there is none.
    return found?.extension === name.extension ? found : undefined;
  }

  /** Waits until this node has heard of a change of images at a revision of etcd; not for long. */
  heardImages(revision: number): Promise<boolean> {
    return this.#images.reach(revision, reachMs);
  }

  /** The same for what is at a floor's plain path. */
  heardBackgrounds(revision: number): Promise<boolean> {
    return this.#backgrounds.reach(revision, reachMs);
  }

  /**
   * Hears of every image that was stored before this is called; rejects with a `Refusal` where that cannot be. Those
   * who call it while etcd is asked share one more question: strangers may ask.
   */
  readonly catchUp = coalescing(async (): Promise<void> => {
    const { etcd, keys } = this.#of;
    const read = await etcd.read(oneKey(keys.newestImage));
    if (isLeft(read)) throw readProblem(read.left);
    const stored = read.right.pairs[0]?.changed ?? 0;
    if (!(await this.#images.reach(stored, reachMs)))
      throw new Refusal(503, "this node has not heard of the newest images yet: try again");
  });

  #imageAt(file: string, { value, changed, seen }: Entry<ImageRecord>): KnownImage | undefined {
    const name = parseImageFile(file);
    if (name?.version === undefined) return undefined;
    return { ...name, version: name.version, file, since: seen, record: value, changed };
  }
}
