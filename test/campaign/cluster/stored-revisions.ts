import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { withTimeout } from "../../support/polling.ts";

/** Generous, as only a bound: a long campaign stores gigabytes. */
const withinMs = 300_000;

/** A revision that was put into etcd, and the number of its plan; undefined where that is not said there, as of a long plan. */
export interface StoredRevision {
  readonly rev: number;
  readonly value: number | undefined;
}

/** What etcdctl prints of a change: `PUT`, the key, the line of a revision, and on the next line its plan, or what it changes. */
const revisionKey = /^\/floorplan\/floorplan\/(?:homes\/([a-z0-9-]+)\.[0-9a-f]+\/)?rev\/\d+$/;
const described = /^\{"rev":(\d+),"saved_at":/;
const plan = /^(?:\{"rev":\d+,"number":|\[\{"op":"replace","path":"\/number","value":)(\d+)[,}]/;

/** The revisions of each home, by its id, or of the only one, whose id is "". */
type Stored = ReadonlyMap<string, readonly StoredRevision[]>;

const read = async (
  urls: readonly string[],
  through: readonly string[],
  lasts: ReadonlyMap<string, number>,
): Promise<Stored> => {
  const stored = new Map(Array.from(lasts, ([id]): [string, StoredRevision[]] => [id, []]));
  const wanted = new Set([...lasts].filter(([, last]) => last > 0).map(([id]) => id));
  if (wanted.size === 0) return stored;
  const watch = ["watch", "--prefix", "/floorplan/floorplan/", "--rev=1"];
  const words = [...through, "etcdctl", `--endpoints=${urls.join(",")}`, ...watch];
  const [command = "etcdctl", ...args] = words;
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "ignore"] });
  try {
    let home: string | undefined;
    let rev: number | undefined;
    for await (const line of createInterface({ input: child.stdout })) {
      const start = line.slice(0, 120);
      const key = revisionKey.exec(start);
      if (key !== null) {
        [home, rev] = [key[1] ?? "", undefined];
        continue;
      }
      if (home === undefined) continue;
      if (rev === undefined) {
        const found = described.exec(start)?.[1];
        rev = found === undefined ? undefined : Number(found);
        // A deletion has no such line.
        if (rev === undefined) home = undefined;
        continue;
      }
      const number = plan.exec(start)?.[1];
      stored.get(home)?.push({ rev, value: number === undefined ? undefined : Number(number) });
      if (rev >= (lasts.get(home) ?? Infinity)) wanted.delete(home);
      if (wanted.size === 0) break;
      home = undefined;
    }
  } finally {
    child.kill("SIGKILL");
  }
  return stored;
};

/**
 * Every revision of each home that was ever put into etcd up to its last one, which `lasts` has by the home's id, by
 * etcd's own word, which forgets nothing before it is compacted: also what no client was there to see.
 */
export const storedRevisionsOf = (
  urls: readonly string[],
  through: readonly string[],
  lasts: ReadonlyMap<string, number>,
): Promise<Stored> => withTimeout(read(urls, through, lasts), withinMs, "what etcd has stored");

/** The same of a cluster with a single home. */
export const storedRevisions = async (
  urls: readonly string[],
  through: readonly string[],
  last: number,
): Promise<readonly StoredRevision[]> =>
  (await storedRevisionsOf(urls, through, new Map([["", last]]))).get("") ?? [];
