import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { TestContext } from "node:test";
import { type Either, isRight } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { EtcdDocument } from "../../../src/storage/etcd/etcd-document.ts";
import type { Etcd, EtcdProblem, Operation } from "../../../src/storage/etcd/client/etcd.ts";
import { type Keys, keysOf } from "../../../src/storage/etcd/keys.ts";
import { RatedLog } from "../../../src/server/runtime/rated-log.ts";
import type { DocumentKind } from "../../../src/storage/stored-document.ts";
import type { LogLine } from "../../support/service.ts";

/** A home that nobody else has in the cluster that tests share. */
export const newHome = (): { readonly domain: string; readonly keys: Keys } => {
  const domain = `home_${randomUUID().replaceAll("-", "_")}`;
  return { domain, keys: keysOf(domain) };
};

/** The right of what must not fail. */
export const rightOf = <A>(either: Either<unknown, A>): A => {
  assert(isRight(either), JSON.stringify(either));
  return either.right;
};

/** The left of what must. */
export const leftOf = <E>(either: Either<E, unknown>): E => {
  assert(!isRight(either), "it is refused");
  return either.left;
};

/** A log of which the lines are kept. */
export const keptLog = (t: TestContext) => {
  const lines: LogLine[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const rated = new RatedLog(log);
  t.after(() => rated.close());
  return { lines, log, rated };
};

/** A document of a node, closed with the test. */
export const documentOf = async <A>(
  t: TestContext,
  etcd: Etcd,
  keys: Keys,
  kind: DocumentKind<A>,
): Promise<EtcdDocument<A>> => {
  const document = rightOf(await EtcdDocument.open(etcd, keys, kind, keptLog(t).rated));
  t.after(() => document.close());
  return document;
};

/** Makes changes without a guard. */
export const change = async (etcd: Etcd, ...then: readonly Operation[]): Promise<number> =>
  rightOf(await etcd.transact({ guards: [], then })).revision;

/** Resolves the next time that something watched changes. */
export const nextChange = (document: Pick<EtcdDocument<unknown>, "watch">): Promise<void> =>
  new Promise((resolve) => {
    const unwatch = document.watch(() => {
      unwatch();
      resolve();
    });
  });

/** The same etcd, but for some of its calls. */
export const otherwise = (etcd: Etcd, calls: Partial<Etcd>): Etcd => ({
  transact: (transaction, ms) => etcd.transact(transaction, ms),
  read: (range, at) => etcd.read(range, at),
  watch: (range, from, watcher) => etcd.watch(range, from, watcher),
  lease: (seconds) => etcd.lease(seconds),
  renew: (lease) => etcd.renew(lease),
  keep: (lease, seconds) => etcd.keep(lease, seconds),
  revoke: (lease) => etcd.revoke(lease),
  members: () => etcd.members(),
  close: () => etcd.close(),
  ...calls,
});

export const unknown: EtcdProblem = { kind: "unknown", reason: "no answer came" };
export const away: EtcdProblem = { kind: "away", reason: "no member answers" };
