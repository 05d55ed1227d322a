const finBit = 0x80;
const controlBit = 0x08;
const pingCode = 0x09;

/** Finds the ends of messages in what a websocket server sends, and looks at nothing else (RFC 6455, 5.2), so that it counts compressed ones as well. */
export class MessageCounter {
  readonly #onMessage: () => void;
  readonly #onPing: () => void;
  #header: Buffer = Buffer.alloc(0);
  #rest = 0;
  #endsMessage = false;

  /** `onMessage` is called when the last byte of a message has come, `onPing` when a ping comes. */
  constructor(onMessage: () => void, onPing: () => void) {
    this.#onMessage = onMessage;
    this.#onPing = onPing;
  }

  push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#rest === 0) {
        const bytes = Buffer.concat([this.#header, chunk.subarray(at, at + 10)]);
        const length = this.#readHeader(bytes);
        if (length === 0) {
          this.#header = bytes;
          return;
        }
        at += length - this.#header.length;
        this.#header = Buffer.alloc(0);
      }
      const taken = Math.min(this.#rest, chunk.length - at);
      this.#rest -= taken;
      at += taken;
      if (this.#rest === 0 && this.#endsMessage) this.#onMessage();
    }
  }

  /** Bytes of the header; 0 while it is not whole. */
  #readHeader(bytes: Buffer): number {
    const code = bytes[1] ?? 0;
    const length = bytes.length < 2 ? 0 : code < 126 ? 2 : code === 126 ? 4 : 10;
    if (length === 0 || bytes.length < length) return 0;
    const first = bytes[0] ?? 0;
    if ((first & 0x0f) === pingCode) this.#onPing();
    this.#endsMessage = (first & finBit) !== 0 && (first & controlBit) === 0;
    this.#rest = code < 126 ? code : code === 126 ? bytes.readUInt16BE(2) : bytes.readUIntBE(4, 6);
    return length;
  }
}
