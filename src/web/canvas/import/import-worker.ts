import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type {
  GivenFile,
  Imported,
  ImportNames,
  ImportRefusal,
} from "../../../model/import/import-result.ts";
import {
  importContents,
  type ImportContents,
  outsideEffects,
  type OutsideEffects,
} from "../../../model/import/preview.ts";
import type { ModelPicture, ModelProblem } from "../model-picture/model-picture.ts";
import { readFiles } from "../../../model/import/read-files.ts";
import { defaultImportLimits } from "../../../model/import/refusal.ts";

/** Where this module was loaded from: a page loads it for this alone, and starts a worker from there. */
export const workerAddress = import.meta.url;

/** What the worker is asked: a model from above, cut at a height in metres above its lowest point. */
export interface DrawRequest {
  readonly model: File;
  readonly cut: number;
}

/** What it answers to that. */
export type DrawAnswer = Either<{ readonly unreadable: string } | ModelProblem, ModelPicture>;

/** What the worker is asked: files of other programs, and what is called so if they have no name for it. */
export interface ReadRequest {
  readonly files: readonly File[];
  readonly names: ImportNames;
}

/** What files bring, counted where it holds nobody up. */
export interface ReadImport {
  /** Without the earlier plans, which a page does not import. */
  readonly imported: Imported;
  readonly contents: ImportContents;
  readonly reaches: OutsideEffects;
}

/** Why files are not imported: one cannot be read at all, or they are refused. */
export type UnreadImport = { readonly unreadable: string } | ImportRefusal;

/** What the worker answers. */
export type ReadAnswer = Either<UnreadImport, ReadImport>;

const read = async ({ files, names }: ReadRequest): Promise<ReadAnswer> => {
  const given: GivenFile[] = [];
  for (const file of files) {
    try {
      given.push({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
    } catch {
      return left({ unreadable: file.name });
    }
  }
  const reading = await readFiles(given, defaultImportLimits, names);
  if (isLeft(reading)) return left(reading.left);
  const imported = reading.right;
  return right({
    imported: { ...imported, history: [] },
    contents: importContents(imported),
    reaches: outsideEffects([imported.plan]),
  });
};

const drawModel = async ({ cut, model }: DrawRequest): Promise<DrawAnswer> => {
  const { modelPicture } = await import("../model-picture/model-picture.ts");
  const bytes = await model.arrayBuffer().catch(() => undefined);
  return bytes === undefined
    ? left({ unreadable: model.name })
    : modelPicture({ name: model.name, bytes: new Uint8Array(bytes) }, cut);
};

/** Answers, and gives the bytes of images away rather than copies of them. */
const answer = async (request: ReadRequest | DrawRequest): Promise<void> => {
  if ("model" in request) return postMessage(await drawModel(request));
  const found = await read(request);
  const images = isLeft(found) ? [] : found.right.imported.images;
  const buffers = new Set(images.map(({ file }) => file.bytes.buffer));
  postMessage(found, { transfer: [...buffers].filter((each) => each instanceof ArrayBuffer) });
};

// In the worker, which has no document. What is not expected becomes an error of the worker.
if (typeof document === "undefined")
  addEventListener("message", ({ data }: MessageEvent<ReadRequest | DrawRequest>) => {
    answer(data).catch((error: unknown) =>
      queueMicrotask(() => {
        throw error;
      }),
    );
  });
