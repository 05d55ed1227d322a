import { constants, type Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Handler, respondJson, type Route } from "../../host/http/route.ts";
import { imageFile, parseImageFile } from "./image-name.ts";

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

const yearSeconds = 365 * 24 * 3600;

/** An SVG that is opened by itself may style itself and nothing else: no script, no request, no form. */
const svgPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** An image that was opened: whatever becomes of its name, it stays this one. */
interface OpenImage {
  readonly handle: FileHandle;
  readonly stats: Stats;
  readonly file: string;
  /** Whether its URL will never stand for another one. */
  readonly isNumbered: boolean;
}

const openImage = async (
  folder: string,
  file: string,
  isNumbered: boolean,
): Promise<OpenImage | undefined> => {
  let handle: FileHandle | undefined;
  try {
    handle = await open(`${folder}/${file}`, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stats = await handle.stat();
    if (stats.isFile()) return { handle, stats, file, isNumbered };
  } catch {
    // No file, or a link: no image.
  }
  await handle?.close();
  return undefined;
};

/** The image that a URL stands for. */
const findImage = async (
  folder: string,
  file: string,
  v: string | null,
): Promise<OpenImage | undefined> => {
  const name = parseImageFile(file);
  if (name === undefined || name.version !== undefined) return undefined;
  if (v !== null && /^\d{1,15}$/.test(v)) {
    const numbered = imageFile({ ...name, version: Number(v) });
    const image = await openImage(folder, numbered, true);
    if (image !== undefined) return image;
  }
  return openImage(folder, file, false);
};

/** Sends an opened image, and returns when the response is over. */
const sendImage = async (
  request: IncomingMessage,
  response: ServerResponse,
  folder: string,
  { handle, stats, file }: OpenImage,
): Promise<void> => {
  const { default: send } = await import("send");
  const sending = send(request, file, { root: folder, index: false, cacheControl: false });
  // By its name the file would be looked at first and opened later, when it may be another one.
  sending.sendFile = (path) => sending.send(path, stats);
  sending.stream = (_path, range: { readonly start?: number; readonly end?: number } = {}) => {
    const content = handle.createReadStream({ start: range.start, end: range.end });
    content.on("error", () => response.destroy()).pipe(response);
    response.once("close", () => content.destroy());
  };
  await new Promise<void>((resolve) => {
    response.once("close", resolve);
    if (response.destroyed) return resolve();
    sending.on("error", (error: Error & { readonly status?: number }) => {
      response.removeHeader("Cache-Control");
      respondJson(response, error.status ?? 500, { message: "the image cannot be served" });
    });
    sending.pipe(response);
  });
};

/**
 * `/local/<domain>/…`: serves the images, to everybody.
 *
 * A name is held against the one form that images have, character by
 * character and without decoding, so that there is no spelling that leads out
 * of the folder; a link is no image either. With the `v` of an image that is
 * kept, that image is served and never changes; otherwise the newest is, and a
 * browser asks again each time.
 */
export const localRoute = (domain: string, folder: string): Route => {
  const path = `/local/${domain}/`;
  const serve: Handler = async (request, response, url) => {
    const image = await findImage(
      folder,
      url.pathname.slice(path.length),
      url.searchParams.get("v"),
    );
    if (image === undefined)
      return respondJson(response, 404, { message: "there is no such image" });
    const caching = image.isNumbered ? `public, max-age=${yearSeconds}, immutable` : "no-cache";
    response.setHeader("Cache-Control", caching);
    response.setHeader("X-Content-Type-Options", "nosniff");
    if (image.file.endsWith(".svg")) response.setHeader("Content-Security-Policy", svgPolicy);
    try {
      await sendImage(request, response, folder, image);
    } finally {
      await image.handle.close();
    }
  };
  return { path, methods: { GET: serve } };
};
