import assert from "node:assert/strict";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage: unknown = runInNewContext("gc");

/** Bytes of buffers that somebody still holds. */
export const bytesInUse = (): number => {
  assert(typeof collectGarbage === "function");
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
};

/** Bytes of objects that somebody still holds. */
export const heapInUse = (): number => {
  assert(typeof collectGarbage === "function");
  collectGarbage();
  return process.memoryUsage().heapUsed;
};
