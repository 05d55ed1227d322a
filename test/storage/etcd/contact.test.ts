import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { mayHaveQuorum } from "../../../src/storage/etcd/client/member-status.ts";
import { Contact } from "../../../src/storage/etcd/contact.ts";
import type { Etcd, EtcdProblem, Member } from "../../../src/storage/etcd/client/etcd.ts";
import { keysOf } from "../../../src/storage/etcd/keys.ts";
import { boundary } from "../../support/failing-boundary.ts";
import { away } from "./test-home.ts";
import { TestClock } from "./test-clock.ts";

type States = readonly Member["state"][];

const membersIn = (states: States): readonly Member[] =>
  states.map((state, at) => ({
    url: `http://etcd${at}:2379`,
    state,
    version: "3.5.30",
    problem: undefined,
  }));

/** An etcd of which the test says how its members are, and whether it answers. */
class Etcds implements Etcd {
  states: States = ["leading", "following", "following"];
  answers = true;
  /** Each answer waits for it. */
  wait: Promise<void> = Promise.resolve();
  reads = 0;

  async #answer<A>(answer: A): Promise<Either<EtcdProblem, A>> {
    const { answers } = this;
    await this.wait;
    return answers ? right(answer) : left(away);
  }
  transact(): ReturnType<Etcd["transact"]> {
    return this.#answer({ held: true, revision: 1, found: [] });
  }
  read(): ReturnType<Etcd["read"]> {
    this.reads += 1;
    return this.#answer({ revision: 1, pairs: [] });
  }
  watch(): () => void {
    return () => undefined;
  }
  lease(): ReturnType<Etcd["lease"]> {
    return this.#answer("1");
  }
  async renew(): ReturnType<Etcd["renew"]> {
    return right(true);
  }
  keep(): () => void {
    return () => undefined;
  }
  revoke(): ReturnType<Etcd["revoke"]> {
    return this.#answer(undefined);
  }
  async members(): ReturnType<Etcd["members"]> {
    return membersIn(this.states);
  }
  close(): void {}
}

/** Contact with that etcd, cut off after 10 s, and the states that it told. */
const started = (t: TestContext) => {
  const clock = new TestClock();
  const etcd = new Etcds();
  const told: string[] = [];
  const contact = new Contact({
    boundary,
    etcd,
    keys: keysOf("floorplan"),
    limits: { clusterCutOffMs: 10_000 },
    onChange: (state) => void told.push(state),
    clock,
  });
  t.after(() => contact.close());
  return { clock, etcd, told, contact };
};

test("NODE-6: while etcd answers a node is in touch, and asks by itself where nobody else does", async (t) => {
  const { clock, etcd, told, contact } = started(t);
  const through = contact.through(etcd);
  for (let second = 0; second < 20; second += 1) {
    await clock.pass(1000);
    await through.transact({ guards: [], then: [] });
  }
  assert.equal(etcd.reads, 0);
  await clock.pass(60_000);
  assert(etcd.reads >= 20, `${etcd.reads} reads in a minute`);
  assert.deepEqual([contact.state, told], ["in touch", []]);
});

test("NODE-6: members that do not run, or know no leader, are no quorum for others: the node serves what it has", async (t) => {
  for (const states of [
    ["gone", "gone", "silent"],
    ["gone", "gone", "leaderless"],
    ["leaderless", "leaderless", "silent"],
  ] satisfies States[]) {
    const { clock, etcd, told, contact } = started(t);
    etcd.states = states;
    etcd.answers = false;
    await clock.pass(1900);
    assert.equal(contact.state, "in touch");
    await clock.pass(2000);
    assert.equal(contact.state, "no quorum");
    await clock.pass(600_000);
    assert.equal(contact.state, "no quorum", states.join());
    etcd.answers = true;
    await clock.pass(2000);
    assert.deepEqual([contact.state, told], ["in touch", ["no quorum", "in touch"]]);
  }
});

