const maskBit = 0x80;
const lengthBits = 0x7f;
/** The bytes of a head before its mask, by what the seven bits of its length say (RFC 6455, 5.2). */
const headBytes = (bits: number): number => (bits < 126 ? 2 : bits === 126 ? 4 : 10);
const maskBytes = 4;

/** Below this the views that work on four bytes at a time cost more than they save. */
const fewBytes = 64;

/** Turns a part of a payload back, in place. `offset` is where the part lies in its frame. */
const unmask = (part: Buffer, mask: Uint8Array, offset: number): void => {
  const lead = part.length < fewBytes ? part.length : (4 - (part.byteOffset & 3)) & 3;
  for (let at = 0; at < lead; at += 1) part[at] = (part[at] ?? 0) ^ (mask[(offset + at) & 3] ?? 0);
  const many = (part.length - lead) >> 2;
  if (many > 0) {
    const turned = Uint8Array.from(mask, (_, at) => mask[(offset + lead + at) & 3] ?? 0);
    const [four = 0] = new Uint32Array(turned.buffer);
    const words = new Uint32Array(part.buffer, part.byteOffset + lead, many);
    for (let at = 0; at < many; at += 1) words[at] = (words[at] ?? 0) ^ four;
  }
  for (let at = lead + 4 * many; at < part.length; at += 1)
    part[at] = (part[at] ?? 0) ^ (mask[(offset + at) & 3] ?? 0);
};

/**
 * Takes the masks off what a client sends, as it comes in. The receiver of `ws`
 * does so byte by byte once a frame is whole, which for a large one keeps
 * everybody waiting; here each chunk is turned back four bytes at a time, and
 * the receiver finds masks of zeros, with which it has nothing to do. Heads that break
 * the protocol are the receiver's to refuse.
 */
export class Unmasking {
  readonly #mask = new Uint8Array(maskBytes);
  /** Bytes of the head that came, and the bytes that it has, as far as is known. */
  #headAt = 0;
  #headLength = 2;
  #isMasked = false;
  #payload = 0;
  #payloadAt = 0;

  /** Turns a chunk back in place; it follows the one before. */
  take(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) {
      if (this.#headAt < this.#headLength) {
        this.#takeOfHead(chunk, at);
        at += 1;
      } else {
        const part = chunk.subarray(at, at + this.#payload - this.#payloadAt);
        if (this.#isMasked) unmask(part, this.#mask, this.#payloadAt);
        this.#payloadAt += part.length;
        at += part.length;
      }
      if (this.#headAt === this.#headLength && this.#payloadAt === this.#payload) {
        this.#headAt = 0;
        this.#headLength = 2;
        this.#payload = 0;
        this.#payloadAt = 0;
      }
    }
  }

  #takeOfHead(chunk: Buffer, at: number): void {
    const byte = chunk[at] ?? 0;
    const place = this.#headAt;
    this.#headAt += 1;
    if (place === 0) return;
    const maskStart = this.#headLength - (this.#isMasked ? maskBytes : 0);
    if (place === 1) {
      const bits = byte & lengthBits;
      this.#isMasked = (byte & maskBit) !== 0;
      this.#headLength = headBytes(bits) + (this.#isMasked ? maskBytes : 0);
      this.#payload = bits < 126 ? bits : 0;
    } else if (place < maskStart) this.#payload = this.#payload * 256 + byte;
    else {
      this.#mask[place - maskStart] = byte;
      chunk[at] = 0;
    }
  }
}
