import * as Y from "yjs";
import { furnishedPlan, lampPosition } from "../load/lamp.ts";
import { documentName } from "./peer.ts";

/** A message of Yjs's protocols: each number takes one byte below 128, and seven bits a byte from there on. */
export const varUint = (value: number): readonly number[] =>
  value < 0x80 ? [value] : [0x80 | (value & 0x7f), ...varUint(value >>> 7)];

/** Bytes behind their length. */
export const varBytes = (bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(varUint(bytes.length)), bytes]);

/** A text behind its length. */
export const varText = (text: string): Buffer => varBytes(Buffer.from(text));

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const elementOf = (value: unknown): unknown =>
  isRecord(value) ? new Y.Map(Object.entries(value)) : value;

/** A plan in a Yjs document: each list of the plan is a list of maps, whose fields are plain values. */
export class YjsPlan {
  readonly doc = new Y.Doc();

  get #root(): Y.Map {
    return this.doc.getMap(documentName);
  }

  /** Puts a whole plan into the document, as one update. */
  fill(text: string): void {
    const plan: unknown = JSON.parse(text);
    if (!isRecord(plan)) throw new Error("a plan is an object");
    this.doc.transact(() => {
      this.#root.set("lamp", lampPosition(furnishedPlan(text)));
      for (const [field, value] of Object.entries(plan))
        this.#root.set(
          field,
          Array.isArray(value) ? Y.Array.from(value.map((each) => elementOf(each))) : value,
        );
    });
  }

  /** Whether the document has a plan. */
  get isFilled(): boolean {
    return this.#root.get("furniture") !== undefined;
  }

  get x(): number {
    return Number(this.#lamp.get("x"));
  }

  set x(x: number) {
    this.#lamp.set("x", x);
  }

  get #lamp(): Y.Map {
    const furniture = this.#root.get("furniture");
    const lamp =
      furniture instanceof Y.Array ? furniture.get(Number(this.#root.get("lamp"))) : undefined;
    if (!(lamp instanceof Y.Map)) throw new Error("the document has no lamp");
    return lamp;
  }
}
