import { pixelsOf } from "../../model/import/images.ts";
import { scanLimits } from "../../model/scan/working-size.ts";
import type { PlanProblem } from "./plan-client.ts";

/** An image embedded as data. */
export interface EmbeddedImage {
  /** A `data:` URL in base64. */
  readonly data: string;
  /** Height divided by width; 1 if the image cannot be shown. */
  readonly ratio: number;
}

const readData = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () =>
      resolve(typeof reader.result === "string" ? reader.result : ""),
    );
    reader.addEventListener("error", () => reject(reader.error ?? new Error("unreadable")));
    reader.readAsDataURL(blob);
  });

const ratioOf = async (data: string): Promise<number> => {
  const image = new Image();
  image.src = data;
  await image.decode().catch(() => undefined);
  return image.naturalWidth > 0 ? image.naturalHeight / image.naturalWidth : 1;
};

/** Loads an image; undefined if that fails. */
export const imageData = async (address: string): Promise<EmbeddedImage | undefined> => {
  if (address === "") return undefined;
  try {
    const response = await fetch(address);
    const blob = await response.blob();
    const [type = ""] = blob.type.split(";");
    if (!response.ok || !type.startsWith("image/")) return undefined;
    const data = await readData(new Blob([blob], { type }));
    return { data, ratio: await ratioOf(data) };
  } catch {
    // Not reachable, not readable for this page, or cut off.
    return undefined;
  }
};

const endings: ReadonlyMap<string, string> = new Map([
  ["image/png", "png"],
  ["image/jpeg", "jpg"],
  ["image/webp", "webp"],
  ["image/svg+xml", "svg"],
]);

/** The file in a base64 `data:` URL, with a name that the service accepts; undefined if there is none. */
export const fileInData = (data: string): File | undefined => {
  const [, type = "", text = ""] = /^data:([\w/.+-]+);base64,([\w+/]*=*)$/.exec(data) ?? [];
  const ending = endings.get(type);
  if (ending === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.codePointAt(0) ?? 0);
    return new File([bytes], `image.${ending}`, { type });
  } catch {
    return undefined;
  }
};

/** File extensions that the service accepts. */
export const imageEndings = ["png", "jpg", "jpeg", "webp", "svg"] as const;

/** For the `accept` of a file input. */
export const imageAccept = imageEndings.map((ending) => `.${ending}`).join(",");

/** Whether a file is a model in glTF by its name, of which a picture from above can be traced. */
export const isModelName = (name: string): boolean => /\.(?:glb|gltf)$/i.test(name);

/** Pixels of an image at most: a browser needs four bytes for each, and draws it again and again. */
export const imagePixels = scanLimits.scanPixels;

/** Bytes of a file in which its size in pixels is looked for. */
const headBytes = 2 ** 20;

/** An image's pixels, as its header tells; 0 if it does not. */
const pixelsIn = async (file: File): Promise<number> => {
  const head = await file
    .slice(0, headBytes)
    .arrayBuffer()
    .catch(() => undefined);
  const size = head && pixelsOf({ name: file.name, bytes: new Uint8Array(head) });
  return size === undefined ? 0 : size.width * size.height;
};

/**
 * Why a file cannot be the tracing image of a level, as far as is known before the upload; undefined if it can.
 * `largest` is the service's limit in bytes, if known.
 */
export const imageProblem = async (
  level: string,
  file: File,
  largest: number | undefined,
): Promise<PlanProblem | undefined> => {
  const problem = (code: string): PlanProblem => ({ code, message: file.name });
  const ending = /\.([^.]*)$/.exec(file.name)?.[1]?.toLowerCase();
  if (!imageEndings.some((known) => known === ending)) return problem("image_type");
  if (file.size === 0) return problem("image_empty");
  if (largest !== undefined && file.size > largest) return problem("image_size");
  // A lone surrogate would be sent as U+FFFD, and so match other ids.
  if (!/^[^\p{Cc}\p{Cs}]{1,64}$/u.test(level)) return problem("image_level");
  return (await pixelsIn(file)) > imagePixels ? problem("image_pixels") : undefined;
};
