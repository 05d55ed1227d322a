import { fileURLToPath } from "node:url";

/** Whether this is what was built, and not the sources. */
export const isBuilt = !import.meta.url.endsWith(".ts");

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
export const copyProcess = new URL(
  isBuilt ? "dist/copy-process.cjs" : "src/backup/backup-process.ts",
  project,
);

/** What draws plans without a browser, as it was built or in its source: it is made of what browsers load, and no part of the program. */
export const paperModule = fileURLToPath(
  new URL(isBuilt ? "dist/paper.cjs" : "src/web/paper/main.ts", project),
);

/** The folder of the files with icons, which the build fills. */
export const iconFolder = fileURLToPath(new URL("dist/web/assets/icons", project));
