import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, relative, resolve } from "node:path";
import { isRight } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { root } from "../support/source-files.ts";

/** Sends a command of the Chrome DevTools Protocol, to V8 in this process or to a page. */
export type Send = (method: string, params?: object) => Promise<unknown>;

/** Where something stands in what V8 runs; both counted from 0. */
export interface Place {
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/** What the scripts of a program were made from. */
export interface Sources {
  /** Whether anything in a script is of interest, by the script's URL. */
  readonly has: (script: string) => boolean;
  /** The source file of a place in it; undefined where that is of no interest. */
  readonly at: (script: string, place: Place) => string | undefined;
}

/** The sources of scripts, each of which lies in a file, as it stands there or with a map beside it that a bundler made. */
export const sourcesOf = (
  fileOf: (script: string) => string | undefined,
  isAsked: (source: string) => boolean,
): Sources => {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (file: string): SourceMap | undefined => {
    const map = `${file}.map`;
    if (!maps.has(file))
      maps.set(
        file,
        existsSync(map) ? new SourceMap(JSON.parse(readFileSync(map, "utf8"))) : undefined,
      );
    return maps.get(file);
  };
  const asked = (path: string): string | undefined => {
    const source = relative(root, path);
    return isAsked(source) ? source : undefined;
  };
  return {
    has: (script) => {
      const file = fileOf(script);
      return file !== undefined && (mapOf(file) !== undefined || asked(file) !== undefined);
    },
    at: (script, { lineNumber, columnNumber }) => {
      const file = fileOf(script);
      if (file === undefined) return undefined;
      const map = mapOf(file);
      if (map === undefined) return asked(file);
      const entry = map.findEntry(lineNumber, columnNumber);
      return "originalSource" in entry
        ? asked(resolve(dirname(file), entry.originalSource))
        : undefined;
    },
  };
};

const called = t.type({
  functionName: t.string,
  ranges: t.array(t.type({ startOffset: t.number, endOffset: t.number, count: t.number })),
});
const coverage = t.type({
  result: t.array(t.type({ scriptId: t.string, url: t.string, functions: t.array(called) })),
});
const source = t.type({ scriptSource: t.string });
const breakable = t.type({
  locations: t.array(t.type({ scriptId: t.string, lineNumber: t.number, columnNumber: t.number })),
});
const evaluated = t.type({ result: t.type({ value: t.array(t.string) }) });

const decode = <A>(codec: t.Type<A, unknown>, answer: unknown): A => {
  const decoded = codec.decode(answer);
  assert(isRight(decoded), `expected ${codec.name}`);
  return decoded.right;
};

/** Turns offsets in a text into places. */
const placesIn = (text: string): ((offset: number) => Place) => {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    const lineNumber = starts.findLastIndex((start) => start <= offset);
    return { lineNumber, columnNumber: offset - (starts[lineNumber] ?? 0) };
  };
};

/** Records which files are called. */
export interface CallRecorder {
  /** The files that are called while `work` runs, in the order of their first call. */
  readonly record: (work: () => Promise<unknown>) => Promise<readonly string[]>;
  /** Takes the logpoints away. */
  readonly end: () => Promise<void>;
}

/**
 * Does `work` once to see by V8's coverage which functions it calls, and puts a logpoint on the first statement of each:
 * a breakpoint whose condition notes the file, and never holds. Later calls of `record` then see the order. Functions
 * that are called more than `most` times have none, since each costs a page a tenth of a millisecond.
 */
export const callRecorder = async (
  send: Send,
  sources: Sources,
  work: () => Promise<unknown>,
  most = Infinity,
): Promise<CallRecorder> => {
  const take = async () => decode(coverage, await send("Profiler.takePreciseCoverage")).result;
  await send("Debugger.enable");
  await send("Profiler.enable");
  await send("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await take();
  await work();
  const scripts = await take();
  await send("Profiler.disable");
  await send("Runtime.evaluate", {
    expression:
      "globalThis.passedFiles = new Set(); globalThis.passes = (file) => { passedFiles.add(file); return false; }",
  });
  for (const { scriptId, url, functions } of scripts) {
    if (!sources.has(url)) continue;
    const { scriptSource } = decode(source, await send("Debugger.getScriptSource", { scriptId }));
    const placeOf = placesIn(scriptSource);
    for (const { ranges } of functions) {
      const [whole] = ranges;
      if (whole === undefined || whole.count === 0 || whole.count > most) continue;
      // The module itself ran when it was loaded.
      if (whole.startOffset === 0 && whole.endOffset === scriptSource.length) continue;
      const range = {
        start: { scriptId, ...placeOf(whole.startOffset) },
        end: { scriptId, ...placeOf(whole.endOffset) },
        restrictToFunction: true,
      };
      const found = decode(breakable, await send("Debugger.getPossibleBreakpoints", range));
      const [location] = found.locations;
      const file = location === undefined ? undefined : sources.at(url, location);
      if (file === undefined) continue;
      const condition = `passes(${JSON.stringify(file)})`;
      await send("Debugger.setBreakpoint", { location, condition });
    }
  }
  const passed = async (): Promise<readonly string[]> => {
    const expression = "const all = [...passedFiles]; passedFiles.clear(); all";
    const answer = await send("Runtime.evaluate", {
      expression: `{ ${expression} }`,
      returnByValue: true,
    });
    return decode(evaluated, answer).result.value;
  };
  return {
    record: async (recorded) => {
      await passed();
      await recorded();
      return passed();
    },
    end: async () => {
      await send("Debugger.disable");
    },
  };
};

/** A way that a page tells of. */
export interface Way {
  /** The files of its table, in their order. */
  readonly files: readonly string[];
  /** Files, or folders with a slash at their end, that are called along the way and stand in no order. */
  readonly beside: readonly string[];
}

const paths = (text: string): readonly string[] =>
  [...text.matchAll(/`((?:src|wal)\/[^`]*)`/g)].map(([, path = ""]) => path);

/** The paths of the paragraph that begins so. */
const pathsBehind = (text: string, beginning: string): readonly string[] =>
  paths(text.split(`\n${beginning}: `)[1]?.split("\n\n")[0] ?? "");

/** What is called along each way of a page. */
export const besideAll = (page: string): readonly string[] =>
  pathsBehind(page, "Along each of these ways");

/** The way below a heading of a page. */
export const wayBelow = (page: string, heading: string): Way => {
  const [, after] = page.split(`\n${heading}\n`);
  assert(after !== undefined, `the page has "${heading}"`);
  const [section = ""] = after.split(/\n#+ /);
  const rows = section.split("\n").filter((line) => /^\| \d+ \|/.test(line));
  const files = rows.flatMap((row) => paths(row).slice(0, 1));
  return { files, beside: pathsBehind(section, "Along the way") };
};

/** Fails where a page tells of another way than was recorded. */
export const assertWay = ({ files, beside }: Way, passed: readonly string[]): void => {
  assert(files.length > 3, `${files.length} files are found`);
  const isOf = (file: string) => (path: string) =>
    path.endsWith("/") ? file.startsWith(path) : file === path;
  const rest = passed.filter((file) => files.includes(file) || !beside.some(isOf(file)));
  assert.deepEqual(rest, files, "the files, in the order of their first call");
  const idle = beside.filter((path) => !passed.some((file) => isOf(file)(path)));
  assert.deepEqual(idle, [], "what is called along the way");
};
