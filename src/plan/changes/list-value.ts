import { closeList, comma, openList } from "../raw-json/tokens.ts";
import type { Chunk } from "../text/chunk.ts";
import { chunksOfElements, listIn, type ListText } from "../text/list-text.ts";
import { positionOf } from "./pointer.ts";
import type { Reach } from "./reach.ts";
import { TextValue, type WorkingValue } from "./working-value.ts";

const openText = Buffer.of(openList);
const closeText = Buffer.of(closeList);
const commaText = Buffer.of(comma);

/** More elements of a block are split. */
const maxBlock = 256;

const listStart = { position: 0, before: 0 };

/** A list whose elements can be reached. Only the chunks around a change are taken apart. */
export class ListValue implements WorkingValue {
  /** Chunks, or elements of chunks that were taken apart. */
  readonly #blocks: (Chunk | WorkingValue[])[];
  count: number;
  #text: Buffer | ListText | undefined;
  /** Of a changed list at least its height: removals do not count. */
  #height: number | undefined;
  /** The block that was reached last, and how many elements are before it: none of these change before another is reached. */
  #found = listStart;

  readonly #reach: Reach;

  private constructor({ chunks, count }: ListText, text: Buffer | ListText, reach: Reach) {
    this.#blocks = [...chunks];
    this.#reach = reach;
    this.count = count;
    this.#text = text;
  }

  static ofText(text: Buffer, reach: Reach): ListValue {
    return new ListValue(listIn(text), text, reach);
  }

  static ofList(list: ListText, reach: Reach): ListValue {
    return new ListValue(list, list, reach);
  }

  get intact(): Buffer | ListText | undefined {
    return this.#text;
  }

  get height(): number {
    const isIntact = this.#text !== undefined;
    if (isIntact && this.#height !== undefined) return this.#height;
    let most = 0;
    for (const block of this.#blocks)
      if (Array.isArray(block)) for (const { height } of block) most = Math.max(most, height);
      else most = Math.max(most, block.height);
    return (this.#height = 1 + most);
  }

  get mostHeight(): number {
    return this.#height ?? this.height;
  }

  /** Its elements in chunks; those that were not taken apart are the ones it began with. */
  chunks(): readonly Chunk[] {
    const chunks: Chunk[] = [];
    for (const block of this.#blocks)
      if (Array.isArray(block))
        chunks.push(...chunksOfElements(block.map((element) => element.pieces())));
      else chunks.push(block);
    return chunks;
  }

  pieces(): readonly Buffer[] {
    if (Buffer.isBuffer(this.#text)) return [this.#text];
    const pieces: Buffer[] = [openText];
    for (const block of this.#blocks) {
      if (!Array.isArray(block)) {
        pieces.push(pieces.length === 1 ? block.text.subarray(1) : block.text);
        continue;
      }
      for (const element of block) {
        if (pieces.length > 1) pieces.push(commaText);
        pieces.push(...element.pieces());
      }
    }
    pieces.push(closeText);
    return pieces;
  }

  at(token: string): WorkingValue | undefined {
    const place = this.#place(token, this.count - 1);
    return place && place.block[place.at];
  }

  /** Puts the same value in another form in its place. */
  put(token: string, value: WorkingValue): void {
    this.replace(token, value);
  }

  /** Inserts an element; `-` is behind the last one. False if there is no such place. */
  add(token: string, value: WorkingValue): boolean {
    const place = this.#place(token === "-" ? String(this.count) : token, this.count);
    if (place === undefined) return false;
    const { block, at, position } = place;
    block.splice(at, 0, value);
    if (block.length > maxBlock) this.#blocks.splice(position + 1, 0, block.splice(maxBlock / 2));
    this.count += 1;
    return true;
  }

  /** Replaces an element; false if there is none. */
  replace(token: string, value: WorkingValue): boolean {
    const place = this.#place(token, this.count - 1);
    if (place !== undefined) place.block[place.at] = value;
    return place !== undefined;
  }

  /** Removes an element; false if there is none. */
  remove(token: string): boolean {
    const place = this.#place(token, this.count - 1);
    if (place === undefined) return false;
    place.block.splice(place.at, 1);
    this.count -= 1;
    return true;
  }

  /** Call after a change in it: from now on it is what its elements are. What was put in place makes it `height` high. */
  touch(height: number): void {
    this.#text = undefined;
    if (this.#height !== undefined) this.#height = Math.max(this.#height, height);
  }

  /** Takes the chunk around a position apart; undefined if the position is beyond `last`, or out of reach. */
  #place(token: string, last: number) {
    const index = positionOf(token);
    if (index === undefined || index > last) return undefined;
    if (this.#blocks.length === 0) this.#blocks.push([]);
    let { position, before } = index < this.#found.before ? listStart : this.#found;
    for (;;) {
      const block = this.#blocks[position] ?? [];
      const count = Array.isArray(block) ? block.length : block.count;
      if (index - before < count || position === this.#blocks.length - 1) break;
      before += count;
      position += 1;
    }
    this.#found = { position, before };
    const block = this.#apart(position);
    return block && { block, at: index - before, position };
  }

  #apart(position: number): WorkingValue[] | undefined {
    const block = this.#blocks[position];
    if (Array.isArray(block)) return block;
    if (!this.#reach.takes(block?.count ?? 0)) return undefined;
    const elements = block === undefined ? [] : block.elements().map((text) => new TextValue(text));
    this.#blocks[position] = elements;
    return elements;
  }
}
