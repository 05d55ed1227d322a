import type { RawData } from "ws";

/** The bytes of a websocket message, in whichever form `ws` hands them out. */
export const bytesOfData = (data: RawData): Buffer =>
  Buffer.isBuffer(data) ? data : Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
