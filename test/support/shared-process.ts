import { writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** How many files share a process at most: so few that one which crashes hides little. */
const most = 24;

/** The folders whose files take longest, the longest last: they begin first, so that none of them is left alone at the end. */
const longest: readonly string[] = [
  "test/images",
  "test/cli",
  "test/host",
  "test/campaign",
  "test/web",
];

/** Deals files to processes like cards, since those that take long often have neighbouring names. */
const deal = (files: readonly string[]): readonly (readonly string[])[] => {
  const processes = Math.ceil(files.length / most);
  return Array.from({ length: processes }, (_, process) =>
    files.filter((_file, position) => position % processes === process),
  );
};

/**
 * Which files share a process: those of one folder, which load the same modules, and those of small
 * folders among each other. What takes longest comes first.
 */
export const inProcesses = (files: readonly string[]): readonly (readonly string[])[] => {
  const folders = [...new Set(files.map((file) => dirname(file)))]
    .toSorted((one, other) => longest.indexOf(other) - longest.indexOf(one))
    .map((folder) => files.filter((file) => dirname(file) === folder));
  const isLarge = ([file = "", ...others]: readonly string[]): boolean =>
    longest.includes(dirname(file)) || others.length >= most / 2;
  const large = folders.filter(isLarge);
  const small = folders.filter((folder) => !isLarge(folder));
  return [...large.flatMap(deal), ...deal(small.flat())];
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
