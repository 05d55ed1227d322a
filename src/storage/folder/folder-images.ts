import { randomUUID } from "node:crypto";
import { type FileHandle, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { hasNoLinks, ifThere, messageOf, removeIfThere } from "../../../wal/index.ts";
import { Refusal } from "../../server/http/routes.ts";
import { openUntrusted } from "../../server/runtime/new-file.ts";
import {
  type ImageDisk,
  type ImagesSize,
  type ImageStore,
  noHardLinks,
  type NumberedImage,
  type OpenedImage,
  removeUnguarded,
} from "../../images/image-store.ts";
import {
  type ImageExtension,
  imageFile,
  imageTypes,
  parseImageFile,
} from "../../images/image-name.ts";

interface PlainImage {
  readonly file: string;
  readonly identity: string;
}

const extensions = Object.keys(imageTypes);
/** The suffix of an image on its way back to its plain path. */
const undoSuffix = ".back";

/**
 * The tracing images of a folder, in which both names of an upload are hard links of one file. Other files are never
 * touched.
 */
class FolderImages implements ImageStore {
  readonly folder: string;
  readonly incoming: string;
  readonly #disk: ImageDisk;
  readonly #queues = new Map<string, Promise<unknown>>();
  #lastVersion = 0;
  /** The bytes of numbered images, as far as known: they never change. */
  #bytes: ReadonlyMap<string, number> = new Map();
  /** Whether the folder's own name is known to be durable. */
  #isDurable = false;

  /** `folder` is created by `ready`; `incoming` is on the same file system. */
  constructor(disk: ImageDisk, folder: string, incoming: string) {
    this.#disk = disk;
    this.folder = folder;
    this.incoming = incoming;
  }

  /** Creates the folders, and finishes or undoes interrupted uploads. Rejects with the system's error. */
  async ready(): Promise<void> {
    for (const folder of [this.folder, this.incoming])
      if ((await this.#disk.identity(folder)) === undefined) await this.#disk.makeFolder(folder);
    const images = await this.numbered();
    for (const { version } of images) this.#lastVersion = Math.max(this.#lastVersion, version);
    for (const file of await this.#disk.list(this.incoming)) {
      const path = `${this.incoming}/${file}`;
      const received = await this.#disk.identity(path);
      for (const image of images)
        if (!file.endsWith(undoSuffix) && (await this.#identity(image.file)) === received)
          await this.discard(image);
      await removeIfThere(this.#disk, path);
    }
    await this.#keepNewest(images);
  }

  put(floor: string, extension: ImageExtension, received: string): Promise<number> {
    return this.#inTurn(floor, async () => {
      this.#lastVersion = Math.max(Date.now(), this.#lastVersion + 1);
      const version = this.#lastVersion;
      const plain = imageFile({ floor, extension, version: undefined });
      const numbered = imageFile({ floor, extension, version });
      const before = await this.#plainOf(floor);
      // It may have been made by a process that died before that was durable.
      if (!this.#isDurable) await this.#disk.makeFolder(this.folder);
      this.#isDurable = true;
      // Until the rename, the received file shows the next start that this number was never given out.
      await this.#name(received, `${this.folder}/${numbered}`);
      try {
        await this.#disk.rename(received, `${this.folder}/${plain}`);
        await this.#removePlain(floor, plain);
        await this.#disk.syncFolder(this.folder);
      } catch (error) {
        await this.#takeBack(received, plain, numbered, before).catch(() => undefined);
        throw error;
      }
      return version;
    });
  }

  remove(floor: string): Promise<readonly NumberedImage[]> {
    return this.#inTurn(floor, async () => {
      const images = (await this.numbered()).filter((image) => image.floor === floor);
      await this.#removePlain(floor, undefined);
      await this.#disk.syncFolder(this.folder);
      return images;
    });
  }

  get canHaveNumbered(): boolean {
    return this.#lastVersion > 0;
  }

  async numbered(): Promise<readonly NumberedImage[]> {
    const found: NumberedImage[] = [];
    for (const file of await this.#disk.list(this.folder)) {
      const name = parseImageFile(file);
      if (name?.version === undefined) continue;
      const { version } = name;
      found.push({ ...name, version, file, since: version });
    }
    return found;
  }

  async size(): Promise<ImagesSize> {
    const known = new Map<string, number>();
    for (const { file } of await this.numbered()) {
      const bytes = this.#bytes.get(file) ?? (await ifThere(stat(`${this.folder}/${file}`)))?.size;
      if (bytes !== undefined) known.set(file, bytes);
    }
    this.#bytes = known;
    return { images: known.size, bytes: [...known.values()].reduce((sum, each) => sum + each, 0) };
  }

  discard(image: NumberedImage, atLast = removeUnguarded): Promise<boolean> {
    return this.#inTurn(image.floor, async () => {
      const newest = await this.#identity(imageFile({ ...image, version: undefined }));
      const own = await this.#identity(image.file);
      if (own === newest) return own === undefined;
      return atLast(async () => {
        await removeIfThere(this.#disk, `${this.folder}/${image.file}`);
        return true;
      });
    });
  }

  async open(file: string): Promise<OpenedImage | undefined> {
    let handle: FileHandle | undefined;
    try {
      handle = await openUntrusted(`${this.folder}/${file}`);
      const stats = await handle.stat();
      if (stats.isFile()) return { handle, stats };
    } catch {
      // Missing, or a link.
    }
    await handle?.close();
    return undefined;
  }

  /** Names a received file by its number. */
  async #name(received: string, path: string): Promise<void> {
    try {
      await this.#disk.link(received, path);
    } catch (error) {
      throw hasNoLinks(error) ? new Refusal(501, noHardLinks) : error;
    }
  }

  #identity(file: string): Promise<string | undefined> {
    return this.#disk.identity(`${this.folder}/${file}`);
  }

  /** The images at a floor's plain paths: one, or two after an interrupted upload. */
  async #plainOf(floor: string): Promise<readonly PlainImage[]> {
    const found: PlainImage[] = [];
    for (const extension of extensions) {
      const file = `bg_${floor}.${extension}`;
      const identity = await this.#identity(file);
      if (identity !== undefined) found.push({ file, identity });
    }
    return found;
  }

  async #removePlain(floor: string, except: string | undefined): Promise<void> {
    for (const { file } of await this.#plainOf(floor))
      if (file !== except) await removeIfThere(this.#disk, `${this.folder}/${file}`);
  }

  /** Undoes a failed upload: every previous image at a plain path still exists under its number. */
  async #takeBack(
    received: string,
    plain: string,
    numbered: string,
    before: readonly PlainImage[],
  ): Promise<void> {
    const own = await this.#identity(numbered);
    if (own === (await this.#identity(plain)) && before.every(({ file }) => file !== plain))
      await removeIfThere(this.#disk, `${this.folder}/${plain}`);
    const images = await this.numbered();
    for (const { file, identity } of before) {
      if ((await this.#identity(file)) === identity) continue;
      for (const image of images) {
        if ((await this.#identity(image.file)) !== identity) continue;
        await this.#disk.link(`${this.folder}/${image.file}`, received + undoSuffix);
        await this.#disk.rename(received + undoSuffix, `${this.folder}/${file}`);
        break;
      }
    }
    await removeIfThere(this.#disk, `${this.folder}/${numbered}`);
    await this.#disk.syncFolder(this.folder);
  }

  /** Keeps the later of two images that a crash left at a floor. */
  async #keepNewest(images: readonly NumberedImage[]): Promise<void> {
    for (const floor of new Set(images.map((image) => image.floor))) {
      const plain = await this.#plainOf(floor);
      if (plain.length < 2) continue;
      const known: { readonly file: string; readonly version: number }[] = [];
      for (const { version, file: numbered } of images.filter((image) => image.floor === floor)) {
        const identity = await this.#identity(numbered);
        const at = plain.find((each) => each.identity === identity);
        if (at !== undefined) known.push({ file: at.file, version });
      }
      const [newest] = known.toSorted((a, b) => b.version - a.version);
      if (newest !== undefined) await this.#removePlain(floor, newest.file);
    }
  }

  /** Changes one floor at a time. */
  #inTurn<A>(floor: string, work: () => Promise<A>): Promise<A> {
    const before = this.#queues.get(floor) ?? Promise.resolve();
    const done = before.then(work, work);
    this.#queues.set(floor, done);
    const forget = (): void => {
      if (this.#queues.get(floor) === done) this.#queues.delete(floor);
    };
    done.then(forget, forget);
    return done;
  }
}

/** Whether the file system of a folder has hard links. Other errors are left to uploads. */
export const hasHardLinks = async (disk: ImageDisk, folder: string): Promise<boolean> => {
  const path = `${folder}/${randomUUID()}.tmp`;
  const second = `${path}.second.tmp`;
  try {
    const file = await disk.open(path, "create");
    await file.close();
    await disk.link(path, second);
    return true;
  } catch (error) {
    return !hasNoLinks(error);
  } finally {
    for (const name of [path, second]) await removeIfThere(disk, name).catch(() => undefined);
  }
};

/** The images of a domain in a data folder, `<data>/www/<domain>`. Left: why they cannot be used. */
export const openFolderImages = async (
  disk: ImageDisk,
  data: string,
  domain: string,
): Promise<Either<string, FolderImages>> => {
  const www = join(data, "www");
  const images = new FolderImages(disk, join(www, domain), join(www, ".incoming"));
  try {
    await images.ready();
    return right(images);
  } catch (error) {
    return left(`the images in ${images.folder} cannot be used: ${messageOf(error)}`);
  }
};
