import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { type Either, isLeft, isRight, left, right } from "fp-ts/lib/Either.js";
import { boundaryIn } from "../../../src/server/runtime/boundary.ts";
import { testConfig } from "../../support/config.ts";
import { FailedLogins } from "../../../src/home-assistant/upstream/failed-logins.ts";
import {
  type HomeAssistantProblem,
  homeAssistantProblem,
} from "../../../src/home-assistant/upstream/status.ts";
import { until } from "../service-beside.ts";

const problem = homeAssistantProblem.unreachable("home", "it is away");
const settings = testConfig({ homeAssistant: "home", homeAssistantFailures: 2 });
const never = new AbortController().signal;
const failing = boundaryIn({
  error: ({ err }) => {
    throw err;
  },
});

/** Failed logins in a row, and the own logins that wait for an answer. */
const countFailures = (failuresAllowed = 2) => {
  const own: ((made: Either<HomeAssistantProblem, void>) => void)[] = [];
  const logIn = (): Promise<Either<HomeAssistantProblem, void>> =>
    new Promise((resolve) => own.push(resolve));
  const allowed = { ...settings, homeAssistantFailures: failuresAllowed };
  return { own, failures: new FailedLogins(allowed, logIn, failing) };
};

test("UPSTREAM-16: a login that is under way counts as failed, what was before the start is not known, and who waits is told in time why it is not their turn", async () => {
  const { own, failures } = countFailures();
  const atStart = failures.turn("known", never);
  await until("the own login", () => own.length === 1);
  failures.begin()("accepted");
  own.pop()?.(right(undefined));
  const [first, second] = [await atStart, await failures.turn("known", never)];
  assert(isRight(first) && isRight(second));
  const third = failures.turn("known", never);
  const late = new AbortController();
  const fourth = failures.turn("known", late.signal);
  late.abort();
  const slow = await fourth;
  assert(isLeft(slow) && slow.left.kind === "slow");
  assert.equal(own.length, 0, "those under way may still be let in");
  first.right("refused");
  await until("the own login", () => own.length === 1);
  second.right("refused");
  assert.equal(own.length, 1, "one at a time");
  own.pop()?.(left(problem));
  assert.deepEqual(await third, left(problem));
  const fifth = failures.turn("known", never);
  await until("the own login", () => own.length === 1);
  failures.begin()("accepted");
  own.pop()?.(right(undefined));
  assert(isRight(await fifth));
});

test("UPSTREAM-16: of strangers one fewer is under way than may fail, but for one, and what is known and refused counts all the same", async () => {
  for (const [allowed, strangers] of [
    [1, 1],
    [2, 1],
    [5, 4],
  ] as const) {
    const { own, failures } = countFailures(allowed);
    failures.begin()("accepted");
    for (let n = 0; n < allowed; n += 1) void failures.turn("stranger", never);
    assert.equal(failures.waiting, allowed - strangers);
    assert.equal(own.length, 0);
  }
  const { own, failures } = countFailures(2);
  failures.begin()("accepted");
  assert(isRight(await failures.turn("stranger", never)));
  const revoked = await failures.turn("known", never);
  assert(isRight(revoked));
  const next = failures.turn("known", never);
  assert.equal(failures.waiting, 1);
  revoked.right("refused");
  assert.deepEqual([failures.waiting, own.length], [1, 1], "the stranger is not waited for");
  failures.begin()("accepted");
  assert(isRight(await next));
});

test("UPSTREAM-16: whoever came first has their turn first, and who gives up, or had it, leaves nothing behind", async () => {
  const { failures } = countFailures();
  failures.begin()("accepted");
  const before = await failures.turn("stranger", never);
  assert(isRight(before));
  let end = before.right;
  const served: number[] = [];
  const all = Array.from({ length: 20 }, (_, n) => {
    const deadline = new AbortController();
    const serve = async (): Promise<void> => {
      const given = await failures.turn("stranger", deadline.signal);
      if (isLeft(given)) return;
      served.push(n);
      end = given.right;
    };
    return { n, deadline, turn: serve() };
  });
  assert.equal(failures.waiting, 20);
  const patient = all.filter(({ n }) => n % 3 !== 1);
  for (const { deadline } of all.filter(({ n }) => n % 3 === 1)) deadline.abort();
  assert.equal(failures.waiting, patient.length);
  for (const [at, { turn }] of patient.entries()) {
    end("accepted");
    await turn;
    assert.equal(failures.waiting, patient.length - at - 1, "one has room");
  }
  await Promise.all(all.map(({ turn }) => turn));
  assert.deepEqual(
    served,
    patient.map(({ n }) => n),
  );
  for (const { deadline } of all)
    assert.equal(getEventListeners(deadline.signal, "abort").length, 0);
});
