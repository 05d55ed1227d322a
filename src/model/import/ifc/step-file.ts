import type { GivenFile } from "../import-result.ts";
import { checkLimit, type ImportLimits, refuse } from "../refusal.ts";
import { type StepValue, valuesIn } from "./step-values.ts";
import type { Turns } from "../turns.ts";

const asciiOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

/** Bytes of a statement of the header that says which schema a file is of. */
const mostOfHeader = 10_000;

/** Bytes of a file after which others get a turn. */
const perTurn = 1_000_000;

const [lineEnd, quote, hash, opening, star, slash, semicolon, equals] = [
  10, 39, 35, 40, 42, 47, 59, 61,
] as const;

const isSpace = (byte: number | undefined): boolean => byte !== undefined && byte <= 32;

/** Text in UTF-8, which some programs write, else in ISO 8859-1, as the standard says of bytes beyond ASCII. */
const decoded = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
};

/** The line of a statement in a file, for refusals. */
const lineAt = (bytes: Uint8Array, from: number): string => {
  let [line, start] = [1, from];
  while (isSpace(bytes[start])) start += 1;
  for (let end = bytes.indexOf(lineEnd); end !== -1 && end < start; line += 1)
    end = bytes.indexOf(lineEnd, end + 1);
  return `${line}`;
};

/** The statements of a file, between semicolons that are in no text and in no comment. */
async function* statementsOf(
  { bytes, name }: GivenFile,
  limits: ImportLimits,
  turns: Turns,
): AsyncGenerator<readonly [from: number, to: number]> {
  let [from, nextTurn] = [0, perTurn];
  for (let at = 0; at < bytes.length; at += 1) {
    if (at >= nextTurn) {
      await turns.take();
      nextTurn = at + perTurn;
    }
    const byte = bytes[at];
    if (byte === quote) {
      const end = bytes.indexOf(quote, at + 1);
      if (end === -1) refuse("damagedStep", name, { place: lineAt(bytes, from) });
      if (end - at > limits.importText)
        checkLimit(limits, "importText", end - at, name, lineAt(bytes, from));
      at = end;
    } else if (byte === slash && bytes[at + 1] === star) {
      let end = bytes.indexOf(slash, at + 3);
      while (end !== -1 && bytes[end - 1] !== star) end = bytes.indexOf(slash, end + 1);
      if (end === -1) refuse("damagedStep", name, { place: lineAt(bytes, at) });
      if (bytes.subarray(from, at).every(isSpace)) from = end + 1;
      at = end;
    } else if (byte === semicolon) {
      yield [from, at];
      from = at + 1;
    }
  }
  if (!bytes.subarray(from).every(isSpace))
    refuse("damagedStep", name, { place: lineAt(bytes, from) });
}

/** An entity instance: its number, its type in capitals, and where its attributes are. */
interface Instance {
  readonly type: string;
  readonly from: number;
  readonly to: number;
}

/** The instance in a statement such as `#12=IFCWALL(…)`; undefined if it is none. */
const instanceIn = (
  bytes: Uint8Array,
  from: number,
  to: number,
): (Instance & { readonly id: number }) | undefined => {
  let at = from;
  const skip = (): void => {
    while (at < to && isSpace(bytes[at])) at += 1;
  };
  skip();
  if (bytes[at] !== hash) return undefined;
  let id = 0;
  for (at += 1; at < to && !isSpace(bytes[at]) && bytes[at] !== equals; at += 1)
    id = id * 10 + (bytes[at] ?? 0) - 48;
  skip();
  if (bytes[at] !== equals || !Number.isSafeInteger(id) || id < 0) return undefined;
  at += 1;
  skip();
  const open = bytes.indexOf(opening, at);
  if (open === -1 || open >= to || open - at > 100) return undefined;
  return { id, type: asciiOf(bytes.subarray(at, open)).trim().toUpperCase(), from: open, to };
};

/** The entities of a file by their numbers. Their attributes are parsed when somebody asks for them. */
export class StepFile {
  readonly file: string;
  readonly limits: ImportLimits;
  readonly #bytes: Uint8Array;
  readonly #instances = new Map<number, Instance>();
  readonly #byType = new Map<string, number[]>();
  readonly #parsed = new Map<number, readonly StepValue[]>();

  private constructor({ bytes, name }: GivenFile, limits: ImportLimits) {
    this.#bytes = bytes;
    this.file = name;
    this.limits = limits;
  }

  /**
   * Reads which entities a file has. Refuses a file of another schema than IFC, a damaged one, one with two entities of a
   * number, and one with more than `import-elements`.
   */
  static async read(file: GivenFile, limits: ImportLimits, turns: Turns): Promise<StepFile> {
    const read = new StepFile(file, limits);
    let schema: string | undefined;
    let isEnded = false;
    for await (const [from, to] of statementsOf(file, limits, turns)) {
      const found = instanceIn(file.bytes, from, to);
      if (found !== undefined) {
        read.#add(found);
        continue;
      }
      const isInstance = file.bytes.subarray(from, to).find((byte) => !isSpace(byte)) === hash;
      if (isInstance) refuse("damagedStep", file.name, { place: lineAt(file.bytes, from) });
      if (to - from > mostOfHeader) continue;
      const text = asciiOf(file.bytes.subarray(from, to)).trim().toUpperCase();
      if (text.startsWith("FILE_SCHEMA")) schema = text;
      isEnded ||= text === "END-ISO-10303-21";
    }
    if (schema?.includes("'IFC") !== true) refuse("unknownFormat", file.name);
    if (!isEnded)
      refuse("damagedStep", file.name, { place: lineAt(file.bytes, file.bytes.length) });
    return read;
  }

  #add({ id, type, from, to }: Instance & { readonly id: number }): void {
    if (this.#instances.has(id)) refuse("duplicateId", this.file, { place: `#${id}` });
    this.#instances.set(id, { type, from, to });
    checkLimit(this.limits, "importElements", this.#instances.size, this.file);
    const ids = this.#byType.get(type);
    if (ids === undefined) this.#byType.set(type, [id]);
    else ids.push(id);
  }

  /** The types that entities have, in capitals, with how many have each. */
  get types(): ReadonlyMap<string, readonly number[]> {
    return this.#byType;
  }

  /** The type of an entity in capitals; undefined if there is none of that number. */
  typeOf(id: number): string | undefined {
    return this.#instances.get(id)?.type;
  }

  /** The attributes of an entity; none if there is no such entity. Refuses those that are damaged. */
  attributesOf(id: number): readonly StepValue[] {
    const known = this.#parsed.get(id);
    if (known !== undefined) return known;
    const instance = this.#instances.get(id);
    if (instance === undefined) return [];
    const text = decoded(this.#bytes.subarray(instance.from, instance.to));
    const values = valuesIn(text, { file: this.file, limits: this.limits, place: `#${id}` });
    this.#parsed.set(id, values);
    return values;
  }
}