test("NODE-7: a node that has heard nothing for cluster-cut-off-ms is cut off where silent members, or such as know a leader, may be a quorum", async (t) => {
  for (const states of [
    ["silent", "silent", "gone"],
    ["silent", "silent", "leaderless"],
    ["silent", "following", "gone"],
  ] satisfies States[]) {
    const { clock, etcd, told, contact } = started(t);
    etcd.states = states;
    etcd.answers = false;
    await clock.pass(9900);
    assert.equal(contact.state, "no quorum");
    await clock.pass(1000);
    assert.equal(contact.state, "cut off", states.join());
    etcd.answers = true;
    await clock.pass(1000);
    assert.deepEqual([contact.state, told], ["in touch", ["no quorum", "cut off", "in touch"]]);
  }
});

test("NODE-7: the time to being cut off begins when it was last known that nobody goes on: members are silent while they start", async (t) => {
  const { clock, etcd, told, contact } = started(t);
  etcd.states = ["gone", "gone", "leaderless"];
  etcd.answers = false;
  await clock.pass(30_000);
  etcd.states = ["silent", "silent", "leaderless"];
  await clock.pass(9000);
  assert.equal(contact.state, "no quorum");
  await clock.pass(2000);
  assert.equal(contact.state, "cut off");
  assert.deepEqual(told, ["no quorum", "cut off"]);
});

test("NODE-7: that a lease is renewed, a watch tells something, or what was is read, keeps nobody in touch", async (t) => {
  const { clock, etcd, contact } = started(t);
  const through = contact.through(etcd);
  etcd.states = ["silent", "silent", "silent"];
  for (let second = 0; second < 12; second += 1) {
    etcd.answers = true;
    const sent = through.read({ from: "a", end: "b" }, 7);
    await through.renew("1");
    etcd.answers = false;
    await sent;
    await clock.pass(1000);
  }
  assert.equal(contact.state, "cut off");
});

test("NODE-7: half of the members is no quorum, one more is", () => {
  const cases: readonly (readonly [States, boolean])[] = [
    [["silent"], true],
    [["gone"], false],
    [["silent", "gone"], false],
    [["silent", "silent"], true],
    [["silent", "silent", "gone", "gone"], false],
    [["silent", "silent", "silent", "gone"], true],
    [["silent", "silent", "gone", "gone", "gone"], false],
    [["silent", "silent", "silent", "gone", "leaderless"], true],
    [["leaderless", "leaderless", "leaderless"], false],
  ];
  for (const [states, expected] of cases)
    assert.equal(mayHaveQuorum(membersIn(states)), expected, states.join());
});

test("NODE-8: a process that was stopped for longer than cluster-cut-off-ms is cut off from its first moment on until etcd answers what it asked since", async (t) => {
  const { clock, etcd, told, contact } = started(t);
  const through = contact.through(etcd);
  await clock.pass(1000);
  let answer = (): void => undefined;
  etcd.wait = new Promise((resolve) => (answer = resolve));
  const before = through.read({ from: "a", end: "b" });
  clock.stop(60_000);
  assert.equal(contact.state, "cut off", "before any of its timers");
  answer();
  await before;
  assert.equal(contact.state, "cut off", "this answer was given a minute ago");
  await through.read({ from: "a", end: "b" });
  assert.equal(contact.state, "in touch");
  assert.deepEqual(told, ["cut off", "in touch"]);
});

test("NODE-8: after such a stop, it is not known either that there was no quorum", async (t) => {
  const { clock, etcd, contact } = started(t);
  etcd.states = ["gone", "gone", "gone"];
  etcd.answers = false;
  await clock.pass(20_000);
  assert.equal(contact.state, "no quorum");
  clock.stop(60_000);
  assert.equal(contact.state, "cut off");
  // Others may have gone on meanwhile, and revoked a token: that they are gone now tells nothing of it.
  await clock.pass(3000);
  assert.equal(contact.state, "cut off");
  etcd.answers = true;
  await clock.pass(1000);
  assert.equal(contact.state, "in touch");
});
