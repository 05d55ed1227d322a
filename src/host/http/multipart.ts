import { httpProblem, Refusal } from "./http-problem.ts";

/** What the header lines of a part say. */
export interface PartHead {
  readonly name: string;
  /** What the sender calls the file; undefined where the part is no file but a field. */
  readonly fileName: string | undefined;
}

/** Takes a form, part by part. What it throws ends the reading. */
export interface Parts {
  readonly begin: (head: PartHead) => void;
  readonly content: (bytes: Buffer) => Promise<void>;
  readonly end: () => Promise<void>;
}

/** The longest header of one part. */
const headBytes = 8 * 1024;

const broken = (why: string): Refusal =>
  new Refusal(httpProblem(400, `the form is broken: ${why}`));

/** The boundary that a Content-Type of a form names (RFC 7578, 4.1); undefined where it is no form's. */
export const boundaryOf = (contentType: string): string | undefined => {
  const match =
    /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i.exec(
      contentType,
    );
  return match?.[1] ?? match?.[2];
};

const parameters = /;\s*(name|filename\*?)\s*=\s*(?:"((?:\\"|[^"])*)"|([^\s;"]*))/gi;

const readDisposition = (value: string): PartHead => {
  if (!/^form-data\s*(;|$)/i.test(value)) throw broken("a part's disposition is not form-data");
  const given = new Map<string, string>();
  for (const [, name = "", quoted, token = ""] of value.matchAll(parameters))
    given.set(name.toLowerCase(), quoted ?? token);
  const name = given.get("name");
  if (name === undefined) throw broken("a part has no name");
  return { name, fileName: given.get("filename") ?? given.get("filename*") };
};

const readHead = (text: string): PartHead => {
  const lines = new Map<string, string>();
  for (const line of text === "" ? [] : text.split("\r\n")) {
    const [, name, value = ""] = /^([A-Za-z-]+): *([^]*)$/.exec(line) ?? [];
    if (name === undefined) throw broken("a part's header has a line that is none");
    lines.set(name.toLowerCase(), value);
  }
  const encoding = lines.get("content-transfer-encoding") ?? "binary";
  if (!/^(7bit|8bit|binary)$/i.test(encoding.trim()))
    throw broken("a part has a Content-Transfer-Encoding; expected its bytes as they are");
  const disposition = lines.get("content-disposition");
  if (disposition === undefined) throw broken("a part has no Content-Disposition");
  return readDisposition(disposition);
};

const lineEnd = "\r\n";
const headEnd = "\r\n\r\n";

/**
 * Reads multipart/form-data (RFC 7578, on RFC 2046, 5.1) as it comes, and holds no more of it than one
 * part's header. Its time grows with the bytes and no faster, whatever they are.
 */
export class MultipartReader {
  readonly #parts: Parts;
  /** What stands between two parts, and in front of the end. */
  readonly #delimiter: Buffer;
  /** In front of the first part, what comes is nobody's. */
  #phase: "preamble" | "head" | "content" | "over" = "preamble";
  /** What came and was not taken yet. The first delimiter need not begin with a line's end. */
  #rest: Buffer = Buffer.from(lineEnd);

  constructor(boundary: string, parts: Parts) {
    this.#parts = parts;
    this.#delimiter = Buffer.from(`${lineEnd}--${boundary}`);
  }

  /** Takes the next bytes, which the caller leaves alone until then. Rejects with a `Refusal` where they are no form, or with what a part's taker throws. */
  async write(bytes: Buffer): Promise<void> {
    // Nothing is copied but the seam between what is left and what comes, and a head that lies across it.
    const seam = bytes.subarray(0, this.#delimiter.length);
    this.#rest = Buffer.concat([this.#rest, seam]);
    await this.#takeAll();
    const left = this.#rest.length;
    this.#rest =
      left <= seam.length
        ? bytes.subarray(seam.length - left)
        : Buffer.concat([this.#rest, bytes.subarray(seam.length)]);
    await this.#takeAll();
    this.#rest = Buffer.from(this.#rest);
  }

  /** The body ended: throws a `Refusal` where the form did not. */
  finish(): void {
    if (this.#phase !== "over")
      throw new Refusal(httpProblem(400, "the body ended before the form did"));
  }

  async #takeAll(): Promise<void> {
    for (let isTaken = true; isTaken;) isTaken = await this.#takeNext();
  }

  /** Takes what is whole; false: more must come first. */
  #takeNext(): boolean | Promise<boolean> {
    switch (this.#phase) {
      case "preamble":
      case "content":
        return this.#takeContent();
      case "head":
        return this.#takeHead();
      case "over":
        this.#drop(this.#rest.length);
        return false;
    }
  }

  async #takeContent(): Promise<boolean> {
    const { length } = this.#delimiter;
    const at = this.#rest.indexOf(this.#delimiter);
    if (at === -1) {
      // What is left may be the beginning of a delimiter.
      await this.#give(Math.max(0, this.#rest.length - length + 1));
      return false;
    }
    await this.#give(at);
    const behind = this.#rest.toString("latin1", length, length + 2);
    if (behind.length < 2) return false;
    if (behind !== lineEnd && behind !== "--") {
      await this.#give(length);
      return true;
    }
    if (this.#phase === "content") await this.#parts.end();
    this.#phase = behind === "--" ? "over" : "head";
    // A head without lines ends with the end of the delimiter's line.
    this.#drop(length);
    return true;
  }

  #takeHead(): boolean {
    const at = this.#rest.indexOf(headEnd);
    if ((at === -1 ? this.#rest.length : at) > headBytes)
      throw broken(`a part's header is longer than ${headBytes} bytes`);
    if (at === -1) return false;
    const text = this.#rest.toString("utf8", lineEnd.length, at);
    this.#drop(at + headEnd.length);
    this.#parts.begin(readHead(text));
    this.#phase = "content";
    return true;
  }

  /** So many bytes are the part's. */
  async #give(length: number): Promise<void> {
    const bytes = this.#rest.subarray(0, length);
    this.#drop(length);
    if (this.#phase === "content" && length > 0) await this.#parts.content(bytes);
  }

  #drop(length: number): void {
    this.#rest = this.#rest.subarray(length);
  }
}
