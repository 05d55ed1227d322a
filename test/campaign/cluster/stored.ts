import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { inTime } from "../../support/eventually.ts";

const withinMs = 60_000;

/** A revision that was put into etcd, and the number of its plan. */
export interface Stored {
  readonly rev: number;
  readonly value: number;
}

/** What etcdctl prints of a change: `PUT`, the key, the line of a revision, and its plan. */
const plan = /^\{"rev":(\d+),"number":(\d+)[,}]/;

const read = async (
  urls: readonly string[],
  through: readonly string[],
  last: number,
): Promise<readonly Stored[]> => {
  const watch = ["watch", "--prefix", "/floorplan/floorplan/rev/", "--rev=1"];
  const words = [...through, "etcdctl", `--endpoints=${urls.join(",")}`, ...watch];
  const [command = "etcdctl", ...args] = words;
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "ignore"] });
  const stored: Stored[] = [];
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const found = plan.exec(line.slice(0, 80));
      if (found === null) continue;
      const rev = Number(found[1]);
      stored.push({ rev, value: Number(found[2]) });
      if (rev >= last) break;
    }
  } finally {
    child.kill("SIGKILL");
  }
  return stored;
};

/**
 * Every revision that was ever put into etcd up to `last`, by etcd's own word, which forgets nothing
 * before it is compacted: also what no client was there to see.
 */
export const storedRevisions = (
  urls: readonly string[],
  through: readonly string[],
  last: number,
): Promise<readonly Stored[]> =>
  last === 0
    ? Promise.resolve([])
    : inTime(read(urls, through, last), withinMs, "what etcd has stored");
