import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import type { ContactState } from "../../../src/storage/etcd/contact.ts";
import type { Etcd, Member } from "../../../src/storage/etcd/client/etcd.ts";
import { assess, ClusterHealth } from "../../../src/storage/etcd/cluster-health.ts";
import { type ClusterState, healthRoute } from "../../../src/server/health.ts";
import { failureTexts, PlanHolder } from "../../../src/plan/plan-holder.ts";
import { listening } from "../../support/listen-on-free-port.ts";
import { keptLog } from "./test-home.ts";

const member = (at: number, more: Partial<Member> = {}): Member => ({
  url: `http://etcd${at}:2379`,
  state: at === 1 ? "leading" : "following",
  version: "3.5.30",
  problem: undefined,
  ...more,
});

const well = {
  contact: "in touch",
  members: [member(1), member(2), member(3)],
  clocks: [],
  documents: [],
} as const;

test("NODE-9: a cluster of which all members lead or follow, and the clocks agree, is well", () => {
  assert.deepEqual(assess(well), { findings: [], canSave: true });
});

test("NODE-9: each thing that is wrong has a sentence, and only the want of a quorum, of contact and of space keeps from saving", () => {
  const withSecond = (more: Partial<Member>) => ({
    ...well,
    members: [member(1), member(2, more), member(3)],
  });
  const cases = [
    [withSecond({ state: "gone" }), /^member http:\/\/etcd2:2379 is not running$/, true],
    [withSecond({ state: "silent" }), /^member http:\/\/etcd2:2379 does not answer$/, true],
    [withSecond({ state: "leaderless" }), /etcd2:2379 has no leader$/, true],
    [withSecond({ version: "3.5.9" }), /etcd2:2379 is etcd 3\.5\.9, and 3\.5\.26 or later/, true],
    [withSecond({ problem: "it is slow" }), /etcd2:2379: it is slow$/, true],
    [withSecond({ problem: "the quota is reached (alarm NOSPACE)" }), /NOSPACE/, false],
    [{ ...well, clocks: ["the clock of hall differs"] }, /^the clock of hall differs$/, true],
    [{ ...well, documents: ["/floorplan/users: Expected"] }, /users: Expected$/, true],
    [{ ...well, contact: "no quorum" as const }, /no quorum/, false],
    [{ ...well, contact: "cut off" as const }, /cut off from the others/, false],
  ] as const;
  for (const [seen, expected, canSave] of cases) {
    const judged = assess(seen);
    const [finding] = judged.findings;
    assert(finding !== undefined && judged.findings.length === 1, JSON.stringify(judged));
    assert.match(finding.detail, expected);
    assert.equal(judged.canSave, canSave, finding.detail);
    assert.doesNotMatch(
      finding.words,
      /etcd2|2379|slow|hall|Expected|floorplan\//,
      "for strangers",
    );
  }
});

/** An etcd of which only the members are asked. */
const onlyMembers = (members: () => Promise<readonly Member[]>): Etcd => {
  const never = (): never => assert.fail("only the members are asked");
  return {
    transact: never,
    read: never,
    watch: never,
    lease: never,
    renew: never,
    keep: never,
    revoke: never,
    close: never,
    members,
  };
};

test("NODE-9: whoever asks within a second shares a look at the members; what is wrong is logged when it begins and when it is over", async (t) => {
  const { lines, log } = keptLog(t);
  let looks = 0;
  const members: readonly Member[] = [
    member(1),
    member(2, { state: "gone", problem: "connect ECONNREFUSED" }),
  ];
  const named = { id: "1a2b", version: "1.0.0", reads: [1], time: "2026-11-24T12:00:00.000Z" };
  const node = { nodes: [{ ...named, host: "hall" }], clocks: [] as readonly string[] };
  const contact: { state: ContactState } = { state: "in touch" };
  const etcd = onlyMembers(async () => {
    looks += 1;
    return members;
  });
  const health = new ClusterHealth({ etcd, contact, node, documents: [], log });
  t.after(() => health.close());
  const reports = await Promise.all(Array.from({ length: 20 }, () => health.report()));
  assert.equal(looks, 1);
  assert.deepEqual(reports[19], {
    reasons: ["member 2 of --cluster is not running"],
    canSave: true,
    cluster: {
      members: [
        { member: 1, state: "leading", version: "3.5.30", problem: undefined },
        {
          member: 2,
          state: "gone",
          version: "3.5.30",
          problem: "is not running",
        },
      ],
      nodes: [named],
    },
  });
  node.clocks = ["clocks differ"];
  contact.state = "no quorum";
  for (let times = 0; times < 3; times += 1) health.noticed();
  node.clocks = [];
  contact.state = "in touch";
  health.noticed();
  const gone = "member http://etcd2:2379 is not running";
  const noQuorum = "the cluster has no quorum: plans can be read, but not saved";
  assert.equal(lines[0]?.["problem"], "connect ECONNREFUSED");
  assert.deepEqual(
    lines.map(({ level, reason }) => [level, reason]),
    [
      [40, gone],
      [40, noQuorum],
      [40, "clocks differ"],
      [30, noQuorum],
      [30, "clocks differ"],
    ],
  );
});

test("NODE-9: what keeps a cluster from saving degrades a service and ends by itself, and is told from a failure that stays", async (t) => {
  const holder = new PlanHolder();
  let state: ClusterState = { reasons: [], canSave: true, cluster: { members: [], nodes: [] } };
  const route = healthRoute(
    holder,
    () => undefined,
    async () => state,
  );
  const server = createServer((request, response) => {
    void route.methods["GET"]?.(request, response, new URL("http://127.0.0.1/healthz"));
  });
  const url = await listening(t, server);
  const asked = async () => {
    const response = await fetch(url);
    const body: unknown = await response.json();
    return [response.status, body];
  };
  const { cluster } = state;
  assert.deepEqual(await asked(), [503, { status: "loading", cluster }]);
  holder.away("cluster", "etcd1 said: no");
  state = { ...state, reasons: ["no quorum"], canSave: false };
  assert.deepEqual(await asked(), [
    503,
    { status: "degraded", reason: `${failureTexts.cluster}; no quorum`, cluster },
  ]);
  holder.failed("refused", "the log was refused: /data/log");
  assert.deepEqual(await asked(), [
    503,
    { status: "failed", reason: `${failureTexts.refused}; no quorum`, cluster },
  ]);
});
