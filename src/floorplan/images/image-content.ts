import { setImmediate as turn } from "node:timers/promises";
import { SaxesParser } from "saxes";
import { type FileHandle, type FileSystem, messageOf } from "../../../wal/index.ts";
import type { ImageExtension } from "./image-name.ts";

const chunkBytes = 64 * 1024;

type Signature = (start: string) => boolean;

const isJpeg: Signature = (start) => start.startsWith("\xff\xd8\xff");

/** First bytes of a file of each type: PNG (ISO 15948, 5.2), JPEG (ISO 10918-1, B.1.1.3), RIFF with WEBP (RFC 9649, 2.4). */
const signatures: Readonly<Record<Exclude<ImageExtension, "svg">, Signature>> = {
  png: (start) => start.startsWith("\x89PNG\r\n\x1a\n"),
  jpg: isJpeg,
  jpeg: isJpeg,
  webp: (start) => start.startsWith("RIFF") && start.startsWith("WEBP", 8),
};

/** More than any drawing program nests; the parser's time grows with depth. */
const deepest = 256;
/** More than any drawing program gives to one element, which the parser looks at in one go. */
const mostAttributes = 1000;
/** Characters of a DOCTYPE, which the parser holds whole. */
const longestDoctype = 64 * 1024;

/**
 * Entities that a drawing program may declare for its namespaces. Each stands
 * for its own name: as a namespace that is neither empty nor another's, and
 * no text grows by it.
 */
const declareEntities = (parser: SaxesParser, doctype: string): void => {
  if (doctype.length > longestDoctype)
    throw new Error(`its DOCTYPE is longer than ${longestDoctype} characters`);
  for (const [, name] of doctype.matchAll(/<!ENTITY\s+([\w.:-]+)\s+["']/g))
    if (name !== undefined) parser.ENTITIES[name] = name;
};

async function* chunks(file: FileHandle): AsyncGenerator<Buffer> {
  const buffer = Buffer.alloc(chunkBytes);
  for (let position = 0; ;) {
    const read = await file.read(buffer, position);
    if (read === 0) return;
    position += read;
    yield buffer.subarray(0, read);
    // A large drawing takes a while to check; saves go on between its parts.
    await turn();
  }
}

/** What is wrong with an SVG: not UTF-8, not well-formed, or another root than `svg`. */
const svgProblem = async (file: FileHandle): Promise<string | undefined> => {
  const parser = new SaxesParser({ xmlns: true });
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let root: string | undefined;
  let depth = 0;
  let attributes = 0;
  parser.on("doctype", (doctype) => declareEntities(parser, doctype));
  parser.on("opentagstart", () => {
    depth += 1;
    attributes = 0;
    if (depth > deepest) throw new Error(`it is nested deeper than ${deepest}`);
  });
  parser.on("attribute", () => {
    attributes += 1;
    if (attributes > mostAttributes)
      throw new Error(`an element has more than ${mostAttributes} attributes`);
  });
  parser.on("opentag", (tag) => {
    root ??= tag.local;
  });
  parser.on("closetag", () => {
    depth -= 1;
  });
  parser.on("error", (error) => {
    throw error;
  });
  try {
    for await (const chunk of chunks(file)) parser.write(decoder.decode(chunk, { stream: true }));
    parser.write(decoder.decode()).close();
  } catch (error) {
    return `is no well-formed SVG: ${messageOf(error)}`;
  }
  return root === "svg" ? undefined : "is XML, but no SVG: its root is not svg";
};

/** What is wrong with an image: its content is not what its extension says. Undefined: nothing. */
export const contentProblem = async (
  fs: FileSystem,
  path: string,
  extension: ImageExtension,
): Promise<string | undefined> => {
  const file = await fs.open(path, "read");
  try {
    if (extension === "svg") return await svgProblem(file);
    const start = Buffer.alloc(16);
    const read = await file.read(start, 0);
    return signatures[extension](start.toString("latin1", 0, read))
      ? undefined
      : `is no ${extension}: its content is something else`;
  } finally {
    await file.close();
  }
};
