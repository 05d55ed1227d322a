import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { callbackify } from "node:util";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import {
  type FileHandle,
  type FileSystem,
  messageOf,
  removeIfThere,
  writeWhole,
} from "../../../wal/index.ts";
import { shortKey } from "../../model/codec.ts";
import type { EventLoopTurns } from "../runtime/event-loop-turns.ts";
import { refusalFor, Refusal } from "./routes.ts";
import type { MultipartReader, PartHead, Parts } from "./multipart.ts";

/** A new file, written in order. Every call rejects with the system's error. */
class FileSink {
  readonly path: string;
  readonly #fs: FileSystem;
  #file: FileHandle | undefined;
  #bytes = 0;

  constructor(fs: FileSystem, path: string) {
    this.#fs = fs;
    this.path = path;
  }

  get bytes(): number {
    return this.#bytes;
  }

  async write(bytes: Buffer): Promise<void> {
    this.#file ??= await this.#fs.open(this.path, "create");
    await writeWhole(this.#file, [bytes], this.#bytes);
    this.#bytes += bytes.length;
  }

  /** Returns once the file is durable. */
  async finish(): Promise<void> {
    await this.#file?.datasync();
    await this.#close();
  }

  async discard(): Promise<void> {
    await this.#close().catch(() => undefined);
    await removeIfThere(this.#fs, this.path);
  }

  async #close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }
}

export interface UploadLimits {
  /** Most bytes of the file. */
  readonly imageBytes: number;
}

/** A complete form with one file: synced, under a name the server chose, for the receiver to move or remove. */
export interface Upload {
  readonly fields: ReadonlyMap<string, readonly string[]>;
  /** The file's form field. */
  readonly field: string;
  readonly path: string;
  readonly bytes: number;
  /** The client's name for the file; used only for its extension. */
  readonly originalName: string;
}

const maxFields = 8;
const maxFieldBytes = 4096;
/** Bytes allowed around the file: boundaries, part headers, other fields. */
const formBytes = 64 * 1024;

const tooLarge = ({ imageBytes }: UploadLimits): Refusal =>
  new Refusal(413, `file: larger than image-bytes, ${imageBytes}`);

/** Why an upload of a declared length is refused; undefined if it is not, or declares none. */
export const lengthProblem = (
  request: IncomingMessage,
  limits: UploadLimits,
): Refusal | undefined =>
  Number(request.headers["content-length"] ?? 0) > limits.imageBytes + formBytes
    ? tooLarge(limits)
    : undefined;

/** Collects a form's fields in memory and its one file on disk; `upload` returns it once it is complete. */
const uploadParts = (
  sink: FileSink,
  limits: UploadLimits,
): Parts & { readonly upload: () => Upload } => {
  const fields = new Map<string, readonly string[]>();
  let part: PartHead | undefined;
  let file: PartHead | undefined;
  const field: Buffer[] = [];
  let fieldCount = 0;
  let fieldBytes = 0;
  return {
    begin: (next) => {
      part = next;
      if (part.fileName === undefined) {
        fieldCount += 1;
        if (fieldCount > maxFields)
          throw new Refusal(400, `the form has more than ${maxFields} fields`);
      } else {
        if (file !== undefined) throw new Refusal(400, "file: expected one file, not several");
        file = part;
      }
    },
    content: async (bytes) => {
      if (part?.fileName !== undefined) {
        if (sink.bytes + bytes.length > limits.imageBytes) throw tooLarge(limits);
        return sink.write(bytes);
      }
      fieldBytes += bytes.length;
      if (fieldBytes > maxFieldBytes)
        throw new Refusal(400, `the form's fields hold more than ${maxFieldBytes} bytes`);
      field.push(bytes);
    },
    end: async () => {
      if (part?.fileName !== undefined) return sink.finish();
      const name = part?.name ?? "";
      const value = Buffer.concat(field.splice(0));
      if (!isUtf8(value)) throw new Refusal(400, `${shortKey(name)}: expected text in UTF-8`);
      fields.set(name, [...(fields.get(name) ?? []), value.toString()]);
    },
    upload: () => {
      if (file?.fileName === undefined)
        throw new Refusal(400, "file: missing; expected an image with a file name");
      if (sink.bytes === 0) throw new Refusal(400, "file: is empty");
      const { path, bytes } = sink;
      return { fields, field: file.name, path, bytes, originalName: file.fileName };
    },
  };
};

/** Feeds a body to a reader. Whatever ends it early, the file is removed before the error is reported. */
const bodyWriter = (reader: MultipartReader, sink: FileSink, limits: UploadLimits): Writable => {
  let received = 0;
  let working: Promise<void> = Promise.resolve();
  const take = async (bytes: Buffer): Promise<void> => {
    received += bytes.length;
    if (received > limits.imageBytes + formBytes) throw tooLarge(limits);
    await reader.write(bytes);
  };
  const discard = async (): Promise<void> => {
    // A file still being created would otherwise appear after its removal.
    await working.catch(() => undefined);
    await sink.discard();
  };
  return new Writable({
    write(bytes: Buffer, _encoding, done) {
      working = take(bytes);
      callbackify(() => working)(done);
    },
    final(done) {
      callbackify(async () => reader.finish())(done);
    },
    destroy(error, done) {
      if (error === null) return done(null);
      callbackify(discard)(() => done(error));
    },
  });
};

/**
 * Receives a multipart form with one file, streamed into `folder`, until the signal aborts with a `Refusal` as its
 * reason. A left leaves no file behind; the caller discards the rest of the body.
 */
export const receiveUpload = async (
  request: IncomingMessage,
  fs: FileSystem,
  folder: string,
  limits: UploadLimits,
  turns: EventLoopTurns,
  signal: AbortSignal,
): Promise<Either<Refusal, Upload>> => {
  // Loaded lazily: most services get no upload for days.
  const { boundaryOf, MultipartReader } = await import("./multipart.ts");
  const boundary = boundaryOf(request.headers["content-type"] ?? "");
  if (boundary === undefined)
    return left(new Refusal(400, "expected Content-Type multipart/form-data with a boundary"));
  const sink = new FileSink(fs, `${folder}/${randomUUID()}`);
  const parts = uploadParts(sink, limits);
  const body = bodyWriter(new MultipartReader(boundary, parts, turns), sink, limits);
  const onAbort = (): void => {
    const reason: unknown = signal.reason;
    body.destroy(reason instanceof Error ? reason : new Error(messageOf(reason)));
  };
  const onClose = (): void => {
    // Not `complete`: that is also true of a whole form that is still unread when its connection ends.
    if (!request.readableEnded)
      body.destroy(new Refusal(400, "the connection ended before the form did"));
  };
  signal.addEventListener("abort", onAbort);
  request.once("close", onClose);
  try {
    if (signal.aborted) onAbort();
    if (request.destroyed) onClose();
    await finished(request.pipe(body));
    return right(parts.upload());
  } catch (error) {
    await sink.discard().catch(() => undefined);
    return left(refusalFor(error, `the upload could not be stored: ${messageOf(error)}`));
  } finally {
    signal.removeEventListener("abort", onAbort);
    request.off("close", onClose);
  }
};
