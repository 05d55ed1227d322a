/** Bits of a frame's first byte (RFC 6455, 5.2): the last frame of its message, and the first of a compressed one (RFC 7692, 6). */
export const finBit = 0x80;
export const compressedBit = 0x40;
export const opcodes = { continuation: 0, text: 1, binary: 2 } as const;

/** The opcode in a frame's first byte. */
export const opcodeOf = (first: number): number => first & 0x0f;

/** Whether frames of an opcode may stand between those of a message (RFC 6455, 5.5). */
export const isControl = (opcode: number): boolean => opcode >= 8;

/** The bit of a frame's second byte that says that a mask follows, and the bytes of that. */
export const maskedBit = 0x80;
export const maskBytes = 4;
/** The most that the head of a client's frame may have. */
export const longestHeadBytes = 14;

/** Where the length of a frame ends, by what the seven bits of its second byte say. */
export const lengthEnd = (bits: number): number => (bits < 126 ? 2 : bits === 126 ? 4 : 10);

/** What stands before a frame's payload. */
export interface FrameHead {
  /** Its own length. */
  readonly bytes: number;
  /** The first byte: bits and opcode. */
  readonly first: number;
  readonly payloadBytes: number;
  readonly isMasked: boolean;
}

/** The head at the start of `bytes`; undefined where some of it is still to come. */
export const readHead = (bytes: Buffer): FrameHead | undefined => {
  if (bytes.length < 2) return undefined;
  const second = bytes.readUInt8(1);
  const short = second & ~maskedBit;
  const isMasked = second !== short;
  const maskAt = lengthEnd(short);
  const end = isMasked ? maskAt + maskBytes : maskAt;
  if (bytes.length < end) return undefined;
  return {
    bytes: end,
    first: bytes.readUInt8(0),
    payloadBytes:
      maskAt === 2
        ? short
        : maskAt === 4
          ? bytes.readUInt16BE(2)
          : Number(bytes.readBigUInt64BE(2)),
    isMasked,
  };
};

/** The longest payload of one frame of the service: between frames there is room for pings. */
export const longestPayloadBytes = 256 * 1024;

/** The head of a frame of the service. */
export const frameHead = (first: number, payloadBytes: number): Buffer => {
  if (payloadBytes < 126) return Buffer.from([first, payloadBytes]);
  const isShort = payloadBytes < 65_536;
  const head = Buffer.allocUnsafe(isShort ? 4 : 10);
  head.writeUInt8(first, 0);
  head.writeUInt8(isShort ? 126 : 127, 1);
  if (isShort) head.writeUInt16BE(payloadBytes, 2);
  else head.writeBigUInt64BE(BigInt(payloadBytes), 2);
  return head;
};

/** The head of a frame of a client whose mask is zeros, so that the payload stands in it as it is. */
export const clientHead = (first: number, payloadBytes: number): Buffer => {
  const head = Buffer.concat([frameHead(first, payloadBytes), Buffer.alloc(maskBytes)]);
  head.writeUInt8(head.readUInt8(1) | maskedBit, 1);
  return head;
};
