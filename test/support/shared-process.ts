import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { drivesBrowsers } from "./test-files.ts";

/** How many files share a process at most: so few that one which crashes hides little. */
const defaultMost = 24;

/** What begins first of its sort, as it takes longest: none of it is left alone at the end. */
const longest =
  /^test\/(?:campaign|packages|run\.test|web\/(?:proxies|page|kiosk)|storage\/etcd\/(?:import|client\/three)|backup\/schedule|server\/metrics)/;

/** Files that mostly wait, for programs and nodes that they start and for time that passes. */
const waits = /^test\/(?:backup|campaign|cli|cluster|packages|service|storage|run\.test)/;

/** The sorts of files, each of which takes something else of the machine. */
const sorts: readonly ((file: string) => boolean)[] = [
  drivesBrowsers,
  (file) => waits.test(file),
  (file) => !drivesBrowsers(file) && !waits.test(file),
];

/** Deals files to processes like cards, since those that take long often have neighbouring names. */
const deal = (files: readonly string[], most: number): readonly (readonly string[])[] => {
  const first = files.filter((file) => longest.test(file));
  const dealt = [...first, ...files.filter((file) => !longest.test(file))];
  const processes = Math.ceil(files.length / most);
  return Array.from({ length: processes }, (_, process) =>
    dealt.filter((_file, position) => position % processes === process),
  );
};

/**
 * Which files share a process, `most` at a time: those of one sort. Processes of all sorts take turns, so that what
 * drives browsers runs beside what waits.
 */
export const inProcesses = (
  files: readonly string[],
  most = defaultMost,
): readonly (readonly string[])[] => {
  const dealt = sorts.map((isOfSort) => deal(files.filter(isOfSort), most));
  const turns = Math.max(...dealt.map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) =>
    dealt.flatMap((processes) => processes.slice(turn, turn + 1)),
  ).flat();
};

/** How a process begins to tell of an error that no test met: the runner's own line has no stack, and may be far from the end. */
export const uncaughtMark = "uncaught by any test:";

/**
 * Tells of it in one line, since the runner is told of what a process writes line by line. A file that nobody closed and the
 * garbage collector found is such an error in Node.js 26, which ends a service, and before it only a warning (DEP0137).
 */
const tellsUncaught = `for (const kind of ["uncaughtException", "unhandledRejection"])
  process.on(kind, (error) =>
    console.error("${uncaughtMark}", String(error?.stack ?? error).replaceAll(/\\s+/g, " ")));
process.on("warning", (warning) => {
  if (/garbage collection$/.test(warning.message)) throw warning;
});`;

/** The code of a process: each file's tests and hooks belong to a suite, which ends after so many ms. */
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

/** Writes what each process is to run into a folder, and returns the paths. */
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
