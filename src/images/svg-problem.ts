import { SaxesParser } from "saxes";
import { type FileHandle, messageOf } from "../../wal/index.ts";
import type { LoopTurns } from "../server/runtime/event-loop-turns.ts";

/** What is checked in one turn of the event loop; it takes about a millisecond. */
const pieceBytes = 16 * 1024;

/** More than any drawing program nests; the parser's time grows with depth. */
const deepest = 256;
/** More than any drawing program gives to one element, which the parser looks at in one go. */
const mostAttributes = 1000;
/** Characters of a name, of whatever it is one. */
const longestName = 1024;
/** Characters of a DOCTYPE or a comment in front of the root element. */
const longestInFront = 16 * 1024;
/** Characters of a comment, an attribute and the like that are kept until it ends. */
const longestKept = 4 * 1024;

/** Where saxes puts together, without a limit, what it tells of at its end. */
const nameFields = ["name", "entity", "piTarget"];
const textField = "text";

/** How long it is what saxes holds in a field that it does not show. */
const lengthOf = (parser: SaxesParser, field: string): number => {
  const held: unknown = Reflect.get(parser, field);
  if (typeof held !== "string") throw new TypeError(`saxes has no field ${field} any more`);
  return held.length;
};

/**
 * Bounds what a parser holds between two pieces of a drawing. Of a comment, a CDATA section or an attribute nothing is
 * asked but that it is well-formed, so that the beginning of a long one can go: character by character, saxes holds it
 * in many times its length.
 */
const letGo = (parser: SaxesParser, hasRoot: boolean): void => {
  if (nameFields.some((field) => lengthOf(parser, field) > longestName))
    throw new Error(`a name in it is longer than ${longestName} characters`);
  const length = lengthOf(parser, textField);
  // Only a DOCTYPE is read, which cannot come later.
  if (!hasRoot && length > longestInFront)
    throw new Error(`what is in front of its root is longer than ${longestInFront} characters`);
  if (hasRoot && length > longestKept) Reflect.set(parser, textField, "");
};

/**
 * Entities that a drawing program may declare for its namespaces. Each stands for its own name: as a namespace that is
 * neither empty nor another's, and no text grows by it.
 */
const declareEntities = (parser: SaxesParser, doctype: string): void => {
  for (const [, name] of doctype.matchAll(/<!ENTITY\s+([\w.:-]+)\s+["']/g))
    if (name !== undefined) parser.ENTITIES[name] = name;
};

/** What was met so far of a drawing's root element. */
interface Met {
  hasRoot: boolean;
  /** Its name, known with its last attribute. */
  root?: string;
}

/** A parser that throws at whatever is not well-formed or too much. */
const makeParser = (): { readonly parser: SaxesParser; readonly met: Met } => {
  const parser = new SaxesParser({ xmlns: true });
  const met: Met = { hasRoot: false };
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
    if (attributes > mostAttributes)
      throw new Error(`an element has more than ${mostAttributes} attributes`);
    attribute.value = "";
  });
  parser.on("opentag", (tag) => {
    met.root ??= tag.local;
    // It is held as long as the element is open.
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

/** Tells of a fault without repeating much of the drawing. */
const inShort = (message: string): string =>
  message.length > 200 ? `${message.slice(0, 200)}…` : message;

/**
 * What is wrong with an SVG: not UTF-8, not well-formed, or another root than `svg`; undefined: nothing. Holds no more
 * of it than a piece, and takes its turn for each. Rejects with the signal's reason when that aborts.
 */
export const svgProblem = async (
  file: FileHandle,
  turns: LoopTurns,
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
      return `is no well-formed SVG: ${inShort(messageOf(error))}`;
    }
  }
  return met.root === "svg" ? undefined : "is XML, but no SVG: its root is not svg";
};
