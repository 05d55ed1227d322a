import { countsOf } from "../plan-codecs.ts";
import type { JsonText } from "../raw-json/raw-json.ts";
import { closeObject } from "../raw-json/tokens.ts";
import { type Checksum, checksumOf, joined } from "./checksum.ts";
import { checksumOfList, keepDifferences, type ListText, piecesOfList } from "./list-text.ts";

/** A member of a plan. Immutable, and shared by all revisions that have it. */
export class PlanMember {
  /** Undefined for several members in one piece: see `PlanText.isInPieces`. */
  readonly name: string | undefined;
  /** Its text with a comma before it; for a list only up to the opening bracket. */
  readonly text: Buffer;
  /** Where its value starts in that. */
  readonly valueStart: number;
  /** The rest, for a list. */
  readonly list: ListText | undefined;
  #checksum: Checksum | undefined;

  /** `text` is kept. */
  constructor(name: string | undefined, text: Buffer, valueStart: number, list?: ListText) {
    this.name = name;
    this.text = text;
    this.valueStart = valueStart;
    this.list = list;
  }

  /** Its key as it was written, with the quotes. */
  get key(): string {
    return this.text.toString("utf8", 1, this.valueStart - 1);
  }

  /** Bytes with the comma. */
  get bytes(): number {
    return this.text.length + (this.list === undefined ? 0 : this.list.bytes - 1);
  }

  /** Of the whole text, comma included. */
  get checksum(): Checksum {
    return (this.#checksum ??= this.#sum());
  }

  #sum(): Checksum {
    const { text, list, bytes } = this;
    const own = checksumOf(text);
    return list === undefined ? own : joined([own, checksumOfList(list)], bytes);
  }
}

const end = Buffer.of(closeObject);
const endChecksum = checksumOf(end);

/**
 * A plan's text without its revision, in pieces: its members, and the elements of its lists. An edit makes new pieces
 * where it changes something, and shares all others with the plan before it.
 */
export class PlanText {
  /** In their order; if a name occurs twice, the last one counts. */
  readonly members: readonly PlanMember[];
  /** Of the plan as compact JSON without its revision. */
  readonly bytes: number;

  constructor(members: readonly PlanMember[]) {
    this.members = members;
    const all = members.reduce((sum, member) => sum + member.bytes, 0);
    // Two braces; without a revision the first member has no comma.
    this.bytes = all + (members.length === 0 ? 2 : 1);
  }

  /** Whether each member is a piece. A plan of very many members has some in one piece, and can only be saved whole. */
  get isInPieces(): boolean {
    return this.members.every(({ name }) => name !== undefined);
  }

  /** The member of a name that counts. */
  member(name: string): PlanMember | undefined {
    return this.members.findLast((member) => member.name === name);
  }

  /** Its rooms, and the things besides rooms and floors. */
  get counts(): ReturnType<typeof countsOf> {
    return countsOf((field) => this.member(field)?.list?.count ?? 0);
  }

  /** The plan as a revision, as compact JSON. */
  json(rev: number): JsonText {
    const pieces: Buffer[] = [Buffer.from(`{"rev":${rev}`)];
    for (const { text, list } of this.members) {
      pieces.push(text);
      if (list !== undefined) pieces.push(...piecesOfList(list));
    }
    pieces.push(end);
    return pieces;
  }

  /** The CRC-32 of that. */
  checksum(rev: number): number {
    const first = checksumOf(Buffer.from(`{"rev":${rev}`));
    return joined([first, ...this.members.map(({ checksum }) => checksum), endChecksum], 0).crc;
  }

  /** Keeps from now on, of chunks that are not those of a newer revision, what differs. */
  keepDifferences(newer: PlanText): void {
    for (const [at, member] of this.members.entries()) {
      const other = newer.members[at];
      if (member === other || member.list === undefined || other?.list === undefined) continue;
      if (member.name === other.name) keepDifferences(member.list, other.list);
    }
  }

  /**
   * Its pieces, which hold whole members and elements: the same objects in every revision that shares them with the
   * newest one.
   */
  *pieces(): Generator<Buffer, void, undefined> {
    for (const { text, list } of this.members) {
      yield text;
      for (const chunk of list?.chunks ?? []) yield chunk.text;
    }
  }
}

export const emptyText = new PlanText([]);

/** The text of a revision, and what leads to it from that of the one before. */
export interface RevisionText {
  /** It shares all pieces that are the same. */
  readonly text: PlanText;
  /**
   * As the elements of a JSON Patch: applied to the text before, they make exactly this one. Undefined if they would be
   * longer than the plan, or are not known.
   */
  readonly changes?: Buffer | undefined;
}
