import type { IncomingMessage, ServerResponse } from "node:http";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import * as t from "io-ts";
import { messageOf, removeIfThere } from "../../wal/index.ts";
import { type Caller, type CallerHandler, type Guard, unauthorized } from "../auth/route-guard.ts";
import type { AuditDetails } from "../server/audit/audit.ts";
import { withSchema } from "../model/codec.ts";
import {
  form,
  json,
  type Operation,
  refusalFor,
  Refusal,
  respondJson,
  type Route,
  problemAnswer,
} from "../server/http/routes.ts";
import {
  lengthProblem,
  receiveUpload,
  type Upload,
  type UploadLimits,
} from "../server/http/upload.ts";
import { removedCodec, uploadedCodec } from "../plan/plan-codecs.ts";
import {
  extensionByContent,
  extensionOf,
  floorName,
  type ImageExtension,
  imageTypes,
  imageUrl,
  isLevel,
} from "./image-name.ts";
import type { ImageDisk, ImageStore } from "./image-store.ts";
import type { ImageCleanup } from "./image-cleanup.ts";
import { type EnterUpload, uploadSlots } from "./upload-slots.ts";
import type { EventLoopTurns } from "../server/runtime/event-loop-turns.ts";

/** Limits of the image endpoint. */
export interface ImageLimits extends UploadLimits {
  /** Milliseconds for an upload, up to storing its image. */
  readonly uploadMs: number;
  /** Concurrent uploads. */
  readonly uploads: number;
}

/** Uploads are held on the disk, each is checked in turns of its own; 15 MiB arrive within 2 minutes over 1 Mbit/s. */
export const uploadLimits = { uploadMs: 120_000, uploads: 32 };

/** What one home among others may upload. */
export interface UploadQuotas {
  /** Begins an upload beside those of all homes. */
  readonly enter: EnterUpload;
  /** Why another upload is too many for now; undefined if it is not, and then it counts. */
  readonly admitUpload: () => string | undefined;
  /**
   * Reserves room for an image of so many bytes beside those `stored`, until the returned function is called. Left: why
   * there is none.
   */
  readonly reserveImage: (
    bytes: number,
    stored: () => Promise<number>,
  ) => Promise<Either<string, () => void>>;
  /** Called when an image was stored. */
  readonly stored: () => void;
}

/** Dependencies of the image endpoint. */
export interface Images {
  readonly domain: string;
  readonly disk: ImageDisk;
  readonly store: ImageStore;
  readonly cleanup: ImageCleanup;
  /** Shared turns, in which drawings are checked. */
  readonly turns: EventLoopTurns;
  readonly limits: ImageLimits;
  /** Undefined for a single home. */
  readonly quotas?: UploadQuotas | undefined;
  readonly log: Logger;
}

const levelSchema = {
  type: "string",
  minLength: 1,
  maxLength: 64,
  description: "the id of a floor",
};

const refusals = {
  400: problemAnswer("the form, the level, or the file's type or content is invalid"),
  403: problemAnswer("not an administrator, a banned address, or a page of a foreign origin"),
  503: problemAnswer("a limit is reached, or the token's user cannot be identified now: try again"),
  507: problemAnswer("the disk is full, and nothing was changed"),
};

const about: Readonly<Record<"POST" | "DELETE", Operation>> = {
  POST: {
    summary: "uploads the tracing image of a floor",
    token: "administrator",
    body: form({
      level: levelSchema,
      file: { type: "string", contentMediaType: "application/octet-stream" },
    }),
    answers: {
      200: { when: "the image is stored", content: json(uploadedCodec) },
      ...refusals,
      408: problemAnswer("slower than `upload-ms`"),
      413: problemAnswer("larger than `image-bytes`"),
      429: problemAnswer("more images a minute than `home-uploads`: try again"),
      501: problemAnswer("the file system of the data folder has no hard links, which images need"),
      507: problemAnswer("the disk or `home-image-bytes` is full, and nothing was changed"),
    },
  },
  DELETE: {
    summary: "removes the tracing image of a floor",
    token: "administrator",
    parameters: [
      { name: "level", in: "query", required: true, type: withSchema(levelSchema, t.string) },
    ],
    answers: {
      200: { when: "the floor has no image now", content: json(removedCodec) },
      ...refusals,
    },
  },
};

/** The encoded floor of a form or query. */
const readFloor = (given: readonly (string | null)[]): Either<Refusal, string> => {
  const [level] = given;
  if (level === undefined || level === null)
    return left(new Refusal(400, "level: missing, expected the id of a floor"));
  if (given.length > 1) return left(new Refusal(400, "level: expected one, not several"));
  return isLevel(level)
    ? right(floorName(level))
    : left(new Refusal(400, "level: expected 1 to 64 characters, and no control characters"));
};

/** The floor, for the audit log. */
const levelOf = ([level]: readonly string[] = []): AuditDetails =>
  level === undefined ? {} : { level };

/** Whether a query decodes; otherwise many floors would become the same U+FFFD. */
const isPercentEncoded = (query: string): boolean => {
  try {
    decodeURIComponent(query);
    return true;
  } catch {
    return false;
  }
};

