import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { withTimeout } from "../../support/polling.ts";

const withinMs = 60_000;

/** A revision that was put into etcd, and the number of its plan; undefined where that is not said there, as of a long plan. */
export interface StoredRevision {
  readonly rev: number;
  readonly value: number | undefined;
}

/** What etcdctl prints of a change: `PUT`, the key, the line of a revision, and on the next line its plan, or what it changes. */
const described = /^\{"rev":(\d+),"saved_at":/;
const plan = /^(?:\{"rev":\d+,"number":|\[\{"op":"replace","path":"\/number","value":)(\d+)[,}]/;

const read = async (
  urls: readonly string[],
  through: readonly string[],
  last: number,
): Promise<readonly StoredRevision[]> => {
  const watch = ["watch", "--prefix", "/floorplan/floorplan/rev/", "--rev=1"];
  const words = [...through, "etcdctl", `--endpoints=${urls.join(",")}`, ...watch];
  const [command = "etcdctl", ...args] = words;
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "ignore"] });
  const stored: StoredRevision[] = [];
  try {
    let rev: number | undefined;
    for await (const line of createInterface({ input: child.stdout })) {
      const start = line.slice(0, 80);
      if (rev === undefined) {
        const found = described.exec(start)?.[1];
        rev = found === undefined ? undefined : Number(found);
        continue;
      }
      const number = plan.exec(start)?.[1];
      stored.push({ rev, value: number === undefined ? undefined : Number(number) });
      if (rev >= last) break;
      rev = undefined;
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
): Promise<readonly StoredRevision[]> =>
  last === 0
    ? Promise.resolve([])
    : withTimeout(read(urls, through, last), withinMs, "what etcd has stored");
