import assert from "node:assert/strict";
import { type Either, isLeft, isRight } from "fp-ts/lib/Either.js";
import { EtcdClient, type EtcdOptions } from "../../../../src/storage/etcd/client/etcd-client.ts";
import type { EtcdProblem, Operation } from "../../../../src/storage/etcd/client/etcd.ts";
import type { EtcdCluster } from "../../../support/etcd.ts";
import type { TestScope } from "../../../support/service.ts";

/** A client of a cluster until the test ends. */
export const clientOf = (
  t: TestScope,
  { urls }: Pick<EtcdCluster, "urls">,
  options: Partial<EtcdOptions> = {},
): EtcdClient => {
  const etcd = new EtcdClient({ urls, answerMs: 10_000, ...options });
  t.after(() => etcd.close());
  return etcd;
};

/** What was answered; fails at a problem. */
export const done = <A>(answer: Either<EtcdProblem, A>): A => {
  assert(isRight(answer), isLeft(answer) ? JSON.stringify(answer.left) : "");
  return answer.right;
};

/** Why nothing was answered; fails at an answer. */
export const problem = (answer: Either<EtcdProblem, unknown>): EtcdProblem => {
  assert(isLeft(answer), "it was done");
  return answer.left;
};

/** A put of a text. */
export const put = (key: string, value: string, lease?: string): Operation => ({
  kind: "put",
  key,
  value: Buffer.from(value),
  ...(lease !== undefined && { lease }),
});
