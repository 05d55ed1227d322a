import assert from "node:assert/strict";
import { test } from "node:test";
import { left, right } from "fp-ts/lib/Either.js";
import { BindingReader } from "../../../src/plan/bindings/plan-bindings.ts";
import { RenameFollower } from "../../../src/plan/bindings/rename-follower.ts";
import { runAtOnce } from "../../../src/plan/raw-json/json-cursor.ts";
import { textOfJson } from "../../../src/plan/text/draft-text.ts";
import { noAudit } from "../../../src/server/audit/audit.ts";
import { EventLoopTurns } from "../../../src/server/runtime/event-loop-turns.ts";
import { RatedLog } from "../../../src/server/runtime/rated-log.ts";
import { Backoff } from "../../../src/server/runtime/retry-timer.ts";
import { registryIdsKind } from "../../../src/storage/registry-ids.ts";
import { testConfig } from "../../support/config.ts";
import { bounded, until } from "../../support/timeouts.ts";

const limits = testConfig();
const text = textOfJson([Buffer.from('{"furniture":[{"entity":"light.hall"}]}')]);
const { names } = runAtOnce(new BindingReader(limits).read(text));

/** What a follower does if revision 2 is stored, and can be read only after a pause; `fail` is told of reads before. */
const attempts = async (fail: () => void): Promise<readonly string[]> => {
  const seen: string[] = [];
  class Pauses extends Backoff {
    override next(): number {
      seen.push("pause");
      return 0;
    }
  }
  let rev = 1;
  let begin = (): void => undefined;
  const follower = new RenameFollower({
    registry: {
      list: async () => right(new Map([["light.corridor", "entry-of-the-lamp"]])),
      entriesOf: () => async () => right(new Map()),
      follow: ({ renamed }) => {
        begin = () => renamed({ from: "light.hall", to: "light.corridor" });
        return () => undefined;
      },
    },
    names: {
      get newest() {
        return { rev, names, text };
      },
      known: async () => {
        if (seen.includes("pause")) rev = 2;
        else if (seen.length > 0) fail();
      },
    },
    document: {
      read: () => right(registryIdsKind.empty),
      change: async () => left("nothing is kept here"),
    },
    limits,
    pauses: new Pauses(1000),
    turns: new EventLoopTurns(),
    audit: noAudit,
    log: new RatedLog({ warn: () => undefined, error: () => undefined }),
  });
  const save = async (guard: number | undefined) => {
    seen.push(`save on ${guard}`);
    // One that does not pause ends here.
    if (seen.length > 5) void follower.stop();
    return guard === 2 ? right(3) : left({ kind: "conflict" as const, current: 2 });
  };
  follower.follow({
    save:
      ({ guard }) =>
      () =>
        save(guard),
  });
  begin();
  await until(() => seen.length > 2);
  await follower.stop();
  return seen;
};

const paused = ["save on 1", "pause", "save on 2"];

test(
  "RENAME-1: while the newest plan cannot be read, the follower tries again after a pause",
  bounded,
  async () => assert.deepEqual(await attempts(() => undefined), paused),
);

test("RENAME-1: a read that fails meanwhile does not lose what was renamed", bounded, async () => {
  const fails = (): void => {
    throw new Error("it cannot be read");
  };
  assert.deepEqual(await attempts(fails), paused);
});
