// A note in dist that a build leaves: whether all of it is there, and which sources it was made from.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

const listIn = (dist) => join(dist, "built.json");

/** Call before a build writes: nothing counts as built until `noteBuilt`. */
export const forgetBuilt = (dist) => rmSync(listIn(dist), { force: true });

/** Notes these files as built from the sources as they were when this process began. */
export const noteBuilt = (dist, paths) => {
  const files = paths.map((path) => relative(dist, path));
  writeFileSync(listIn(dist), JSON.stringify({ began: performance.timeOrigin, files }));
};

/** When the build in `dist` began, in milliseconds since 1970; undefined if that is unknown or one of its files is missing. */
export const builtAt = (dist) => {
  try {
    const { began, files } = JSON.parse(readFileSync(listIn(dist), "utf8"));
    return files.every((name) => existsSync(join(dist, name))) ? began : undefined;
  } catch {
    return undefined;
  }
};
