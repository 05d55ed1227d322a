import { readdir, readlink } from "node:fs/promises";

/** The targets of a process's open descriptors, from Linux: a path, or for example `socket:[123]`. */
export const openFilesOf = async (pid: number | undefined): Promise<readonly string[]> => {
  const folder = `/proc/${pid}/fd`;
  const targets = await Promise.all(
    // A descriptor that was closed meanwhile has no target.
    (await readdir(folder)).map((name) => readlink(`${folder}/${name}`).catch(() => undefined)),
  );
  return targets.filter((target) => target !== undefined);
};

/** The number of each sort, as in `3 socket, 1 /tmp/x`, the most frequent first. */
export const sortsOf = (files: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const file of files) {
    const sort = file.replace(/:\[\d+\]$/, "");
    counts.set(sort, (counts.get(sort) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 10)
    .map(([sort, count]) => `${count} ${sort}`)
    .join(", ");
};
