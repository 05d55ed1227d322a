import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { drivesBrowsers } from "./test-files.ts";

/** The most files per process, so that a crash hides few results. */
const defaultMost = 24;

/** Files that start first within their sort because they take longest, so that none of them runs alone at the end. */
const longest =
  /^test\/(?:campaign|packages|run\.test|web\/(?:proxies|page|kiosk)|storage\/etcd\/(?:import|client\/three)|backup\/schedule|server\/metrics)/;

/** Files that mostly wait, for programs, nodes or time. */
const waits = /^test\/(?:backup|campaign|cli|cluster|packages|service|storage|run\.test)/;

/** The sorts of files, by the resource that they need most. */
const sorts: readonly ((file: string) => boolean)[] = [
  drivesBrowsers,
  (file) => waits.test(file),
  (file) => !drivesBrowsers(file) && !waits.test(file),
];

/** Distributes files round-robin, since slow files often have neighbouring names. */
const deal = (files: readonly string[], most: number): readonly (readonly string[])[] => {
  const first = files.filter((file) => longest.test(file));
  const dealt = [...first, ...files.filter((file) => !longest.test(file))];
  const processes = Math.ceil(files.length / most);
  return Array.from({ length: processes }, (_, process) =>
    dealt.filter((_file, position) => position % processes === process),
  );
};

/** Files that drive browsers are most of the work: in smaller processes none of them is left to run alone at the end. */
const mostBrowsing = 12;

/** How many processes of a sort start in each turn, in the order of the sorts. */
const perTurn = [2, 1, 1] as const;

/**
 * Groups files into processes, at most `most` files of one sort each. The sorts take turns, so that files that drive
 * browsers run beside files that wait; those are in the majority, so that they do not come last.
 */
export const inProcesses = (
  files: readonly string[],
  most = defaultMost,
): readonly (readonly string[])[] => {
  const dealt = sorts.map((isOfSort, sort) => {
    const ofSort = files.filter(isOfSort);
    return deal(ofSort, sort === 0 ? Math.min(most, mostBrowsing) : most);
  });
  const turns = Math.max(...dealt.map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) =>
    dealt.flatMap((processes, sort) => {
      const many = perTurn[sort] ?? 1;
      return processes.slice(turn * many, (turn + 1) * many);
    }),
  ).flat();
};

/** The start of a line about an error outside any test: the runner's own line has no stack, and may be far from the end. */
export const uncaughtMark = "uncaught by any test:";

/**
 * Reports such an error on one line, since the runner reads output by lines. A file handle that was never closed and is
 * garbage-collected is such an error in Node.js 26, which would end a service; before, it was only a warning (DEP0137).
 */
const tellsUncaught = `for (const kind of ["uncaughtException", "unhandledRejection"])
  process.on(kind, (error) =>
    console.error("${uncaughtMark}", String(error?.stack ?? error).replaceAll(/\\s+/g, " ")));
process.on("warning", (warning) => {
  if (/garbage collection$/.test(warning.message)) throw warning;
});`;

/** The code of a process: each file becomes a suite with its tests and hooks, and a timeout in ms. */
const entry = (files: readonly string[], timeout: number): string =>
  [
    'import { describe } from "node:test";',
    tellsUncaught,
    ...files.map((file) => {
      const name = JSON.stringify(file);
      const path = JSON.stringify(resolve(file));
      return `describe(${name}, { timeout: ${timeout} }, () => import(${path}));`;
    }),
    "",
  ].join("\n");

/** Writes the code of each process into a folder, and returns the paths. */
export const writeEntries = (
  folder: string,
  processes: readonly (readonly string[])[],
  timeout: number,
): readonly string[] =>
  processes.map((files, number) => {
    const path = join(folder, `${number}.test.mjs`);
    writeFileSync(path, entry(files, timeout));
    return path;
  });
