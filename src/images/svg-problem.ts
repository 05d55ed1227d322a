import { SaxesParser } from "saxes";
import { type FileHandle, messageOf } from "../../wal/index.ts";
import type { EventLoopTurns } from "../server/runtime/event-loop-turns.ts";

/** Checked in one turn of the event loop, in about a millisecond. */
const pieceBytes = 16 * 1024;

/** More than drawing programs nest; parsing time grows with depth. */
const deepest = 256;
/** More than drawing programs use; the parser reads all attributes of an element in one step. */
const maxAttributes = 1000;
const longestName = 1024;
/** Characters of a DOCTYPE or comment before the root element. */
const longestInFront = 16 * 1024;
/** Characters kept of a comment, attribute and the like before it ends. */
const longestKept = 4 * 1024;

/** Fields in which saxes accumulates text without a limit. */
const nameFields = ["name", "entity", "piTarget"];
const textField = "text";

/** The length of a private field of saxes. */
const lengthOf = (parser: SaxesParser, field: string): number => {
  const held: unknown = Reflect.get(parser, field);
  if (typeof held !== "string") throw new TypeError(`saxes has no field ${field} any more`);
  return held.length;
};

/**
 * Bounds the parser's memory between two pieces. Comments, CDATA sections and attributes only have to be well-formed,
 * so the beginning of a long one may be dropped; saxes holds it character by character, at many times its length.
 */
const letGo = (parser: SaxesParser, hasRoot: boolean): void => {
  if (nameFields.some((field) => lengthOf(parser, field) > longestName))
    throw new Error(`a name in it is longer than ${longestName} characters`);
  const length = lengthOf(parser, textField);
  // Only a DOCTYPE's text is used, which precedes the root.
  if (!hasRoot && length > longestInFront)
    throw new Error(`the text before its root is longer than ${longestInFront} characters`);
  if (hasRoot && length > longestKept) Reflect.set(parser, textField, "");
};

/**
 * Declares the entities that drawing programs use for namespaces. Each expands to its own name, so that it is neither
 * empty nor a known namespace, and no text grows.
 */
const declareEntities = (parser: SaxesParser, doctype: string): void => {
  for (const [, name] of doctype.matchAll(/<!ENTITY\s+([\w.:-]+)\s+["']/g))
    if (name !== undefined) parser.ENTITIES[name] = name;
};

interface RootElement {
  hasRoot: boolean;
  /** Known after its last attribute. */
  root?: string;
}

/** A parser that throws if a drawing is malformed or too large. */
const makeParser = (): { readonly parser: SaxesParser; readonly met: RootElement } => {
  const parser = new SaxesParser({ xmlns: true });
  const met: RootElement = { hasRoot: false };
  let depth = 0;
  let attributes = 0;
  parser.on("doctype", (doctype) => declareEntities(parser, doctype));
  parser.on("opentagstart", () => {
    met.hasRoot = true;
    depth += 1;
    attributes = 0;
    if (depth > deepest) throw new Error(`it is nested deeper than ${deepest}`);
  });
  parser.on("attribute", (attribute) => {
    attributes += 1;
    if (attributes > maxAttributes)
      throw new Error(`an element has more than ${maxAttributes} attributes`);
    attribute.value = "";
  });
  parser.on("opentag", (tag) => {
    met.root ??= tag.local;
    // The parser would keep it while the element is open.
    tag.attributes = {};
  });
  parser.on("closetag", () => {
    depth -= 1;
  });
  parser.on("error", (error) => {
    throw error;
  });
  return { parser, met };
};

/** Shortens an error that quotes the drawing. */
const inShort = (message: string): string =>
  message.length > 200 ? `${message.slice(0, 200)}…` : message;

/**
 * What is wrong with an SVG: not UTF-8, malformed, or a root other than `svg`; undefined if nothing is. Holds one piece
 * in memory, and yields between pieces. Rejects with the signal's reason when it aborts.
 */
export const svgProblem = async (
  file: FileHandle,
  turns: EventLoopTurns,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const { parser, met } = makeParser();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const piece = Buffer.alloc(pieceBytes);
  let position = 0;
  for (let isOver = false; !isOver;) {
    const read = await file.read(piece, position);
    await turns.next();
    signal.throwIfAborted();
    position += read;
    isOver = read === 0;
    try {
      parser.write(decoder.decode(piece.subarray(0, read), { stream: !isOver }));
      letGo(parser, met.hasRoot);
      if (isOver) parser.close();
    } catch (error) {
      return `is not well-formed SVG: ${inShort(messageOf(error))}`;
    }
  }
  return met.root === "svg" ? undefined : "is XML, but not SVG: its root is not svg";
};
