import { SaxesParser } from "saxes";
import type { GivenFile } from "../import-result.ts";
import { textOf } from "../json-source.ts";
import { checkLimit, hasControls, type ImportLimits, refuse, ImportRefused } from "../refusal.ts";
import { type Point, roundForStorage } from "../../geometry/vector.ts";

interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  readonly text: string;
  /** 1-based line of its start. */
  readonly line: number;
}

interface Open extends XmlElement {
  readonly attributes: Map<string, string>;
  readonly children: XmlElement[];
  text: string;
}

/** Characters parsed at a time; what the parser holds is checked in between. */
const pieceLength = 64 * 1024;

/** Fields in which saxes accumulates text without a limit. */
const heldFields = ["text", "name", "entity", "piTarget"];

/** The length of the longest field that saxes accumulates. */
const heldIn = (parser: SaxesParser): number =>
  Math.max(
    ...heldFields.map((field) => {
      const held: unknown = Reflect.get(parser, field);
      if (typeof held !== "string") throw new TypeError(`saxes has no field ${field} any more`);
      return held.length;
    }),
  );

/** Parses XML into its root element. Refuses declared types and entities, which may expand without end. */
export const xmlOf = (file: GivenFile, limits: ImportLimits): XmlElement => {
  const { name: fileName } = file;
  const text = textOf(file);
  const parser = new SaxesParser({ xmlns: false, position: true });
  const open: Open[] = [];
  let root: XmlElement | undefined;
  let line = 1;
  let count = 0;
  const here = (): string => `${parser.line}:${parser.column}`;
  const held = (length: number): void => checkLimit(limits, "importText", length, fileName, here());
  const another = (): void => {
    count += 1;
    checkLimit(limits, "importElements", count, fileName, here());
  };
  parser.on("doctype", () => refuse("declaredEntities", fileName, { place: here() }));
  parser.on("error", () => refuse("damagedXml", fileName, { place: here() }));
  parser.on("opentagstart", () => {
    ({ line } = parser);
    another();
    checkLimit(limits, "importDepth", open.length + 1, fileName, here());
  });
  parser.on("attribute", another);
  parser.on("opentag", ({ name, attributes }) => {
    const element: Open = {
      name,
      attributes: new Map(Object.entries(attributes)),
      children: [],
      text: "",
      line,
    };
    for (const value of element.attributes.values()) held(value.length);
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const addText = (more: string): void => {
    const element = open.at(-1);
    if (element === undefined) return;
    element.text += more;
    held(element.text.length);
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    open.pop();
  });
  try {
    for (let at = 0; at < text.length; at += pieceLength) {
      parser.write(text.slice(at, at + pieceLength));
      held(heldIn(parser));
    }
    parser.close();
  } catch (error) {
    if (error instanceof ImportRefused) throw error;
    if (error instanceof TypeError) throw error;
    return refuse("damagedXml", fileName, { place: here() });
  }
  return root ?? refuse("damagedXml", fileName);
};

/** A number as Java's `Float.parseFloat` reads it, except NaN and Infinity. */
const floatPattern = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?\s*$/;

/** An element of a home with typed attributes; refusals name its line. */
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

  /** Its children, all or those with one of some names. */
  children(...names: readonly string[]): readonly HomeElement[] {
    const all = this.xml.children;
    const wanted = names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
    return wanted.map((child) => new HomeElement(child, this.file, this.limits));
  }

  has(attribute: string): boolean {
    return this.xml.attributes.has(attribute);
  }

  /** An attribute's position. */
  placeOf(attribute: string): string {
    return `${this.xml.line}, ${this.name}.${attribute}`;
  }

  /** A string; undefined if it is missing. */
  text(attribute: string): string | undefined {
    const text = this.xml.attributes.get(attribute);
    if (text !== undefined && hasControls(text))
      refuse("badText", this.file, { place: this.placeOf(attribute) });
    return text;
  }

  /** A number; refuses a missing one without a default. */
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

  /** Metres, from an attribute in centimetres. */
  metres(attribute: string, otherwise?: number): number {
    const metres = this.number(attribute, otherwise) / 100;
    checkLimit(this.limits, "importMetres", Math.abs(metres), this.file, this.placeOf(attribute));
    return metres;
  }

  /** A point in metres, from two attributes in centimetres. */
  point(x: string, y: string): Point {
    return [this.metres(x), this.metres(y)];
  }

  /** A valid size in metres. */
  size(attribute: string): number {
    const size = roundForStorage(this.metres(attribute));
    return size >= 0 ? size : refuse("badNumber", this.file, { place: this.placeOf(attribute) });
  }

  /** Degrees, from an attribute in radians. */
  degrees(attribute: string): number {
    return (this.number(attribute, 0) * 180) / Math.PI;
  }

  /** A CSS colour, from one such as `FF336699`. */
  colour(attribute: string): string | undefined {
    const digits = /^(?:[0-9a-f]{2})?([0-9a-f]{6})$/i.exec(this.text(attribute) ?? "")?.[1];
    return digits === undefined ? undefined : `#${digits.toLowerCase()}`;
  }
}
