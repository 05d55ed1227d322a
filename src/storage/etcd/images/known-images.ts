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

/** Describes a problem for the user who changes an image; an internal error is not a refusal, and is logged. */
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

/** Describes a problem for the user who reads an image. */
export const readProblem = ({ reason }: EtcdProblem): Refusal =>
  new Refusal(503, `images cannot be read from the cluster now: ${reason}`);

/** How long to wait for a watch to report what etcd has answered. */
const reachMs = 5000;

/** An image as this node knows it. */
export interface KnownImage extends NumberedImage {
  readonly record: ImageRecord;
  /** etcd's revision of its key. */
  readonly changed: number;
}

/** What is known to be at a floor's plain path. */
export interface KnownBackground {
  /** The numbered name of its image. */
  readonly file: string;
  readonly changed: number;
}

/** Dependencies of knowledge of images. */
export interface KnownImagesSetup {
  readonly etcd: Etcd;
  readonly keys: Keys;
  readonly now: () => number;
  readonly log: RatedLog;
}

const decodeName = (value: Buffer): string => value.toString();

/** This node's knowledge of its home's images, from watches. */
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

  /** Reads the images and follows them. Left: why it failed. */
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

  numbered(): readonly KnownImage[] {
    const found: KnownImage[] = [];
    for (const [key, entry] of this.#images.entries()) {
      const image = this.#imageAt(key.slice(this.#of.keys.images.from.length), entry);
      if (image !== undefined) found.push(image);
    }
    return found;
  }

  image(file: string): KnownImage | undefined {
    const entry = this.#images.get(this.#of.keys.image(file));
    return entry && this.#imageAt(file, entry);
  }

  background(floor: string): KnownBackground | undefined {
    const entry = this.#backgrounds.get(this.#of.keys.background(floor));
    return entry && { file: entry.value, changed: entry.changed };
  }

  /**
   * The image with a plain or numbered name; undefined if there is none. It may be asked for before this node has heard
   * of it: then etcd tells whether there are newer images. Rejects with a `Refusal` if that cannot be known.
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
    // The plain path of another type has none.
    return found?.extension === name.extension ? found : undefined;
  }

  /** Waits a while until this node has heard of images up to a revision of etcd. */
  heardImages(revision: number): Promise<boolean> {
    return this.#images.reach(revision, reachMs);
  }

  /** The same for plain paths. */
  heardBackgrounds(revision: number): Promise<boolean> {
    return this.#backgrounds.reach(revision, reachMs);
  }

  /**
   * Waits for every image stored before the call; rejects with a `Refusal` if that fails. Concurrent callers share a
   * request, since anybody may call.
   */
  readonly catchUp = coalescing(async (): Promise<void> => {
    const { etcd, keys } = this.#of;
    const read = await etcd.read(oneKey(keys.newestImage));
    if (isLeft(read)) throw readProblem(read.left);
    const stored = read.right.pairs[0]?.changed ?? 0;
    if (!(await this.#images.reach(stored, reachMs)))
      throw new Refusal(503, "this node does not have the newest images yet: try again");
  });

  #imageAt(file: string, { value, changed, seen }: Entry<ImageRecord>): KnownImage | undefined {
    const name = parseImageFile(file);
    if (name?.version === undefined) return undefined;
    return { ...name, version: name.version, file, since: seen, record: value, changed };
  }
}
