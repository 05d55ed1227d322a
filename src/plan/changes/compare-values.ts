import { memberPlaces } from "../raw-json/trusted.ts";
import { openObject } from "../raw-json/tokens.ts";
import { bytesOfOperation, type Operation } from "./patch.ts";
import { placeIn, type Pointer, wholeDocument } from "./pointer.ts";

/**
 * Bytes that may be compared one by one, some milliseconds: more would block others. Edits in some eighty places of a long
 * list are within it; a save that differs in more is followed as a plan.
 */
const maxCompared = 1024 * 1024;

/** What an operation takes to write, however short it is, in bytes. */
const operationBytes = 64;

/** What is left of the bytes that a comparison may look at. */
class Effort {
  #bytes = maxCompared;

  spend(bytes: number): boolean {
    this.#bytes -= bytes;
    return this.#bytes >= 0;
  }
}

/** Writes operations on one place of a document. */
export class Writer {
  readonly #effort: Effort;
  readonly #around: Writer | undefined;
  readonly #token: string;
  #known: Pointer | undefined;

  /** Without arguments on all of it; else on the part `token` of what is `around`. */
  constructor(effort = new Effort(), around?: Writer, token = "") {
    this.#effort = effort;
    this.#around = around;
    this.#token = token;
  }

  /** Made when it is needed: most places are as they were. */
  get #path(): Pointer {
    const around = this.#around;
    return (this.#known ??=
      around === undefined ? wholeDocument : placeIn(around.#path, this.#token));
  }

  /** Whether so many bytes more may be looked at one by one. */
  spend(bytes: number): boolean {
    return this.#effort.spend(bytes);
  }

  /** Bytes of an operation on a part of this place, besides its value and name. */
  get bytes(): number {
    return this.#path.text.length + operationBytes;
  }

  /** A member or element of what is at this place. */
  at(token: string | number): Writer {
    return new Writer(this.#effort, this, String(token));
  }

  add(value: Buffer): Operation {
    return { op: "add", path: this.#path, value };
  }

  replace(value: Buffer): Operation {
    return { op: "replace", path: this.#path, value };
  }

  remove(): Operation {
    return { op: "remove", path: this.#path };
  }

  moveFrom(from: Writer): Operation {
    return { op: "move", from: from.#path, path: this.#path };
  }
}

/** A member of an object: its name, its key as it was written, with the quotes, and its value. */
export interface NamedValue<A> {
  readonly name: string;
  readonly key: string;
  readonly value: A;
}

/** What has become of an object's members. */
interface MemberChanges<A, B> {
  readonly removed: readonly string[];
  readonly kept: readonly (readonly [NamedValue<A>, NamedValue<B>])[];
  readonly added: readonly NamedValue<B>[];
}

/**
 * Pairs the members of two objects; undefined if no patch leads from the text of one to that of the other: removals
 * keep the order, additions come last, and a key is written as it was, or, if it is new, as JSON is.
 */
export const pairMembers = <A, B>(
  before: readonly NamedValue<A>[],
  after: readonly NamedValue<B>[],
): MemberChanges<A, B> | undefined => {
  const old = new Map(before.map((member) => [member.name, member]));
  const now = new Set(after.map(({ name }) => name));
  if (old.size < before.length || now.size < after.length) return undefined;
  const kept: (readonly [NamedValue<A>, NamedValue<B>])[] = [];
  const added: NamedValue<B>[] = [];
  for (const member of after) {
    const known = old.get(member.name);
    if (known === undefined) {
      if (member.key !== JSON.stringify(member.name)) return undefined;
      added.push(member);
    } else if (added.length > 0 || member.key !== known.key) return undefined;
    else kept.push([known, member]);
  }
  const stays = before.filter(({ name }) => now.has(name));
  if (stays.some(({ name }, at) => kept[at]?.[0].name !== name)) return undefined;
  return {
    removed: before.filter(({ name }) => !now.has(name)).map(({ name }) => name),
    kept,
    added,
  };
};

const valuesIn = (object: Buffer): readonly NamedValue<Buffer>[] =>
  memberPlaces(object).map(({ name, start, valueStart, end }) => ({
    name,
    key: object.toString("utf8", start, valueStart - 1),
    value: object.subarray(valueStart, end),
  }));

const bytesOfAll = (operations: readonly Operation[]): number =>
  operations.reduce((sum, operation) => sum + bytesOfOperation(operation), 0);

const compareObjects = (
  before: Buffer,
  after: Buffer,
  write: Writer,
): readonly Operation[] | undefined => {
  const [old, now] = [valuesIn(before), valuesIn(after)];
  if (!write.spend(write.bytes * (old.length + now.length))) return undefined;
  const changes = pairMembers(old, now);
  if (changes === undefined) return undefined;
  const { removed, kept, added } = changes;
  return [
    ...removed.map((name) => write.at(name).remove()),
    ...kept.flatMap(([{ value }, next]) =>
      value.equals(next.value) ? [] : compareValues(value, next.value, write.at(next.name)),
    ),
    ...added.map(({ name, value }) => write.at(name).add(value)),
  ];
};

/** The shortest of the operations known here that make a value another one, as compact JSON in the same order. */
export const compareValues = (
  before: Buffer,
  after: Buffer,
  write: Writer,
): readonly Operation[] => {
  const whole = [write.replace(after)];
  if (before[0] !== openObject || after[0] !== openObject) return whole;
  if (!write.spend(before.length + after.length)) return whole;
  const parts = compareObjects(before, after, write);
  return parts !== undefined && bytesOfAll(parts) < bytesOfAll(whole) ? parts : whole;
};
