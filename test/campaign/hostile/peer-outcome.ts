const statusLine = Buffer.from("HTTP/1.1 ");
/** As much of the end of what came as a status line that is cut in two may have in front of the cut. */
const carried = statusLine.length + 3;
const closeOpcode = 8;

/** What a peer was told: the statuses of HTTP answers, and the code with which its websocket was closed. */
export class PeerOutcome {
  bytes = 0;
  /** How many answers came. */
  answers = 0;
  closeCode: number | undefined;
  readonly #statuses = new Set<string>();
  #tail: Buffer = Buffer.alloc(0);
  #frameHead: Buffer | undefined;
  #rest = 0;
  #isClose = false;

  /** Every status that came, each once, in the order of their first. */
  get statuses(): readonly string[] {
    return [...this.#statuses];
  }

  push(chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.#frameHead !== undefined) return this.#readFrames(chunk);
    const text = Buffer.concat([this.#tail, chunk]);
    let at = text.indexOf(statusLine);
    for (; at >= 0 && at + carried <= text.length; at = text.indexOf(statusLine, at + carried)) {
      const status = text.toString("latin1", at + statusLine.length, at + carried);
      this.#statuses.add(status);
      this.answers += 1;
      if (status !== "101") continue;
      this.#frameHead = Buffer.alloc(0);
      const end = text.indexOf("\r\n\r\n", at);
      return this.#readFrames(end < 0 ? Buffer.alloc(0) : text.subarray(end + 4));
    }
    this.#tail = text.subarray(at < 0 ? -carried : at);
  }

  /** Follows the frames of a server (RFC 6455, 5.2) for the one that closes. */
  #readFrames(chunk: Buffer): void {
    let bytes = chunk;
    while (bytes.length > 0) {
      if (this.#rest > 0) {
        const taken = Math.min(this.#rest, bytes.length);
        if (this.#isClose && taken >= 2) this.closeCode ??= bytes.readUInt16BE(0);
        this.#rest -= taken;
        bytes = bytes.subarray(taken);
        continue;
      }
      const head = Buffer.concat([this.#frameHead ?? Buffer.alloc(0), bytes]);
      const short = head[1] ?? 0;
      const length = head.length < 2 ? 2 : short < 126 ? 2 : short === 126 ? 4 : 10;
      if (head.length < length) {
        this.#frameHead = head;
        return;
      }
      this.#isClose = ((head[0] ?? 0) & 0x0f) === closeOpcode;
      this.#rest =
        short < 126 ? short : short === 126 ? head.readUInt16BE(2) : head.readUIntBE(4, 6);
      this.#frameHead = Buffer.alloc(0);
      bytes = head.subarray(length);
    }
  }
}
