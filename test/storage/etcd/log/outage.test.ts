import assert from "node:assert/strict";
import { test } from "node:test";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { boundaryTo } from "../../../../src/server/runtime/boundary.ts";
import { OutageReporter } from "../../../../src/storage/etcd/log/outage.ts";
import { bounded, until } from "../../../support/timeouts.ts";
import { gate } from "./nodes.ts";

/** An outage of an etcd that answers as a test says, what it told, and the bugs that were met. */
const outageOf = (ask: (count: number) => Promise<Either<string, void>>) => {
  const [told, bugs]: [string[], string[]] = [[], []];
  let asked = 0;
  const outage = new OutageReporter({
    status: {
      away: (_why, reason) => void told.push(reason),
      back: () => void told.push("back"),
      failed: (_why, reason) => void told.push(reason),
    },
    ask: () => ask((asked += 1)),
    pauseMs: 1,
    boundary: boundaryTo((error) => void bugs.push(String(error))),
  });
  return { outage, told, bugs };
};

test(
  "OPS-14, CLUS-3: a question whether plans can be saved again that fails unexpectedly is a bug, and is asked again until they can",
  bounded,
  async () => {
    const { outage, told, bugs } = outageOf(async (count) => {
      if (count < 3) throw new Error("odd");
      return count === 3 ? left("etcd is away still") : right(undefined);
    });
    outage.begin("etcd is away");
    await until(() => told.length === 2);
    assert.deepEqual(told, ["etcd is away", "back"]);
    assert.deepEqual(bugs, ["Error: odd", "Error: odd"]);
    await outage.close();
  },
);

test(
  "CLUS-3: what was asked before something failed anew says nothing, and is asked again; what is closed waits for no more than the question that is under way",
  bounded,
  async () => {
    const [first, third] = [gate(), gate()];
    const { outage, told } = outageOf(async (count) => {
      if (count === 1) {
        outage.begin("it failed anew");
        await first.opened;
      }
      if (count === 3) await third.opened;
      return right(undefined);
    });
    outage.begin("etcd is away");
    first.open();
    await until(() => told.length === 2);
    assert.deepEqual(told, ["etcd is away", "back"]);
    outage.begin("etcd is away again");
    await until(() => told.length === 3);
    const closed = outage.close();
    third.open();
    await closed;
    assert.deepEqual(told, ["etcd is away", "back", "etcd is away again"]);
  },
);
