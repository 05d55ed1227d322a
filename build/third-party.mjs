// The notice for the packages that are bundled into the build.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const folderRule = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** The folders of all packages in esbuild's results, and of others, relative to the root. */
const packagesIn = (results, others) =>
  new Set(
    results
      .flatMap(({ metafile }) => Object.values(metafile.outputs))
      .flatMap(({ inputs }) => Object.keys(inputs))
      .flatMap((path) => folderRule.exec(path)?.[0] ?? [])
      .concat(others)
      .toSorted(),
  );

/** Name, version and licence of each package, with the licence's text if the package has it. */
export const noticeOf = async (root, results, others) => {
  const parts = [...packagesIn(results, others)].map(async (folder) => {
    const path = join(root, folder);
    const { name, version, license } = JSON.parse(
      await readFile(join(path, "package.json"), "utf8"),
    );
    const files = (await readdir(path)).filter((file) => /^(licen[cs]e|notice)/i.test(file));
    const texts = await Promise.all(files.map((file) => readFile(join(path, file), "utf8")));
    return [`${name} ${version}: ${license}`, ...texts.map((text) => text.trim())].join("\n\n");
  });
  return `${(await Promise.all(parts)).join(`\n\n${"-".repeat(72)}\n\n`)}\n`;
};