const readExtension = (upload: Upload): Either<Refusal, ImageExtension> => {
  if (upload.field !== "file")
    return left(new Refusal(400, "file: missing, expected an image in the field named file"));
  const extension = extensionOf(upload.originalName);
  const known = Object.keys(imageTypes).join(", ");
  return extension === undefined
    ? left(
        new Refusal(400, `file: unsupported type, expected a name that ends with one of ${known}`),
      )
    : right(extension);
};

/** Reserves the home's room for an image, until the returned function is called. */
const roomFor = async (
  { quotas, store }: Images,
  { bytes }: Upload,
): Promise<Either<Refusal, () => void>> => {
  if (quotas === undefined) return right(() => undefined);
  const stored = async (): Promise<number> => (await store.size()).bytes;
  const room = await quotas.reserveImage(bytes, stored);
  return isLeft(room) ? left(new Refusal(507, room.left)) : room;
};

const accept = async (
  images: Images,
  upload: Upload,
  { upToDate, note }: Caller,
  signal: AbortSignal,
): Promise<Either<Refusal, string>> => {
  const floor = readFloor(upload.fields.get("level") ?? []);
  if (isLeft(floor)) return floor;
  const named = readExtension(upload);
  if (isLeft(named)) return named;
  const extension = await extensionByContent(images, upload.path, named.right, signal);
  if (isLeft(extension)) return left(new Refusal(400, `file: ${extension.left}`));
  // The token may have been revoked during the upload.
  await upToDate();
  signal.throwIfAborted();
  const { domain, store, cleanup } = images;
  const room = await roomFor(images, upload);
  if (isLeft(room)) return room;
  const version = await store
    .put(floor.right, extension.right, upload.path)
    .finally(() => room.right());
  images.quotas?.stored();
  note("image_uploaded", levelOf(upload.fields.get("level")));
  cleanup.cleanUp();
  return right(imageUrl(domain, { floor: floor.right, extension: extension.right, version }));
};

const receive = async (
  images: Images,
  request: IncomingMessage,
  response: ServerResponse,
  caller: Caller,
  signal: AbortSignal,
): Promise<Either<Refusal, string>> => {
  const { disk, store, turns, limits, log } = images;
  const tooLong = lengthProblem(request, limits);
  if (tooLong !== undefined) return left(tooLong);
  if (request.headers.expect !== undefined) response.writeContinue();
  const upload = await receiveUpload(request, disk, store.incoming, limits, turns, signal);
  if (isLeft(upload)) return upload;
  try {
    return await accept(images, upload.right, caller, signal);
  } catch (error) {
    if (!(error instanceof Refusal))
      log.error({ reason: messageOf(error) }, "an image could not be stored");
    return left(refusalFor(error, "the image could not be stored; the old one stays"));
  } finally {
    await removeIfThere(disk, upload.right.path);
  }
};

/** Runs `work`; its signal aborts with a `Refusal` when it takes too long or the token is revoked. */
const withAbort = async <A>(
  { uploadMs }: ImageLimits,
  { revoked }: Caller,
  work: (signal: AbortSignal) => Promise<A>,
): Promise<A> => {
  const late = new AbortController();
  const problem = new Refusal(408, `the upload took longer than upload-ms, ${uploadMs} ms`);
  const timer = setTimeout(() => late.abort(problem), uploadMs);
  try {
    return await work(AbortSignal.any([revoked, late.signal]));
  } finally {
    clearTimeout(timer);
  }
};

const refuse = (response: ServerResponse, { status, message }: Refusal): void =>
  status === 401 ? unauthorized(response) : respondJson(response, status, { message });

/** `/api/<domain>/background`: uploads and deletes a floor's tracing image. */
export const backgroundRoute = (images: Images, forAdministrators: Guard): Route => {
  const { quotas, limits } = images;
  const enter = uploadSlots(limits.uploads, quotas?.enter);
  const upload: CallerHandler = async (request, response, _url, caller) => {
    const tooMany = quotas?.admitUpload();
    if (tooMany !== undefined) return respondJson(response, 429, { message: tooMany });
    const entered = enter();
    if (isLeft(entered)) return respondJson(response, 503, { message: entered.left });
    try {
      const url = await withAbort(limits, caller, (signal) =>
        receive(images, request, response, caller, signal),
      );
      if (isLeft(url)) refuse(response, url.left);
      else {
        const uploaded: t.TypeOf<typeof uploadedCodec> = { url: url.right };
        respondJson(response, 200, uploaded);
      }
    } finally {
      entered.right();
    }
  };
  const remove: CallerHandler = async (_request, response, url, { note }) => {
    if (!isPercentEncoded(url.search))
      return refuse(response, new Refusal(400, "level: expected UTF-8, percent-encoded"));
    const floor = readFloor(url.searchParams.getAll("level"));
    if (isLeft(floor)) return refuse(response, floor.left);
    try {
      images.cleanup.deleted(await images.store.remove(floor.right));
      note("image_deleted", levelOf(url.searchParams.getAll("level")));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return refuse(response, error);
    }
    const removed: t.TypeOf<typeof removedCodec> = { ok: true };
    respondJson(response, 200, removed);
  };
  return {
    path: `/api/${images.domain}/background`,
    methods: { POST: forAdministrators(upload), DELETE: forAdministrators(remove) },
    about,
  };
};
