import assert from "node:assert/strict";
import { constants, deflateRawSync, inflateRawSync } from "node:zlib";
import { opcodes, type RawFrame, rawFrame, type RawPeer } from "./raw-peer.ts";

/** The header with which browsers offer to compress messages. */
export const deflateOffer =
  "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits" as const;

/** Bit of a frame that begins a compressed message, as `rawFrame` takes it. */
export const compressed = { reservedBits: 4 } as const;

const trailer = Buffer.from([0, 0, 0xff, 0xff]);

/** A message's payload, compressed (RFC 7692, 7.2.1). */
export const deflated = (text: string | Uint8Array): Buffer =>
  deflateRawSync(text, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, -trailer.length);

/** A compressed message of a client in one frame. */
export const deflatedFrame = (text: string | Uint8Array): Buffer =>
  rawFrame(opcodes.text, deflated(text), compressed);

/** A compressed message of a client in frames of so many bytes. */
export const deflatedFrames = (text: string, pieceBytes: number): readonly Buffer[] => {
  const payload = deflated(text);
  const frames: Buffer[] = [];
  for (let at = 0; at < payload.length; at += pieceBytes) {
    const fin = at + pieceBytes >= payload.length;
    const piece = payload.subarray(at, at + pieceBytes);
    frames.push(
      at === 0
        ? rawFrame(opcodes.text, piece, { ...compressed, fin })
        : rawFrame(opcodes.continuation, piece, { fin }),
    );
  }
  return frames;
};

/** A message of the service as it stood on the wire. */
export interface WireMessage {
  readonly text: string;
  readonly isCompressed: boolean;
  /** Bytes of its payload as it was sent. */
  readonly sentBytes: number;
  readonly fragments: number;
  /** Pings between its fragments. */
  readonly pings: number;
}

/** The next message of the service, put together and inflated without any websocket library. */
export const nextMessage = async (peer: RawPeer): Promise<WireMessage> => {
  const frames: RawFrame[] = [];
  let pings = 0;
  for (;;) {
    const frame = await peer.nextFrame();
    assert(frame !== undefined, "the connection ended before the next message");
    if (frame.opcode === opcodes.ping) {
      assert(!frame.isCompressed);
      if (frames.length > 0) pings += 1;
      continue;
    }
    assert.equal(frame.opcode, frames.length === 0 ? opcodes.text : opcodes.continuation);
    assert(frames.length === 0 || !frame.isCompressed, "only the first frame says so");
    frames.push(frame);
    if (frame.fin) break;
  }
  const isCompressed = frames[0]?.isCompressed === true;
  const payload = Buffer.concat(frames.map((frame) => frame.payload));
  const text = isCompressed
    ? inflateRawSync(Buffer.concat([payload, trailer]), { finishFlush: constants.Z_SYNC_FLUSH })
    : payload;
  const sentBytes = payload.length;
  return { text: text.toString(), isCompressed, sentBytes, fragments: frames.length, pings };
};
