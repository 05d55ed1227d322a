import { closeObject, colon, comma, openObject } from "../raw-json/tokens.ts";
import { heightIn, type MemberPlace } from "../raw-json/trusted.ts";
import { TextValue, type WorkingValue } from "./working-value.ts";

const openText = Buffer.of(openObject);
const closeText = Buffer.of(closeObject);
const commaText = Buffer.of(comma);
const colonText = Buffer.of(colon);

/** A member of an object: its key with the quotes, and its value. */
interface WorkingMember {
  readonly key: Buffer;
  value: WorkingValue;
}

/**
 * An object whose members can be reached. A changed object has each key once, where it stood first, with the value that
 * counted: the last one.
 */
export class ObjectValue implements WorkingValue {
  /** In the order of the text. */
  readonly members = new Map<string, WorkingMember>();
  /** Its text while nothing in it was changed. */
  #text: Buffer | undefined;
  /** Of a changed object at least its height: removals do not count. */
  #height: number | undefined;

  private constructor(text?: Buffer) {
    this.#text = text;
  }

  /** An object of a text that is one; `places` are its members. */
  static ofText(text: Buffer, places: readonly MemberPlace[]): ObjectValue {
    const object = new ObjectValue(text);
    for (const { name, start, valueStart, end } of places)
      object.members.set(name, {
        key: text.subarray(start, valueStart - 1),
        value: new TextValue(text.subarray(valueStart, end)),
      });
    return object;
  }

  /** An object of members that has no text yet. */
  static ofMembers(members: Iterable<readonly [string, WorkingMember]>): ObjectValue {
    const object = new ObjectValue();
    for (const [name, member] of members) object.members.set(name, member);
    return object;
  }

  get intact(): Buffer | undefined {
    return this.#text;
  }

  get height(): number {
    if (this.#text !== undefined) return (this.#height ??= heightIn(this.#text));
    let most = 0;
    for (const { value } of this.members.values()) most = Math.max(most, value.height);
    return (this.#height = 1 + most);
  }

  get mostHeight(): number {
    return this.#height ?? this.height;
  }

  pieces(): readonly Buffer[] {
    if (this.#text !== undefined) return [this.#text];
    const pieces: Buffer[] = [openText];
    for (const { key, value } of this.members.values()) {
      if (pieces.length > 1) pieces.push(commaText);
      pieces.push(key, colonText, ...value.pieces());
    }
    pieces.push(closeText);
    return pieces;
  }

  at(token: string): WorkingValue | undefined {
    return this.members.get(token)?.value;
  }

  /** Puts the same value in another form in its place. */
  put(token: string, value: WorkingValue): void {
    const member = this.members.get(token);
    if (member !== undefined) member.value = value;
  }

  /** Adds a member, or replaces its value. */
  add(token: string, value: WorkingValue): true {
    const key = this.members.get(token)?.key ?? Buffer.from(JSON.stringify(token));
    this.members.set(token, { key, value });
    return true;
  }

  /** Replaces the value of a member; false if there is none. */
  replace(token: string, value: WorkingValue): boolean {
    return this.members.has(token) && this.add(token, value);
  }

  /** Removes a member; false if there is none. */
  remove(token: string): boolean {
    return this.members.delete(token);
  }

  /** Call after a change in it: from now on it is what its members are. What was put in place makes it `height` high. */
  touch(height: number): void {
    this.#text = undefined;
    if (this.#height !== undefined) this.#height = Math.max(this.#height, height);
  }
}
