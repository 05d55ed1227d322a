import type { Point } from "../../geometry/vector.ts";

/** Digits of coordinates in a drawing: a hundredth of a millimetre. */
const decimals = 5;

/** A number as DXF has it, without the sign of a zero. */
const numberText = (value: number): string => {
  const rounded = Number(value.toFixed(decimals));
  return Number.isInteger(rounded) ? rounded.toFixed(1) : String(rounded);
};

/** A line of text without control characters, which end a line of the file. */
export const lineOfText = (text: string): string => text.replaceAll(/\p{Cc}/gu, " ");

/** Collects the tags of a DXF file, each a group code and a value on lines of their own. */
export class DxfTags {
  readonly #lines: string[] = [];

  /** Adds a tag; codes 10 to 59 and 140 to 149 hold fractions, the others texts and whole numbers. */
  add(code: number, value: string | number): this {
    const isFraction = (code >= 10 && code <= 59) || (code >= 140 && code <= 149);
    const text = typeof value === "number" && isFraction ? numberText(value) : String(value);
    this.#lines.push(String(code).padStart(3), text);
    return this;
  }

  /** Adds a place in the plan's metres under a code and the codes 10 and 20 above it; y points up, so it is -z. */
  point(code: number, [x, z]: Point): this {
    return this.flat(code, [x, z]).add(code + 20, 0);
  }

  /** The same without a height. */
  flat(code: number, [x, z]: Point): this {
    return this.add(code, x).add(code + 10, -z);
  }

  /** The file so far. */
  get text(): string {
    return `${this.#lines.join("\r\n")}\r\n`;
  }
}
