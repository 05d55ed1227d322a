import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { boundaryTo } from "../../../src/server/runtime/boundary.ts";
import type {
  Change,
  EtcdProblem,
  KeyRange,
  Watcher,
} from "../../../src/storage/etcd/client/etcd.ts";
import { homesKeysOf } from "../../../src/storage/etcd/keys.ts";
import { SharedWatch } from "../../../src/storage/etcd/shared-watch.ts";
import { boundary } from "../../support/failing-boundary.ts";
import { randomOf } from "../../support/random.ts";
import { becomes } from "./log/nodes.ts";
import { MemoryEtcd } from "./memory-etcd.ts";
import { done, MemoryStore } from "./memory-store.ts";

const keys = homesKeysOf("floorplan");

const homes = ["a", "b", "c"] as const;

const put = (store: MemoryStore, ...changed: readonly string[]): number =>
  done(
    store.transact({
      guards: [],
      then: changed.map((key) => ({ kind: "put", key, value: Buffer.alloc(100) })),
    }),
  ).revision;

/** What a watcher was told. */
class Told implements Watcher {
  readonly changes: Change[] = [];
  revision = 0;
  problem: EtcdProblem | undefined;

  readonly changed = (changes: readonly Change[]): void => {
    this.changes.push(...changes);
    this.revision = changes.at(-1)?.changed ?? 0;
  };

  readonly reached = (revision: number): void => void (this.revision = revision);

  readonly ended = (problem: EtcdProblem): void => void (this.problem = problem);

  get seen(): readonly string[] {
    return this.changes.map(({ key, changed }) => `${key} at ${changed}`);
  }
}

/** An etcd that counts the watches that are open there now. */
const sharedOn = (t: TestContext, store: MemoryStore, recentBytes?: number) => {
  const etcd = new MemoryEtcd(store);
  const open = new Set<KeyRange>();
  const watch: MemoryEtcd["watch"] = (range, from, watcher) => {
    open.add(range);
    const gone = (): void => void open.delete(range);
    const ended = (problem: EtcdProblem): void => {
      gone();
      watcher.ended(problem);
    };
    const end = etcd.watch(range, from, { ...watcher, ended });
    return () => {
      gone();
      end();
    };
  };
  const shared = new SharedWatch({
    etcd: { watch },
    range: keys.watched,
    groupOf: keys.groupOf,
    boundary,
    ...(recentBytes !== undefined && { recentBytes }),
  });
  t.after(() => shared.close());
  return { etcd, shared, open };
};

/** Every change of a range after a revision, as a watch of its own would tell it. */
const expected = (store: MemoryStore, range: KeyRange, after: number): readonly string[] =>
  store
    .everything(range)
    .filter(({ changed }) => changed > after)
    .map(({ key, changed }) => `${key} at ${changed}`);

/** Changes that many watchers are told who come at any time; each began with a read at some revision. */
const watchMany = async (t: TestContext, seed: number, recentBytes: number | undefined) => {
  const { below: upTo, pick } = randomOf(seed);
  const store = new MemoryStore();
  const { etcd, shared, open } = sharedOn(t, store, recentBytes);
  etcd.weather.atOnce = () => 1 + upTo(5);
  etcd.weather.watch = async () => {
    for (let turns = upTo(6); turns >= 0; turns -= 1) await turn();
  };
  const watchers: { told: Told; range: KeyRange; after: number }[] = [];
  for (let step = 0; step < 300; step += 1) {
    const of = keys.of(pick(homes));
    const another = keys.of(pick(homes));
    put(store, of.revision(step), of.image(`${step}`), another.document(`${step}`));
    if (upTo(4) === 0) await turn();
    if (upTo(6) !== 0) continue;
    const range = pick([of.revisions, of.images, of.all]);
    const told = new Told();
    // Some were slow, and read long ago.
    const after = Math.max(1, store.revision - (upTo(3) === 0 ? upTo(200) : upTo(3)));
    shared.watch(range, after + 1, told);
    watchers.push({ told, range, after });
  }
  for (const { told, range, after } of watchers) {
    const all = expected(store, range, after);
    await becomes(() => told.changes.length >= all.length, `${told.changes.length} changes`);
    assert.deepEqual(told.seen, all);
    assert.equal(told.problem, undefined);
  }
  return { store, shared, open, watchers };
};

