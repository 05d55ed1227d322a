import assert from "node:assert/strict";
import { test } from "node:test";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type ContactState, makeAdmission } from "../../../src/storage/etcd/contact.ts";
import type { Member } from "../../../src/storage/etcd/client/etcd.ts";
import { admissionOf, admittedLogin } from "../../../src/storage/storage.ts";

type States = readonly [Member["state"], Member["state"], Member["state"]];

const healthy: States = ["leading", "following", "following"];
const late = left("no member answers");

/** What becomes of somebody who comes, and how often etcd was asked for what was saved. */
const come = async (state: ContactState, members: States, caughtUp: Either<string, void>) => {
  let asked = 0;
  const admit = makeAdmission({
    etcd: {
      members: async () =>
        members.map((each, at) => ({
          url: `http://etcd${at}:2379`,
          state: each,
          version: "3.5.30",
          problem: undefined,
        })),
    },
    contact: { state },
    caughtUp: async () => {
      asked += 1;
      return caughtUp;
    },
  });
  return { admitted: await admit(), asked };
};

test("NODE-10: strangers who are not let in hear nothing of what is behind the service, which is for its log", async () => {
  const problem =
    "/floorplan/home/document/users in etcd cannot be read: http://etcd1:2379: no answer in time";
  const shared = {
    admit: async () => left(problem),
    whenCutOff: () => undefined,
    lead: () => assert.fail("nobody leads"),
    report: () => assert.fail("nobody asks"),
  };
  const login = admittedLogin(admissionOf({ shared }), () => assert.fail("nobody is let in"));
  const told = await login("token", "127.0.0.1");
  assert(isLeft(told) && told.left.kind === "unavailable");
  assert.equal(told.left.problem, problem);
  assert.doesNotMatch(told.left.message, /etcd|document|2379/);
});

test("NODE-10: who comes is let in once the node has what was saved anywhere, and not where that cannot be known", async () => {
  assert.deepEqual(await come("in touch", healthy, right(undefined)), {
    admitted: right(undefined),
    asked: 1,
  });
  assert.deepEqual(await come("in touch", healthy, late), { admitted: late, asked: 1 });
});

test("NODE-10: a node that hears nothing while others may go on lets nobody in, also before it counts as cut off", async () => {
  for (const members of [
    ["silent", "silent", "silent"],
    ["silent", "silent", "gone"],
    // The members are there again, and this node has not heard so yet.
    healthy,
  ] satisfies States[])
    assert.deepEqual((await come("no quorum", members, late)).admitted, late);
  const { admitted, asked } = await come("cut off", ["gone", "gone", "gone"], right(undefined));
  assert(isLeft(admitted) && asked === 0);
});

test("NODE-10: without a quorum, which the members tell then and there, the node lets people in to what it has", async () => {
  for (const members of [
    ["gone", "gone", "leaderless"],
    ["leaderless", "leaderless", "silent"],
  ] satisfies States[]) {
    // Nobody waits for answers that are not to be had.
    assert.deepEqual(await come("no quorum", members, late), {
      admitted: right(undefined),
      asked: 0,
    });
    // It was lost a moment ago.
    assert.deepEqual((await come("in touch", members, late)).admitted, right(undefined));
  }
});

test("NODE-10: nobody waits for an answer of etcd while the members say that it cannot come", async () => {
  const admit = makeAdmission({
    etcd: {
      members: async () =>
        ["gone", "gone", "leaderless"].map((state, at) => ({
          url: `http://etcd${at}:2379`,
          state: state === "gone" ? "gone" : "leaderless",
          version: "3.5.30",
          problem: undefined,
        })),
    },
    contact: { state: "in touch" },
    caughtUp: () => new Promise(() => undefined),
  });
  assert.deepEqual(await admit(), right(undefined));
});
