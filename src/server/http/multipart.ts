import { MultipartParser } from "formidable";
import type { LoopTurns } from "../runtime/event-loop-turns.ts";
import { Refusal } from "./routes.ts";

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

const broken = (why: string): Refusal => new Refusal(400, `the form is broken: ${why}`);

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

/** The lines of a part's header, by their names in lower case. */
const readHead = (lines: ReadonlyMap<string, string>): PartHead => {
  const encoding = lines.get("content-transfer-encoding") ?? "binary";
  if (!/^(7bit|8bit|binary)$/i.test(encoding.trim()))
    throw broken("a part has a Content-Transfer-Encoding; expected its bytes as they are");
  const disposition = lines.get("content-disposition");
  if (disposition === undefined) throw broken("a part has no Content-Disposition");
  return readDisposition(disposition);
};

/** Bytes of a buffer, told by their place: bytes that look like the beginning of a boundary are found one by one. */
interface Span {
  readonly buffer: Buffer;
  readonly start: number;
  end: number;
}

interface Token {
  readonly name: string;
  readonly spans: Span[];
}

/** A form is cut up in pieces of this length, of which the costliest takes a few milliseconds, the usual one a fraction. */
const pieceBytes = 4096;
/** More than the parser holds back of one piece: a boundary has 70 characters (RFC 2046, 5.1.1), and 4 stand in front of it. */
const heldBackBytes = 256;
/** After this long it is somebody else's turn. */
const turnMs = 2;

/** Adds what was found to a token, as one span with what lies in front of it. */
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
 * Cuts a form into tokens: formidable's parser alone, without the form handling
 * around it. A token's bytes may lie in a buffer that the parser uses again, so
 * that each is taken, and where needed copied, at the moment it is found.
 */
class Tokenizer extends MultipartParser {
  readonly #turns: LoopTurns;
  #tokens: Token[] = [];
  #chunk: Buffer = Buffer.alloc(0);
  #piece: Buffer = this.#chunk;
  #pieceStart = 0;
  /** Copies of what the parser held back and then found to be content. */
  #copies: Buffer | undefined;
  #copied = 0;

  constructor(turns: LoopTurns) {
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
    // Never more than the chunk and what was held back before it, a boundary at most.
    this.#copies ??= Buffer.allocUnsafe(this.#chunk.length + heldBackBytes);
    const from = this.#copied;
    this.#copied += buffer.copy(this.#copies, from, start, end);
    extend(spans, this.#copies, from, this.#copied);
  }

  /** The tokens that end in, or reach into, the next bytes of the form. Rejects where they are no form's. */
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

/** Reads multipart/form-data (RFC 7578) as it comes, and holds no more of it than one part's header. */
export class MultipartReader {
  readonly #parts: Parts;
  readonly #tokenizer: Tokenizer;
  readonly #lines = new Map<string, string>();
  #field = "";
  #value = "";
  #headLength = 0;
  #isEnded = false;

  /** `turns` are shared with whatever else takes long pieces of the event loop. */
  constructor(boundary: string, parts: Parts, turns: LoopTurns) {
    this.#parts = parts;
    this.#tokenizer = new Tokenizer(turns);
    this.#tokenizer.initWithBoundary(boundary);
    // An error is told by the write that meets it.
    this.#tokenizer.on("error", () => undefined);
  }

  /** Takes the next bytes. Rejects with a `Refusal` where they are no form, or with what a part's taker throws. */
  async write(bytes: Buffer): Promise<void> {
    const tokens = await this.#tokenizer.tokensOf(bytes).catch(() => {
      throw broken("its boundaries or a part's header are not as they should be");
    });
    for (const token of tokens) await this.#take(token);
  }

  /** The body ended: throws a `Refusal` where the form did not. */
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
