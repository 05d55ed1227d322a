import { Stats } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import * as t from "io-ts";
import { describe } from "../model/codec.ts";
import {
  binary,
  fileAnswers,
  type Handler,
  type Operation,
  Refusal,
  respondJson,
  type Route,
  problemAnswer,
} from "../server/http/routes.ts";
import { imageFile, imageTypes, parseImageFile } from "./image-name.ts";
import type { ImageStore, OpenedImage } from "./image-store.ts";
import type { Boundary } from "../server/runtime/boundary.ts";
import type { Guard } from "../auth/route-guard.ts";
import { backgroundRoute, type ImageLimits, type Images } from "./upload-route.ts";
import { ImageCleanup } from "./image-cleanup.ts";

const yearSeconds = 365 * 24 * 3600;

/** An SVG opened by itself may use its own styles: no scripts, requests or forms. */
const svgPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const about: Operation = {
  summary: "gets a tracing image",
  token: "none",
  parameters: [
    {
      name: "file",
      in: "path",
      required: true,
      type: describe("the file name from the answer to its upload", t.string),
    },
    {
      name: "v",
      in: "query",
      required: false,
      type: describe("the number of an image of the floor; by default the newest", t.string),
    },
  ],
  answers: {
    ...fileAnswers(
      "the image",
      Object.fromEntries(Object.values(imageTypes).map((type) => [type, binary(type)])),
    ),
    404: problemAnswer("there is no such image"),
    503: problemAnswer("it cannot be opened now"),
  },
};

interface FoundImage extends OpenedImage {
  readonly file: string;
  /** Whether its URL always means this image. */
  readonly isNumbered: boolean;
}

const openImage = async (
  store: ImageStore,
  file: string,
  isNumbered: boolean,
): Promise<FoundImage | undefined> => {
  const opened = await store.open(file);
  return opened && { ...opened, file, isNumbered };
};

const findImage = async (
  store: ImageStore,
  file: string,
  v: string | null,
  servesNewest: boolean,
): Promise<FoundImage | undefined> => {
  const name = parseImageFile(file);
  if (name === undefined || name.version !== undefined) return undefined;
  if (v !== null && /^\d{1,15}$/.test(v)) {
    const numbered = imageFile({ ...name, version: Number(v) });
    const image = await openImage(store, numbered, true);
    if (image !== undefined) return image;
  }
  return servesNewest ? openImage(store, file, false) : undefined;
};

/** The part of `Stats` that `send` reads. */
const statsOf = ({ size, mtime }: OpenedImage["stats"]): Stats =>
  Object.assign(Object.create(Stats.prototype), { size, mtime });

/** Resolves when the response has ended. */
const sendImage = async (
  request: IncomingMessage,
  response: ServerResponse,
  { handle, stats, file }: FoundImage,
): Promise<void> => {
  const { default: send } = await import("send");
  const sending = send(request, file, { index: false, cacheControl: false });
  // By its name, `send` would check the file first and open it later, when it may be another one.
  sending.sendFile = (path) => sending.send(path, statsOf(stats));
  sending.stream = (_path, range: { readonly start?: number; readonly end?: number } = {}) => {
    const content = handle.createReadStream({ start: range.start, end: range.end });
    content.on("error", () => response.destroy()).pipe(response);
    response.once("close", () => content.destroy());
  };
  const error = await new Promise<(Error & { readonly status?: number }) | undefined>((resolve) => {
    response.once("close", () => resolve(undefined));
    if (response.destroyed) return resolve(undefined);
    sending.on("error", resolve).pipe(response);
  });
  if (error === undefined) return;
  response.removeHeader("Cache-Control");
  respondJson(response, error.status ?? 500, { message: "the image cannot be served" });
};

/**
 * `/local/<domain>/…`: serves images, without a token.
 *
 * Names must have the exact form of our images, undecoded, so none leads out of the folder; links are no images. With
 * the `v` of a stored image, that image is served and never changes; otherwise the newest is, and browsers revalidate.
 * Without `servesNewest` there must be a `v`: strangers to a home know the names of its floors, but not of its images.
 */
export const localRoute = (domain: string, store: ImageStore, servesNewest = true): Route => {
  const path = `/local/${domain}/`;
  const serve: Handler = async (request, response, url) => {
    const file = url.pathname.slice(path.length);
    const v = url.searchParams.get("v");
    const found = await findImage(store, file, v, servesNewest).catch((error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    });
    const image = found ?? new Refusal(404, "there is no such image");
    if (image instanceof Refusal)
      return respondJson(response, image.status, { message: image.message });
    const caching = image.isNumbered ? `public, max-age=${yearSeconds}, immutable` : "no-cache";
    response.setHeader("Cache-Control", caching);
    response.setHeader("X-Content-Type-Options", "nosniff");
    if (image.file.endsWith(".svg")) response.setHeader("Content-Security-Policy", svgPolicy);
    try {
      await sendImage(request, response, image);
    } finally {
      await image.handle.close();
    }
  };
  return { path, methods: { GET: serve }, about: { GET: about } };
};

/** Dependencies of the images. */
interface ImageSetup extends Omit<Images, "cleanup"> {
  readonly limits: ImageLimits & {
    /** Milliseconds that a superseded image which no plan ever showed is kept. */
    readonly imageUnusedMs: number;
  };
  readonly forAdministrators: Guard;
  readonly boundary: Boundary;
}

/** A day: a user who uploads an image and goes to bed can still save the plan that shows it. */
export const imageLimits = { imageUnusedMs: 24 * 60 * 60 * 1000 };

/** The images' routes, and the cleanup that follows the plan once it is loaded. */
export interface SetUpImages {
  readonly routes: readonly Route[];
  readonly cleanup: ImageCleanup;
}

/** Sets up routes and cleanup for a store that is ready. */
export const setUpImages = ({ forAdministrators, boundary, ...given }: ImageSetup): SetUpImages => {
  const { imageUnusedMs: unusedMs } = given.limits;
  const cleanup = new ImageCleanup({ ...given, boundary, unusedMs });
  const background = backgroundRoute({ ...given, cleanup }, forAdministrators);
  const local = localRoute(given.domain, given.store, given.quotas === undefined);
  return { routes: [background, local], cleanup };
};
