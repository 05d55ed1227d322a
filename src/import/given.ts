import { baseName, imageType, withEnding } from "../model/import/images.ts";
import type { GivenFile, ImportedImage } from "../model/import/import-result.ts";
import type { Losses } from "./losses.ts";

/** Whether a file is called as an image is. */
export const isImageName = (name: string): boolean =>
  /\.(?:png|jpe?g|webp|svg|gif|bmp|tiff?)$/i.test(name);

/** What an address ends with, without what follows a question mark; as it is where it cannot be decoded. */
const fileOf = (url: string): string => {
  const base = baseName(url.replace(/[?#][^]*$/, ""));
  try {
    return decodeURIComponent(base);
  } catch {
    return base;
  }
};

/** The images among some files, for the addresses by which a plan names them. */
export class GivenImages {
  readonly #byName: ReadonlyMap<string, GivenFile>;
  readonly #unused: Set<string>;
  readonly #losses: Losses;

  constructor(files: readonly GivenFile[], losses: Losses) {
    this.#byName = new Map(files.map((file) => [baseName(file.name), file]));
    this.#unused = new Set(this.#byName.keys());
    this.#losses = losses;
  }

  /** The image of a level by its address; nothing, and a loss, where it is not among the files or of no use. */
  find(level: string, url: string): ImportedImage | undefined {
    const name = fileOf(url);
    const file = this.#byName.get(name);
    if (file === undefined) {
      this.#losses.add("missingImages", name);
      return undefined;
    }
    this.#unused.delete(name);
    const type = imageType(file);
    if (type === undefined) {
      this.#losses.add("unusableImages", name);
      return undefined;
    }
    return { level, file: withEnding(file, type) };
  }

  /** Tells of the images that nothing named. */
  end(): void {
    for (const name of this.#unused) this.#losses.add("unusedImages", name);
  }
}
