import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { firstToAnswer } from "../../src/client/first-to-answer.ts";

/** What a test does with an attempt: it lets somebody in, or fails with a reason. */
interface Attempt {
  readonly address: string;
  readonly letIn: () => void;
  readonly fail: (reason: unknown) => void;
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 6; turn += 1) await Promise.resolve();
};

const refused = "the token is refused";

/** Tries addresses, with a clock of the test's own. */
const trying = (t: TestContext, addresses: readonly string[], signal?: AbortSignal) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const attempts: Attempt[] = [];
  const closed: string[] = [];
  const outcome: string[] = [];
  const answered = firstToAnswer(addresses, {
    open: (address) =>
      new Promise<string>((resolve, reject) => {
        attempts.push({ address, letIn: () => resolve(`to ${address}`), fail: reject });
      }),
    close: (socket) => closed.push(socket),
    isFinal: (error) => error === refused,
    signal,
  });
  answered.then(
    ({ address, socket }) => outcome.push(`${address}: ${socket}`),
    (error: unknown) => outcome.push(`failed: ${String(error)}`),
  );
  const pass = async (ms: number): Promise<void> => {
    t.mock.timers.tick(ms);
    await settle();
  };
  const at = (position: number): Attempt => {
    const attempt = attempts[position];
    assert(attempt !== undefined, `there is an attempt ${position}`);
    return attempt;
  };
  const tried = (): string => attempts.map(({ address }) => address).join("");
  return { at, tried, closed, outcome, pass };
};

test("ADDRESS-2: the next address is tried at once when one fails, and beside one that says nothing for a second", async (t) => {
  const { at, tried, closed, outcome, pass } = trying(t, ["a", "b", "c"]);
  assert.equal(tried(), "a");
  at(0).fail("none");
  await settle();
  assert.equal(tried(), "ab", "without a pause");
  await pass(999);
  assert.equal(tried(), "ab");
  await pass(1);
  assert.equal(tried(), "abc");
  at(2).letIn();
  await settle();
  assert.deepEqual(outcome, ["c: to c"]);
  at(1).letIn();
  await settle();
  assert.deepEqual([outcome, closed], [["c: to c"], ["to b"]], "who comes second is closed");
  await pass(60_000);
  assert.equal(tried(), "abc", "nothing goes on afterwards");
});

test("ADDRESS-2: the first address that logs in wins, also one that was waited for before", async (t) => {
  const { at, closed, outcome, pass } = trying(t, ["a", "b"]);
  await pass(1000);
  at(0).letIn();
  at(1).letIn();
  await settle();
  assert.deepEqual([outcome, closed], [["a: to a"], ["to b"]]);
});

test("ADDRESS-2: while one address says nothing, those that failed are tried again", async (t) => {
  const { at, tried, outcome, pass } = trying(t, ["a", "b"]);
  await pass(1000);
  at(1).fail("none");
  await settle();
  assert.equal(tried(), "ab");
  await pass(2000);
  assert.equal(tried(), "abb");
  at(2).letIn();
  await settle();
  assert.deepEqual(outcome, ["b: to b"]);
});

test("ADDRESS-2: when all addresses have failed, that is told with what the last one said", async (t) => {
  const { at, tried, outcome, pass } = trying(t, ["a", "b"]);
  at(0).fail("first");
  await settle();
  at(1).fail("second");
  await settle();
  assert.deepEqual(outcome, ["failed: second"]);
  await pass(60_000);
  assert.equal(tried(), "ab", "when to try again is for whoever asks");
});

test("ADDRESS-3: a token that one node refuses counts as refused, whoever else is asked", async (t) => {
  const { at, tried, closed, outcome, pass } = trying(t, ["a", "b", "c"]);
  await pass(1000);
  at(1).fail(refused);
  await settle();
  assert.deepEqual(outcome, [`failed: ${refused}`]);
  at(0).letIn();
  await pass(60_000);
  assert.deepEqual([tried(), closed], ["ab", ["to a"]]);
});

test("ADDRESS-2: attempts that are no longer wanted end, and what they still bring is closed", async (t) => {
  const ending = new AbortController();
  const { at, tried, closed, outcome, pass } = trying(t, ["a", "b"], ending.signal);
  ending.abort("over");
  await settle();
  assert.deepEqual(outcome, ["failed: over"]);
  at(0).letIn();
  await pass(60_000);
  assert.deepEqual([tried(), closed], ["a", ["to a"]]);
});
