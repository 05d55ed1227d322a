import { SaxesParser } from "saxes";
import type { GivenFile } from "../model/import/import-result.ts";
import { textOf } from "./json-file.ts";
import type { ImportLimits } from "./limits.ts";
import { Refused, refuse, checkLimit } from "../model/import/refusal.ts";

/** An element of an XML file. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  readonly text: string;
  /** The line that it begins in, from 1. */
  readonly line: number;
}

/** An element that is not closed yet. */
interface Open extends XmlElement {
  readonly attributes: Map<string, string>;
  readonly children: XmlElement[];
  text: string;
}

/** Characters that the parser gets at once; between them is looked at what it holds. */
const pieceLength = 64 * 1024;

/** Where saxes puts together, without a limit, what it tells of at its end. */
const heldFields = ["text", "name", "entity", "piTarget"];

/** Characters of the longest that saxes holds in a field which it does not show. */
const heldIn = (parser: SaxesParser): number =>
  Math.max(
    ...heldFields.map((field) => {
      const held: unknown = Reflect.get(parser, field);
      if (typeof held !== "string") throw new TypeError(`saxes has no field ${field} any more`);
      return held.length;
    }),
  );

/** The root of a file of XML. Whatever declares types or entities of its own is refused, as it may grow without end. */
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
    if (error instanceof Refused) throw error;
    if (error instanceof TypeError) throw error;
    return refuse("damagedXml", fileName, { place: here() });
  }
  return root ?? refuse("damagedXml", fileName);
};
