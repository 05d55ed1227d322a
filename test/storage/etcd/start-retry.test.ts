import assert from "node:assert/strict";
import { test } from "node:test";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { Member } from "../../../src/storage/etcd/client/etcd.ts";
import { retryWithoutMajority } from "../../../src/storage/etcd/open-cluster.ts";
import { boundary } from "../../support/failing-boundary.ts";

type State = Member["state"];

const away: readonly State[] = ["gone", "silent", "leaderless"];
const alone: readonly State[] = ["gone", "leading", "silent"];
const there: readonly State[] = ["leading", "gone", "following"];

/** Tries what `attempts` come to, one after another, in a cluster whose members go from state to state at each look. */
const start = async (
  looks: readonly (readonly State[])[],
  attempts: readonly Either<string, string>[],
  ms = 60_000,
) => {
  let [looked, tried] = [0, 0];
  const waits: string[] = [];
  const patience = {
    etcd: {
      members: async () => {
        const states = looks[looked] ?? there;
        looked += 1;
        return states.map((state, at) => {
          return { url: `http://etcd${at}:2379`, state, version: "3.5.30", problem: undefined };
        });
      },
    },
    ms,
    pauseMs: 1,
    onWait: boundary("a wait was not told", (reason: string) => void waits.push(reason)),
  };
  const done = await retryWithoutMajority(patience, "trying", async () => {
    const attempt = attempts[tried] ?? left("never done");
    tried += 1;
    return attempt;
  });
  return { done, tried, waits };
};

test("CLUS-10: a start waits while the cluster has no majority, and is done when it has", async () => {
  assert.deepEqual(await start([away, alone], [left("no answer"), left("no leader"), right("a")]), {
    done: right("a"),
    tried: 3,
    waits: ["no answer", "no leader"],
  });
});

test("CLUS-10: what is in its way while there is a majority ends it, after one more try", async () => {
  const wrong = left("wrong password");
  assert.deepEqual(await start([there, there], [wrong, wrong, right("never")]), {
    done: wrong,
    tried: 2,
    waits: ["wrong password"],
  });
  // It may have failed just before the majority was there.
  const { done } = await start([away, there, there], [left("a"), left("b"), right("c")]);
  assert.deepEqual(done, right("c"));
});

test("CLUS-10: a start that has waited for cluster-start-ms ends with the reason", async () => {
  assert.deepEqual(await start([away], [left("no answer")], 0), {
    done: left("no answer"),
    tried: 1,
    waits: [],
  });
});

test("CLUS-10: what of a start takes long is told, again and again, until it is done", async () => {
  const waits: string[] = [];
  let done = (): void => undefined;
  const both = new Promise<void>((resolve) => (done = resolve));
  const patience = {
    etcd: { members: async () => assert.fail("nothing has failed") },
    ms: 0,
    tellMs: 1,
    onWait: boundary("a wait was not told", (reason: string) => {
      waits.push(reason);
      if (waits.length === 2) done();
    }),
  };
  const answer = await retryWithoutMajority(patience, "reading the plan", async () => {
    await both;
    return right("the plan");
  });
  assert.deepEqual(answer, right("the plan"));
  const told = waits.slice(0, 2);
  assert.equal(told.length, 2);
  for (const each of told) assert.match(each, /^reading the plan has taken \d+ s so far$/);
});
