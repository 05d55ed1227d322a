import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { isLeft } from "fp-ts/lib/Either.js";
import { oneKey } from "../../../../src/storage/etcd/client/etcd.ts";
import { keysOf } from "../../../../src/storage/etcd/keys.ts";
import { openClusterLog } from "../../../../src/storage/etcd/log/cluster-log.ts";
import { PlanActor } from "../../../../src/plan/actor.ts";
import type { Draft } from "../../../../src/plan/draft.ts";
import { listOf, readDraft } from "../../../plan/drafts.ts";
import { boundary } from "../../../support/failing-boundary.ts";
import { eventually } from "../../../support/polling.ts";
import { MemoryEtcd } from "../memory-etcd.ts";
import { done, type MemoryStore } from "../memory-store.ts";

export const keys = keysOf("floorplan");

const limits = { mailboxMessages: 10_000, mailboxBytes: 1024 * 1024 * 1024 };

/** A plan that is known by its number of items, with so many bytes of text, which are the same in all that are `isAlike`. */
export const numbered = (
  number: number,
  { bytes = 60, rooms = 1, isAlike = false } = {},
): Draft => {
  const filler = "".padEnd(bytes, isAlike ? "alike " : `${number} `);
  return readDraft(`{"filler":"${filler}","rooms":${listOf(rooms)},"texts":${listOf(number)}}`);
};

/** A save that overwrites, or is guarded. */
export const save = (number: number, guard?: number) => ({ content: numbered(number), guard });

/** A node with a plan actor on its log in an etcd in memory; a test changes its weather. */
export const startNode = async (
  t: Pick<TestContext, "after">,
  store: MemoryStore,
  { unknownMs = 60_000, allReadChanges = (): boolean => true } = {},
) => {
  const etcd = new MemoryEtcd(store);
  const settings = { commitDelayMs: 0, clusterUnknownMs: unknownMs };
  /** What the log told of its trouble. */
  const told: string[] = [];
  const failures: string[] = [];
  const status = {
    away: (_why: string, reason: string) => void told.push(reason),
    back: () => void told.push("back"),
    failed: (_why: string, reason: string) => void told.push(reason),
  };
  const opened = await openClusterLog({
    etcd,
    keys,
    settings,
    status,
    boundary,
    allReadChanges,
  });
  if (isLeft(opened)) assert.fail(opened.left);
  const { log, state, recent } = opened.right;
  const actor = new PlanActor(log, state, {
    limits,
    boundary,
    recent,
    onFailure: (reason) => void failures.push(reason),
  });
  /** Every revision that subscribers got, with the number of its plan; a jump is -1. */
  const seen: (readonly [rev: number, number: number])[] = [];
  actor.revisions.subscribe(({ rev, items }) => void seen.push([rev, items]));
  actor.jumps.subscribe((newest) => void seen.push([-1, newest?.rev ?? 0]));
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= log.close());
  t.after(close);
  return { etcd, weather: etcd.weather, log, recent, actor, seen, told, failures, close };
};

export type Node = Awaited<ReturnType<typeof startNode>>;

/** Waits for something that comes by itself. */
export const becomes = (look: () => boolean, what: string): Promise<undefined> =>
  eventually(async () => (look() ? { seen: undefined } : { not: what }), 30_000);

/** Something that a test lets happen. */
export const gate = () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
};

/** What lies in etcd under a key; undefined if nothing does. */
export const valueAt = (store: MemoryStore, key: string): Buffer | undefined =>
  done(store.read(oneKey(key))).pairs[0]?.value;

/** Changes what lies in etcd, past every log; undefined deletes it. */
export const meddle = (
  store: MemoryStore,
  key: string,
  change: (value: Buffer) => Buffer | undefined,
): void => {
  const value = change(valueAt(store, key) ?? Buffer.of());
  const range = oneKey(key);
  done(
    store.transact({
      guards: [],
      then: [value === undefined ? { kind: "delete", range } : { kind: "put", key, value }],
    }),
  );
};
