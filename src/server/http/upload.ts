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
import type { LoopTurns } from "../runtime/event-loop-turns.ts";
import { problemBehind, Refusal } from "./routes.ts";
import type { MultipartReader, PartHead, Parts } from "./multipart.ts";

/** A new file that is written piece by piece, one after another. Every call rejects with the system's error. */
class FileSink {
  readonly path: string;
  readonly #fs: FileSystem;
  #file: FileHandle | undefined;
  #bytes = 0;

  constructor(fs: FileSystem, path: string) {
    this.#fs = fs;
    this.path = path;
  }

  /** Bytes written so far. */
  get bytes(): number {
    return this.#bytes;
  }

  async write(bytes: Buffer): Promise<void> {
    this.#file ??= await this.#fs.open(this.path, "create");
    await writeWhole(this.#file, [bytes], this.#bytes);
    this.#bytes += bytes.length;
  }

  /** The file is whole: durable when this returns. */
  async finish(): Promise<void> {
    await this.#file?.datasync();
    await this.#close();
  }

  /** The file is not wanted. */
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

/** Limits of an upload. */
export interface UploadLimits {
  /** Bytes of the file. */
  readonly imageBytes: number;
}

/** A form with one file, received whole: the file is synced, under a name that the server made up, and the receiver's to move or remove. */
export interface Upload {
  readonly fields: ReadonlyMap<string, readonly string[]>;
  /** Name of the form's field that held the file. */
  readonly field: string;
  readonly path: string;
  /** What the sender calls the file; only good for its extension. */
  readonly originalName: string;
}

const maxFields = 8;
const maxFieldBytes = 4096;
/** Room for the form around the file: boundaries, part headers, other fields. */
const formBytes = 64 * 1024;

const tooLarge = ({ imageBytes }: UploadLimits): Refusal =>
  new Refusal(413, `file: larger than image-bytes, ${imageBytes}`);

/** What is wrong with an upload that says how long it is; undefined: nothing, or it does not say. */
export const lengthProblem = (
  request: IncomingMessage,
  limits: UploadLimits,
): Refusal | undefined =>
  Number(request.headers["content-length"] ?? 0) > limits.imageBytes + formBytes
    ? tooLarge(limits)
    : undefined;

/** Keeps what a form holds: its fields in memory, its one file on the disk; `upload` tells of it once it was read whole. */
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
        throw new Refusal(400, "file: missing, expected an image, with its file name");
      if (sink.bytes === 0) throw new Refusal(400, "file: is empty");
      return { fields, field: file.name, path: sink.path, originalName: file.fileName };
    },
  };
};

/** Takes a body into a reader. Whatever ends it early, the file is gone before the error is told. */
const bodyWriter = (reader: MultipartReader, sink: FileSink, limits: UploadLimits): Writable => {
  let received = 0;
  let working: Promise<void> = Promise.resolve();
  const take = async (bytes: Buffer): Promise<void> => {
    received += bytes.length;
    if (received > limits.imageBytes + formBytes) throw tooLarge(limits);
    await reader.write(bytes);
  };
  const discard = async (): Promise<void> => {
    // A file that is just being made would otherwise appear after it was removed.
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
 * Receives a multipart form with one file, which is streamed into `folder`, until the signal aborts: with a `Refusal` as its reason.
 * A left leaves no file behind; what is still on its way is the caller's to discard.
 */
export const receiveUpload = async (
  request: IncomingMessage,
  fs: FileSystem,
  folder: string,
  limits: UploadLimits,
  turns: LoopTurns,
  signal: AbortSignal,
): Promise<Either<Refusal, Upload>> => {
  // Loaded when it is wanted: most services take no upload for days.
  const { boundaryOf, MultipartReader } = await import("./multipart.ts");
  const boundary = boundaryOf(request.headers["content-type"] ?? "");
  if (boundary === undefined)
    return left(
      new Refusal(400, "expected a form: Content-Type multipart/form-data with a boundary"),
    );
  const sink = new FileSink(fs, `${folder}/${randomUUID()}`);
  const parts = uploadParts(sink, limits);
  const body = bodyWriter(new MultipartReader(boundary, parts, turns), sink, limits);
  const onAbort = (): void => {
    const reason: unknown = signal.reason;
    body.destroy(reason instanceof Error ? reason : new Error(messageOf(reason)));
  };
  const onClose = (): void => {
    // Not `complete`: that is true as well of a form that came whole and waits, unread, when its connection ends.
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
    return left(problemBehind(error, `the upload could not be kept: ${messageOf(error)}`));
  } finally {
    signal.removeEventListener("abort", onAbort);
    request.off("close", onClose);
  }
};
