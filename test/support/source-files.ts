import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

/** All TypeScript files under some folders of the project, as paths from its root with `/`. */
export const sourceFiles = (...folders: readonly string[]): readonly string[] =>
  folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))
        .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
        .toSorted(),
    );