test("HOMES-110: whoever watches a home is told every change after what it read, in order and once, from one watch of all", async (t) => {
  for (const seed of [1, 2, 3, 4]) {
    const { open, shared, watchers } = await watchMany(t, seed, undefined);
    assert.equal(shared.size, watchers.length);
    assert.deepEqual([...open], [keys.watched]);
  }
});

test("HOMES-110: so is one that read before what the node still has, from a watch of its own until it has caught up", async (t) => {
  for (const seed of [5, 6, 7, 8]) {
    const { store, open, shared, watchers } = await watchMany(t, seed, 3000);
    // Shows every watch how far etcd is.
    put(store, keys.node("one"));
    await becomes(() => shared.size === watchers.length, "somebody has a watch of its own");
    assert.deepEqual([...open], [keys.watched]);
    const before = watchers.map(({ told }) => told.changes.length);
    put(store, ...homes.map((home) => keys.of(home).image("last")));
    const isTold = ({ range }: { readonly range: KeyRange }): boolean =>
      homes.some((home) =>
        [keys.of(home).images.from, keys.of(home).all.from].includes(range.from),
      );
    for (const [at, each] of watchers.entries())
      if (isTold(each))
        await becomes(() => each.told.changes.length === (before[at] ?? 0) + 1, "no last change");
  }
});

test("HOMES-111: a compaction that overtakes the watch tells all who watch, and those who read again miss nothing", async (t) => {
  const store = new MemoryStore();
  const { etcd, shared } = sharedOn(t, store);
  let isHeld = false;
  let release = (): void => undefined;
  etcd.weather.watch = async () => {
    await turn();
    if (isHeld) await new Promise<void>((resolve) => (release = resolve));
  };
  const first = homes.map((home) => {
    const told = new Told();
    shared.watch(keys.of(home).all, store.revision + 1, told);
    return told;
  });
  put(store, keys.of("a").head);
  await becomes(() => first[0]?.changes.length === 1, "nothing is told");
  // The watch stands still, wherever it is.
  isHeld = true;
  put(store, keys.of("b").head);
  await turn();
  await turn();
  const read = put(store, keys.of("c").head);
  store.compact(read);
  isHeld = false;
  release();
  await becomes(
    () => first.every(({ problem }) => problem?.kind === "compacted"),
    "not all are told",
  );
  const again = homes.map((home) => {
    const told = new Told();
    shared.watch(keys.of(home).all, read + 1, told);
    return told;
  });
  put(store, ...homes.map((home) => keys.of(home).head));
  await becomes(() => again.every(({ changes }) => changes.length === 1), "not all are told");
});

test("HOMES-112: what goes wrong in handling one home's changes ends that watch alone", async (t) => {
  const store = new MemoryStore();
  const bugs: string[] = [];
  const shared = new SharedWatch({
    etcd: new MemoryEtcd(store),
    range: keys.watched,
    groupOf: keys.groupOf,
    boundary: boundaryTo((_error, what) => void bugs.push(what)),
  });
  t.after(() => shared.close());
  const broken = new Told();
  const sound = new Told();
  const changed = (): void => {
    throw new Error("a bug");
  };
  shared.watch(keys.of("a").all, 2, { changed, reached: broken.reached, ended: broken.ended });
  shared.watch(keys.of("a").images, 2, sound);
  put(store, keys.of("a").image("one"));
  put(store, keys.of("a").image("two"));
  await becomes(() => sound.changes.length === 2, "the other is not told");
  assert.equal(broken.problem?.kind, "away");
  assert.deepEqual(bugs, ["a change in etcd could not be handled"]);
});

test("HOMES-112: a watch that etcd refuses is told to all, and tried again", async (t) => {
  const starts: number[] = [];
  const enders: Watcher[] = [];
  const shared = new SharedWatch({
    etcd: {
      watch: (_range, from, watcher) => {
        starts.push(from);
        enders.push(watcher);
        return () => undefined;
      },
    },
    range: keys.watched,
    groupOf: keys.groupOf,
    boundary,
  });
  t.after(() => shared.close());
  const told = new Told();
  shared.watch(keys.of("a").all, 7, told);
  await turn();
  enders[0]?.reached(9);
  enders[0]?.ended({ kind: "refused", reason: "no rights" });
  assert.deepEqual(told.problem, { kind: "refused", reason: "no rights" });
  await becomes(() => starts.length === 2, "it is not tried again");
  assert.deepEqual(starts, [7, 10]);
});
