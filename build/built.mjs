// What a build leaves in dist about itself, by which a start knows whether all of it is there, and of which sources.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

const listIn = (dist) => join(dist, "built.json");

/** As long as a build writes, nothing counts as built. */
export const forgetBuilt = (dist) => rmSync(listIn(dist), { force: true });

/** All of these files are there, of the sources as they were when this process began. */
export const noteBuilt = (dist, paths) => {
  const files = paths.map((path) => relative(dist, path));
  writeFileSync(listIn(dist), JSON.stringify({ began: performance.timeOrigin, files }));
};

/** When the build began that made what is there, in milliseconds since 1970; undefined where that is not known, or a file of it is gone. */
export const builtAt = (dist) => {
  try {
    const { began, files } = JSON.parse(readFileSync(listIn(dist), "utf8"));
    return files.every((name) => existsSync(join(dist, name))) ? began : undefined;
  } catch {
    return undefined;
  }
};
