import { heightIn } from "../raw-json/trusted.ts";
import type { ListText } from "../text/list-text.ts";

/** A value of a document that is being changed. */
export interface WorkingValue {
  /** Levels of nesting: 0 for a scalar. */
  readonly height: number;
  /** At least that, found without a look at all that is in it where that is possible. */
  readonly mostHeight: number;
  /** Its text while nothing in it was changed. */
  readonly intact: Buffer | ListText | undefined;
  /** Its text, in pieces. */
  readonly pieces: () => readonly Buffer[];
}

/** A value that nobody has reached into. */
export class TextValue implements WorkingValue {
  readonly text: Buffer;
  #height: number | undefined;
  #scalar: unknown;

  /** `text` is compact JSON. */
  constructor(text: Buffer) {
    this.text = text;
  }

  get intact(): Buffer {
    return this.text;
  }

  get height(): number {
    return (this.#height ??= heightIn(this.text));
  }

  get mostHeight(): number {
    return this.height;
  }

  pieces(): readonly Buffer[] {
    return [this.text];
  }

  /** The scalar that it is, parsed once. */
  scalar(): unknown {
    return (this.#scalar ??= JSON.parse(this.text.toString()));
  }
}
