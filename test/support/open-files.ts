import { readdir, readlink } from "node:fs/promises";

/** What each open descriptor of a process leads to, as Linux tells it: a path, or such as `socket:[123]`. */
export const openFilesOf = async (pid: number | undefined): Promise<readonly string[]> => {
  const folder = `/proc/${pid}/fd`;
  const targets = await Promise.all(
    // One that was closed meanwhile leads nowhere.
    (await readdir(folder)).map((name) => readlink(`${folder}/${name}`).catch(() => undefined)),
  );
  return targets.filter((target) => target !== undefined);
};

/** How many of them there are of each sort, as in `3 socket, 1 /tmp/x`, the most frequent first. */
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
