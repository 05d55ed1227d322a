import { type Point, tidy } from "../../geometry/vector.ts";
import type { ImportLimits } from "../../../import/limits.ts";
import { checkLimit, refuse } from "../refusal.ts";
import { hasControls } from "../../../import/shown.ts";
import type { XmlElement } from "../../../import/xml.ts";

/** A number as Java's `Float.parseFloat` reads it, without its words for what is none. */
const floatPattern = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?\s*$/;

/** An element of a home, whose attributes are read as what they mean; what is wrong with one is told by its line. */
export class HomeElement {
  readonly xml: XmlElement;
  readonly file: string;
  readonly limits: ImportLimits;

  constructor(xml: XmlElement, file: string, limits: ImportLimits) {
    this.xml = xml;
    this.file = file;
    this.limits = limits;
  }

  get name(): string {
    return this.xml.name;
  }

  /** Its children with a name, or of any. */
  children(...names: readonly string[]): readonly HomeElement[] {
    const all = this.xml.children;
    const wanted = names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
    return wanted.map((child) => new HomeElement(child, this.file, this.limits));
  }

  has(attribute: string): boolean {
    return this.xml.attributes.has(attribute);
  }

  /** Where an attribute stands. */
  placeOf(attribute: string): string {
    return `${this.xml.line}, ${this.name}.${attribute}`;
  }

  /** A text; undefined where it is missing. */
  text(attribute: string): string | undefined {
    const text = this.xml.attributes.get(attribute);
    if (text !== undefined && hasControls(text))
      refuse("badText", this.file, { place: this.placeOf(attribute) });
    return text;
  }

  /** A number; what is missing and has no usual value is refused. */
  number(attribute: string, otherwise?: number): number {
    const text = this.xml.attributes.get(attribute);
    if (text === undefined)
      return (
        otherwise ??
        refuse("wrongType", this.file, { place: this.placeOf(attribute), expected: "a number" })
      );
    const number = floatPattern.test(text) ? Number.parseFloat(text) : Number.NaN;
    return Number.isFinite(number)
      ? number
      : refuse("badNumber", this.file, { place: this.placeOf(attribute) });
  }

  /** Metres, of an attribute in centimetres. */
  metres(attribute: string, otherwise?: number): number {
    const metres = this.number(attribute, otherwise) / 100;
    checkLimit(this.limits, "importMetres", Math.abs(metres), this.file, this.placeOf(attribute));
    return metres;
  }

  /** A point in metres, of two attributes in centimetres. */
  point(x: string, y: string): Point {
    return [this.metres(x), this.metres(y)];
  }

  /** Metres that a thing can have as its size. */
  size(attribute: string): number {
    const size = tidy(this.metres(attribute));
    return size >= 0 ? size : refuse("badNumber", this.file, { place: this.placeOf(attribute) });
  }

  /** Degrees, of an attribute in radians. */
  degrees(attribute: string): number {
    return (this.number(attribute, 0) * 180) / Math.PI;
  }

  /** A colour as we write it, of one such as `FF336699`. */
  colour(attribute: string): string | undefined {
    const digits = /^(?:[0-9a-f]{2})?([0-9a-f]{6})$/i.exec(this.text(attribute) ?? "")?.[1];
    return digits === undefined ? undefined : `#${digits.toLowerCase()}`;
  }
}
