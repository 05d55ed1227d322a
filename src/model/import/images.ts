import type { GivenFile, ImportedImage } from "./import-result.ts";
import type { ImportLosses } from "./refusal.ts";
import { isObject, type JsonObject } from "../json.ts";

/** How an SVG begins, with or without a byte order mark. */
const svgStart = /^(?:\u00ef\u00bb\u00bf)?\s*<(?:\?xml|!--|!DOCTYPE\s+svg|svg)/;

/**
 * Signatures of the accepted image types: PNG (ISO 15948, 5.2), JPEG (ISO 10918-1, B.1.1.3), RIFF with WEBP (RFC 9649,
 * 2.4).
 */
const signatures: readonly (readonly [type: string, is: (start: string) => boolean])[] = [
  ["png", (start) => start.startsWith("\u0089PNG\r\n\u001a\n")],
  ["jpg", (start) => start.startsWith("\u00ff\u00d8\u00ff")],
  ["webp", (start) => start.startsWith("RIFF") && start.startsWith("WEBP", 8)],
  ["svg", (start) => svgStart.test(start) && start.includes("<svg")],
];

/** An image's type by its content, such as `png`; undefined if it is not accepted. */
export const imageType = ({ bytes }: GivenFile): string | undefined => {
  const start = String.fromCharCode(...bytes.subarray(0, 1000));
  return signatures.find(([, is]) => is(start))?.[0];
};

/** The last part of a path. */
export const baseName = (name: string): string => name.slice(name.lastIndexOf("/") + 1);

/** An image whose name has the extension of its type, as the service requires. */
export const withExtension = (file: GivenFile, type: string): GivenFile => {
  const base = baseName(file.name);
  return base.toLowerCase().endsWith(`.${type}`) ? file : { ...file, name: `${base}.${type}` };
};

/** An image's width and height in pixels; undefined if its header lacks them. */
export const pixelsOf = ({
  bytes,
}: GivenFile): { readonly width: number; readonly height: number } | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = String.fromCharCode(...bytes.subarray(0, 30));
  if (start.startsWith("\u0089PNG") && bytes.length >= 24)
    return { width: view.getUint32(16), height: view.getUint32(20) };
  if (start.startsWith("\u00ff\u00d8")) return jpegPixels(view);
  if (start.startsWith("RIFF") && bytes.length >= 30) return webpPixels(view, start.slice(12, 16));
  return undefined;
};

/** A JPEG's frame header (ISO 10918-1, B.2.2), which follows segments with lengths. */
const jpegPixels = (view: DataView): ReturnType<typeof pixelsOf> => {
  for (let at = 2; at + 9 < view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
};

/** A WebP stores its size in one of three ways (RFC 9649, 2.5 to 2.7). */
const webpPixels = (view: DataView, form: string): ReturnType<typeof pixelsOf> => {
  if (form === "VP8X") {
    const three = (at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 65536;
    return { width: three(24) + 1, height: three(27) + 1 };
  }
  if (form === "VP8L") {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (form !== "VP8 ") return undefined;
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
};

/** Whether a file has the extension of an image. */
export const isImageName = (name: string): boolean =>
  /\.(?:png|jpe?g|webp|svg|gif|bmp|tiff?)$/i.test(name);

/** The last part of a URL without its query; unchanged if it cannot be decoded. */
const fileOf = (url: string): string => {
  const base = baseName(url.replace(/[?#][^]*$/, ""));
  try {
    return decodeURIComponent(base);
  } catch {
    return base;
  }
};

/** The given images, found by the URLs that a plan uses. */
export class GivenImages {
  readonly #byName: ReadonlyMap<string, GivenFile>;
  readonly #unused: Set<string>;
  readonly #losses: ImportLosses;

  constructor(files: readonly GivenFile[], losses: ImportLosses) {
    this.#byName = new Map(files.map((file) => [baseName(file.name), file]));
    this.#unused = new Set(this.#byName.keys());
    this.#losses = losses;
  }

  /** A floor's image by its URL; undefined, and a loss, if it is missing or unusable. */
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
    return { level, file: withExtension(file, type) };
  }

  /** Records the images that no plan uses as losses. */
  end(): void {
    for (const name of this.#unused) this.#losses.add("unusedImages", name);
  }
}

/** The plan with the new URLs of its tracing images by level; everything else about them stays. */
export const withImageUrls = (plan: JsonObject, urls: ReadonlyMap<string, string>): JsonObject => {
  const { backgrounds } = plan;
  if (urls.size === 0 || !isObject(backgrounds)) return plan;
  const placed = Object.entries(backgrounds).map(([level, background]) => {
    const url = urls.get(level);
    return [
      level,
      url === undefined || !isObject(background) ? background : { ...background, url },
    ];
  });
  return { ...plan, backgrounds: Object.fromEntries(placed) };
};
