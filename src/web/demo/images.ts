import { left, right } from "fp-ts/lib/Either.js";
import { createStore, entries, set } from "idb-keyval";
import { EditingClient } from "../connection/editing-client.ts";
import type { Answer } from "../connection/plan-client.ts";
import { randomId } from "../page/token-storage.ts";

/** Addresses of images in this browser, by their URLs in the plan. */
const addresses = new Map<string, string>();

const keep = (url: string, image: Blob): void =>
  void addresses.set(url, URL.createObjectURL(image));

/** Whether the browser can show a file. */
const isImage = async (file: Blob): Promise<boolean> => {
  const address = URL.createObjectURL(file);
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
    return true;
  } catch {
    return false;
  } finally {
    URL.revokeObjectURL(address);
  }
};

const store = () => createStore("floorplan-demo-images", "images");

/** Finds the images that this browser keeps; those that another tab adds later are found by the next load. */
export const findImages = async (): Promise<void> => {
  try {
    for (const [url, image] of await entries<string, Blob>(store())) keep(url, image);
  } catch {
    // This browser stores nothing, as in some private windows.
  }
};

/** A client whose tracing images stay in this browser: there is no server that would store them. */
export class ClientWithOwnImages extends EditingClient {
  override async upload(
    _level: string,
    file: File,
    onProgress: (part: number) => void,
  ): Answer<string> {
    const ending = /\.[^.]+$/.exec(file.name)?.[0] ?? "";
    // Browsers know by its content what else a file is; one of an import does not say what it is.
    const image = /svg/i.test(ending) ? new Blob([file], { type: "image/svg+xml" }) : file;
    if (!(await isImage(image))) return left({ code: "image_type", message: file.name });
    const url = `/local/${this.domain}/${randomId()}${ending}`;
    keep(url, image);
    try {
      await set(url, image, store());
    } catch {
      // It is shown until the page is left.
    }
    onProgress(1);
    return right(url);
  }

  override imageUrl(url: string): string {
    return addresses.get(url) ?? "";
  }
}
