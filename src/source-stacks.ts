import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { pathToFileURL } from "node:url";
import { isBuilt } from "./server/paths.ts";

/** The map beside a file that was built; undefined for any other file. */
const readMap = (file: string): SourceMap | undefined => {
  if (!file.endsWith(".cjs")) return undefined;
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, "utf8")));
  } catch {
    return undefined;
  }
};

/**
 * Makes every stack of this thread name files and lines of the sources, where this is what was
 * built. Nothing is read before somebody looks at a first stack; Node.js's own
 * `--enable-source-maps` reads each map with its file, also where nothing ever fails.
 */
export const nameSourcesInStacks = (): void => {
  if (!isBuilt) return;
  const maps = new Map<string, SourceMap | undefined>();
  const inSource = (text: string, frame: NodeJS.CallSite | undefined): string => {
    const file = frame?.getFileName() ?? "";
    const [line, column] = [frame?.getLineNumber() ?? 1, frame?.getColumnNumber() ?? 1];
    if (!maps.has(file)) maps.set(file, readMap(file));
    const entry = maps.get(file)?.findEntry(line - 1, column - 1);
    if (entry === undefined || !("originalSource" in entry)) return text;
    const { href } = new URL(entry.originalSource, pathToFileURL(file));
    const place = `${href}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    return text.replace(`${file}:${line}:${column}`, place);
  };
  // V8 asks for a stack's text with this, when it is wanted (https://v8.dev/docs/stack-trace-api).
  Error.prepareStackTrace = (error, frames) => {
    const texts = frames.map(String);
    const lines = texts.map((text, position) => `    at ${inSource(text, frames[position])}`);
    return [String(error), ...lines].join("\n");
  };
};
