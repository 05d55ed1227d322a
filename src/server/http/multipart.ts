import { MultipartParser } from "formidable";
import type { EventLoopTurns } from "../runtime/event-loop-turns.ts";
import { Refusal } from "./routes.ts";

export interface PartHead {
  readonly name: string;
  /** The client's name for the file; undefined if the part is a field. */
  readonly fileName: string | undefined;
}

/** Receives a form, part by part. Throwing ends the reading. */
export interface Parts {
  readonly begin: (head: PartHead) => void;
  readonly content: (bytes: Buffer) => Promise<void>;
  readonly end: () => Promise<void>;
}

/** Longest header of a part. */
const headBytes = 8 * 1024;

const broken = (why: string): Refusal => new Refusal(400, `the form is broken: ${why}`);

/** The boundary in a form's Content-Type (RFC 7578, 4.1); undefined for any other type. */
export const boundaryOf = (contentType: string): string | undefined => {
  const match =
    /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i.exec(
      contentType,
    );
  return match?.[1] ?? match?.[2];
};

const parameters = /;\s*(name|filename\*?)\s*=\s*(?:"((?:\\"|[^"])*)"|([^\s;"]*))/gi;

const readDisposition = (value: string): PartHead => {
  if (!/^form-data\s*(;|$)/i.test(value))
    throw broken("the disposition of a part is not form-data");
  const given = new Map<string, string>();
  for (const [, name = "", quoted, token = ""] of value.matchAll(parameters))
    given.set(name.toLowerCase(), quoted ?? token);
  const name = given.get("name");
  if (name === undefined) throw broken("a part has no name");
  return { name, fileName: given.get("filename") ?? given.get("filename*") };
};

/** The lines of a part's header, by lower-case name. */
const readHead = (lines: ReadonlyMap<string, string>): PartHead => {
  const encoding = lines.get("content-transfer-encoding") ?? "binary";
  if (!/^(7bit|8bit|binary)$/i.test(encoding.trim()))
    throw broken("a part has a Content-Transfer-Encoding, which is not supported");
  const disposition = lines.get("content-disposition");
  if (disposition === undefined) throw broken("a part has no Content-Disposition");
  return readDisposition(disposition);
};

/** Bytes of a buffer by position: bytes that look like the start of a boundary are emitted one by one. */
interface Span {
  readonly buffer: Buffer;
  readonly start: number;
  end: number;
}

interface Token {
  readonly name: string;
  readonly spans: Span[];
}

/** Forms are parsed in pieces of this length; the costliest takes a few milliseconds. */
const pieceBytes = 4096;
/** More than the parser holds back of a piece: a boundary has 70 characters (RFC 2046, 5.1.1), plus 4 before it. */
const heldBackBytes = 256;
/** The event loop is released after this long. */
const turnMs = 2;

/** Adds bytes to a token; merges them with the span before if they are adjacent. */
const extend = (spans: Span[], buffer: Buffer, start: number, end: number): void => {
  const last = spans.at(-1);
  if (last?.buffer === buffer && last.end === start) last.end = end;
  else spans.push({ buffer, start, end });
};

const bytesOf = (spans: readonly Span[]): Buffer => {
  const pieces = spans.map(({ buffer, start, end }) => buffer.subarray(start, end));
  const [only = Buffer.alloc(0)] = pieces;
  return pieces.length === 1 ? only : Buffer.concat(pieces);
};

/**
 * Splits a form into tokens: formidable's parser alone, without its form handling. The parser may reuse the buffer of a
 * token's bytes, so each token is taken, and copied if needed, as it is found.
 */
class Tokenizer extends MultipartParser {
  readonly #turns: EventLoopTurns;
  #tokens: Token[] = [];
  #chunk: Buffer = Buffer.alloc(0);
  #piece: Buffer = this.#chunk;
  #pieceStart = 0;
  /** Copies of what the parser held back and then found to be content. */
  #copies: Buffer | undefined;
  #copied = 0;

  constructor(turns: EventLoopTurns) {
    super();
    this.#turns = turns;
  }

  override _handleCallback(name: string, buffer?: Buffer, start = 0, end = 0): void {
    const last = this.#tokens.at(-1);
    const spans = name === "partData" && last?.name === "partData" ? last.spans : [];
    if (spans !== last?.spans) this.#tokens.push({ name, spans });
    if (buffer === undefined) return;
    if (buffer === this.#piece)
      return extend(spans, this.#chunk, this.#pieceStart + start, this.#pieceStart + end);
    // At most the chunk and what was held back before it, a boundary.
    this.#copies ??= Buffer.allocUnsafe(this.#chunk.length + heldBackBytes);
    const from = this.#copied;
    this.#copied += buffer.copy(this.#copies, from, start, end);
    extend(spans, this.#copies, from, this.#copied);
  }

  /** The tokens that end in, or reach into, the next bytes. Rejects if they are not a form's. */
  async tokensOf(chunk: Buffer): Promise<readonly Token[]> {
    this.#chunk = chunk;
    this.#copies = undefined;
    this.#copied = 0;
    let since = performance.now();
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      this.#pieceStart = at;
      this.#piece = chunk.subarray(at, at + pieceBytes);
      await new Promise<void>((resolve, reject) => {
        this.write(this.#piece, (error) => (error ? reject(error) : resolve()));
      });
      if (performance.now() - since < turnMs) continue;
      await this.#turns.next();
      since = performance.now();
    }
    return this.#tokens.splice(0);
  }
}

/** Reads multipart/form-data (RFC 7578) as a stream, and holds at most one part's header in memory. */
export class MultipartReader {
  readonly #parts: Parts;
  readonly #tokenizer: Tokenizer;
  readonly #lines = new Map<string, string>();
  #field = "";
  #value = "";
  #headLength = 0;
  #isEnded = false;

  /** `turns`: shared with other long work on the event loop. */
  constructor(boundary: string, parts: Parts, turns: EventLoopTurns) {
    this.#parts = parts;
    this.#tokenizer = new Tokenizer(turns);
    this.#tokenizer.initWithBoundary(boundary);
    // The write that meets an error reports it.
    this.#tokenizer.on("error", () => undefined);
  }

  /** Reads the next bytes. Rejects with a `Refusal` if they are not a form's, or with what `Parts` throws. */
  async write(bytes: Buffer): Promise<void> {
    const tokens = await this.#tokenizer.tokensOf(bytes).catch(() => {
      throw broken("a boundary or a part's header is malformed");
    });
    for (const token of tokens) await this.#take(token);
  }

  /** Call at the body's end: throws a `Refusal` if the form is incomplete. */
  finish(): void {
    if (!this.#isEnded) throw new Refusal(400, "the body ended before the form did");
  }

  async #take({ name, spans }: Token): Promise<void> {
    const bytes = bytesOf(spans);
    switch (name) {
      case "partBegin":
        this.#lines.clear();
        this.#headLength = 0;
        return;
      case "headerField":
        this.#field += this.#headText(bytes);
        return;
      case "headerValue":
        this.#value += this.#headText(bytes);
        return;
      case "headerEnd":
        this.#lines.set(this.#field.toLowerCase(), Buffer.from(this.#value, "latin1").toString());
        this.#field = "";
        this.#value = "";
        return;
      case "headersEnd":
        return this.#parts.begin(readHead(this.#lines));
      case "partData":
        return bytes.length === 0 ? undefined : this.#parts.content(bytes);
      case "partEnd":
        return this.#parts.end();
      case "end":
        this.#isEnded = true;
        return;
      default:
        throw new Error(`the form's parser tells of a ${name}, which is not known`);
    }
  }

  #headText(bytes: Buffer): string {
    this.#headLength += bytes.length;
    if (this.#headLength > headBytes)
      throw broken(`a part's header is longer than ${headBytes} bytes`);
    return bytes.toString("latin1");
  }
}
