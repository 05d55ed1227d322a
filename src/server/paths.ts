import { fileURLToPath, pathToFileURL } from "node:url";
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";

/** Whether this is the build rather than the sources. */
export const isBuilt = !new URL(import.meta.url).pathname.endsWith(".ts");

/** The project's folder. The build is flat in `dist`, one level below; in the sources this file is two levels below. */
const project = new URL(isBuilt ? "../" : "../../", import.meta.url);

/** The package's manifest. */
export const manifestFile = new URL("package.json", project);

/** The package's version. */
export const packageVersion = (): string =>
  String(JSON.parse(readFileSync(manifestFile, "utf8")).version);

/** The folder of the browsers' files, which the build fills. */
export const webFolder = fileURLToPath(new URL("dist/web", project));

/** The YAML worker, of the build or the sources. */
export const yamlWorker = new URL(
  isBuilt ? "dist/yaml-worker.cjs" : "src/server/yaml/worker.ts",
  project,
);

/** The backup process, of the build or the sources. */
export const backupProcess = new URL(
  isBuilt ? "dist/backup-process.cjs" : "src/backup/backup-process.ts",
  project,
);

/** The module that draws plans without a browser, of the build or the sources. It belongs to the browsers' code, not to the program's. */
export const exportModule = fileURLToPath(
  new URL(isBuilt ? "dist/export.cjs" : "src/web/renderer/export/main.ts", project),
);

/** The folder of the icon files, which the build fills. */
export const iconFolder = fileURLToPath(new URL("dist/web/assets/icons", project));

/** The source map of a built file; undefined for any other file. */
const readMap = (file: string): SourceMap | undefined => {
  if (!file.endsWith(".cjs")) return undefined;
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, "utf8")));
  } catch {
    return undefined;
  }
};

/**
 * In the build, makes every stack trace of this thread name files and lines of the sources. Reads a map only when a
 * stack is formatted; Node.js's own `--enable-source-maps` reads each map when its file is loaded.
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
  // V8 calls this when a stack's text is first read (https://v8.dev/docs/stack-trace-api).
  Error.prepareStackTrace = (error, frames) => {
    const texts = frames.map(String);
    const lines = texts.map((text, position) => `    at ${inSource(text, frames[position])}`);
    return [String(error), ...lines].join("\n");
  };
};

/** A text as one word of a POSIX shell command, quoted if needed. */
export const shellWord = (text: string): string =>
  /^[\w%+,./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
