import { fileURLToPath, pathToFileURL } from "node:url";
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";

/** Whether this is what was built, and not the sources. */
export const isBuilt = !new URL(import.meta.url).pathname.endsWith(".ts");

/** The folder of the project. What is built lies flat in `dist`, and so one level below it; in the sources this file lies two below. */
const project = new URL(isBuilt ? "../" : "../../", import.meta.url);

/** The file that describes the package. */
export const manifestFile = new URL("package.json", project);

/** The folder of what browsers load, which the build fills. */
export const webFolder = fileURLToPath(new URL("dist/web", project));

/** The YAML worker, as it was built or in its source. */
export const yamlWorker = new URL(
  isBuilt ? "dist/yaml-worker.cjs" : "src/server/yaml/worker.ts",
  project,
);

/** The process that makes backups beside the service, as it was built or in its source. */
export const backupProcess = new URL(
  isBuilt ? "dist/backup-process.cjs" : "src/backup/backup-process.ts",
  project,
);

/** What draws plans without a browser, as it was built or in its source: it is made of what browsers load, and no part of the program. */
export const exportModule = fileURLToPath(
  new URL(isBuilt ? "dist/export.cjs" : "src/web/renderer/export/main.ts", project),
);

/** The folder of the files with icons, which the build fills. */
export const iconFolder = fileURLToPath(new URL("dist/web/assets/icons", project));

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

/** A text as one word of a command for a POSIX shell, in quotation marks where it needs them. */
export const shellWord = (text: string): string =>
  /^[\w%+,./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
