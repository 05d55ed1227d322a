import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { root, sourceFiles } from "../support/source-files.ts";

/** What each file imports of the project; types count like everything else. */
export type Imports = ReadonlyMap<string, readonly string[]>;

const specifierRules = [/\bfrom\s+"([^"]+)"/g, /\bimport\s+"([^"]+)"/g, /\bimport\(\s*"([^"]+)"/g];

/** What a source imports, as it names it. */
export const specifiersOf = (text: string): readonly string[] =>
  specifierRules.flatMap((rule) => [...text.matchAll(rule)].map(([, name]) => name ?? ""));

const readImports = (): Imports =>
  new Map(
    sourceFiles("wal", "src").map((file) => {
      const specifiers = specifiersOf(readFileSync(join(root, file), "utf8"));
      const relative = specifiers.filter((specifier) => specifier.startsWith("."));
      return [file, relative.map((name) => posix.join(posix.dirname(file), name))];
    }),
  );

/** The imports of every file of `wal` and `src`. */
export const imports = readImports();

/** Every import by a file of one folder of something in another, as `file imports file`. */
export const importsAcross = (from: string, to: string): readonly string[] =>
  [...imports].flatMap(([file, targets]) =>
    file.startsWith(from)
      ? targets
          .filter((target) => target.startsWith(to))
          .map((target) => `${file} imports ${target}`)
      : [],
  );
