import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { isRight } from "fp-ts/lib/Either.js";
import { decodeRevision } from "../../../../src/storage/etcd/log/revision-value.ts";
import { readKeptPlans } from "../../../../src/storage/etcd/log/read-revisions.ts";
import { neededRevisions } from "../../../../src/storage/etcd/log/save-transaction.ts";
import { randomCases } from "../../../campaign/scale.ts";
import { contentOf } from "../../logs-under-test.ts";
import { eventually } from "../../../support/polling.ts";
import { type Random, randomOf, seededRandom } from "../../../support/random.ts";
import { fairWeather, type Fault, MemoryEtcd } from "../memory-etcd.ts";
import { MemoryStore } from "../memory-store.ts";
import { gate, keys, type Node, numbered, startNode } from "./nodes.ts";

/** How bad it is: how many of a hundred calls meet each fault. */
const seasons = [
  { lost: 0, never: 0, away: 0, later: 0, compacts: 0, holds: 0 },
  { lost: 15, never: 5, away: 5, later: 10, compacts: 0, holds: 2 },
  { lost: 5, never: 2, away: 2, later: 3, compacts: 4, holds: 10 },
  { lost: 30, never: 20, away: 10, later: 20, compacts: 1, holds: 5 },
] as const;

/** Short plans, some that are long, and many that are stored as changes of one another, of a plan in parts if it is long. */
const drawText = (random: Random, alikeBytes: number) => {
  const drawn = random.below(16);
  if (drawn === 0) return { bytes: 40 };
  return drawn === 1 ? { bytes: 700_000 } : { bytes: alikeBytes, isAlike: true };
};

const turns = async (count: number): Promise<void> => {
  for (let at = 0; at < count; at += 1) await turn();
};

/** Gives a node bad weather; what is late comes when `end` is called, if not before. */
const storm = (
  node: Node,
  season: (typeof seasons)[number],
  random: Random,
  end: Promise<void>,
): void => {
  const { weather } = node;
  const isIn = (percent: number): boolean => random.below(100) < percent;
  weather.wire = () => turns(random.below(3));
  weather.atOnce = () => 1 + random.below(4);
  weather.watch = () =>
    isIn(season.holds) ? Promise.race([turns(400), end]) : turns(random.below(6));
  weather.read = () => (isIn(season.away) ? "away" : "none");
  weather.call = (): Fault => {
    if (isIn(season.lost)) return "lost";
    if (isIn(season.never)) return "never";
    if (isIn(season.away)) return "away";
    if (!isIn(season.later)) return "none";
    return { later: random.below(2) === 0 ? Promise.race([turns(random.below(300)), end]) : end };
  };
};

/** What became of a save, by its number. */
type Answer =
  | { readonly kind: "saved"; readonly rev: number; readonly guard: number | undefined }
  | { readonly kind: "conflict" | "not-loaded" | "outcome-unknown" };

/** All revisions that were ever stored, with the number of each. */
const storedIn = (store: MemoryStore): readonly (readonly [number, number])[] =>
  store.everything(keys.revisions).flatMap(({ value }) => {
    if (value === undefined) return [];
    const decoded = decodeRevision(value);
    assert(isRight(decoded));
    const { rev, items } = decoded.right.header;
    return [[rev, items] as const];
  });

/** Of all revisions that were ever stored, whether they are stored as changes. */
const changesIn = (store: MemoryStore): readonly boolean[] =>
  store.everything(keys.revisions).flatMap(({ value }) => {
    const decoded = value && decodeRevision(value);
    return decoded && isRight(decoded) ? ["chain" in decoded.right.header] : [];
  });

/** Each subscriber gets every revision in order and once, but for jumps, which go forward. */
const checkSeen = ({ seen }: Node, numbers: ReadonlyMap<number, number>, from: number): void => {
  let last = from;
  for (const [rev, number] of seen) {
    if (rev === -1) {
      assert(number > last, "a jump goes forward");
      last = number;
      continue;
    }
    assert.equal(rev, last + 1, "no revision is left out, or comes twice");
    assert.equal(numbers.get(rev), number, "all are given the same");
    last = rev;
  }
};

/** One run: some nodes on one store, each with several editors, in one season. */
const run = async (t: TestContext, seed: number, season: (typeof seasons)[number]) => {
  const random = randomOf(seed);
  const what = `seed ${seed}`;
  const store = new MemoryStore();
  const end = gate();
  const nodes: Node[] = [];
  const starts = new Map<Node, number>();
  const begin = async (): Promise<void> => {
    const allReadChanges = () => random.below(20) > 0;
    const node = await startNode(t, store, {
      unknownMs: random.pick([5, 20, 60]),
      allReadChanges,
    });
    starts.set(node, node.actor.revision);
    storm(node, season, random, end.opened);
    nodes.push(node);
  };
  for (let at = 0; at < 3; at += 1) await begin();
  const answers = new Map<number, Answer>();
  const alikeBytes = random.below(4) === 0 ? 1_200_000 : 20_000;
  let number = 0;
  const edit = async (saves: number): Promise<void> => {
    for (let at = 0; at < saves; at += 1) {
      const node = nodes[random.below(nodes.length)];
      assert(node !== undefined);
      number += 1;
      const mine = number;
      const guard = random.below(2) === 0 ? node.actor.revision : undefined;
      const text = drawText(random, alikeBytes);
      const content = numbered(mine, { ...text, rooms: random.below(3) });
      const answer = await node.actor.save({ content, guard })();
      if (isRight(answer)) {
        const { right: rev } = answer;
        answers.set(mine, { kind: "saved", rev, guard });
        assert(
          node.seen.some((each) => each[0] === rev && each[1] === mine),
          `${what}: the event of ${rev} came before its answer`,
        );
      } else {
        const { kind } = answer.left;
        assert(kind !== "overloaded" && kind !== "invalid-change");
        answers.set(mine, { kind });
        if (answer.left.kind === "conflict") assert.notEqual(answer.left.current, guard);
      }
      if (random.below(100) < season.compacts)
        store.compact(Math.max(0, store.revision - random.below(4)));
      if (random.below(40) === 0) await begin();
      await turns(random.below(10));
    }
  };
  await Promise.all([1, 2, 3, 4, 5].map(() => edit(8)));
  // Good weather: what is late arrives, and everybody hears of all.
  for (const { weather } of nodes) Object.assign(weather, fairWeather());
  end.open();
  await turns(20);
  for (const node of nodes) {
    // As long as it takes: the log itself has little patience here.
    await eventually(async () => {
      const caughtUp = await node.log.caughtUp();
      return isRight(caughtUp) ? { seen: undefined } : { not: `${what}: ${caughtUp.left}` };
    }, 30_000);
    assert.deepEqual(node.failures, [], what);
  }

  const stored = storedIn(store);
  const numbers = new Map(stored);
  assert.deepEqual(
    stored.map(([rev]) => rev),
    stored.map((_, at) => at + 1),
    `${what}: revisions are stored once each, in order`,
  );
  const times = new Map<number, number>();
  for (const [, each] of stored) times.set(each, (times.get(each) ?? 0) + 1);
  for (const [mine, answer] of answers) {
    const about = `${what}: save ${mine}, ${JSON.stringify(answer)}`;
    const count = times.get(mine) ?? 0;
    if (answer.kind === "saved") {
      assert.equal(numbers.get(answer.rev), mine, about);
      assert.equal(count, 1, about);
      assert(answer.guard === undefined || answer.rev === answer.guard + 1, about);
    } else if (answer.kind === "outcome-unknown") assert(count <= 1, about);
    else assert.equal(count, 0, about);
  }
  const kept = await readKeptPlans(new MemoryEtcd(store), keys);
  assert(isRight(kept), what);
  const contents = await Promise.all(nodes.map(({ actor }) => actor.read(contentOf)()));
  const [first] = contents;
  for (const [at, node] of nodes.entries()) {
    checkSeen(node, numbers, starts.get(node) ?? 0);
    assert.deepEqual(contents[at], first, what);
    assert.equal(node.actor.revision, stored.length, what);
    await node.close();
  }
  // What lasts is what the head names.
  store.endLeases();
  const { head } = kept.right;
  const named = [...neededRevisions(head.kept).values(), ...head.gone].flatMap(({ rev, parts }) => {
    const numbersOfParts = Array.from({ length: parts?.count ?? 0 }).keys();
    const partKeys = [...numbersOfParts].map((at) => keys.part(parts?.upload ?? "", at));
    return partKeys.concat(keys.revision(rev));
  });
  const lasting = stored.length === 0 ? [] : [keys.head, ...named];
  assert.deepEqual(store.keys.toSorted(), lasting.toSorted(), `${what}: nothing is left behind`);
  return [
    ...[...answers.values()].map(({ kind }) => kind),
    ...changesIn(store).map((isChange) => (isChange ? "as changes" : "whole")),
  ];
};

test("CLUS-7: whatever befalls several nodes, each acknowledged save is there once, all agree on one order, guards hold, and nothing is left behind", async (t) => {
  const random = seededRandom(t);
  const kinds = new Map<string, number>();
  for (let round = 0; round < randomCases(3, 150); round += 1)
    for (const season of seasons)
      for (const kind of await run(t, random.below(2 ** 31), season))
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  t.diagnostic(JSON.stringify(Object.fromEntries(kinds)));
  for (const kind of ["saved", "conflict", "not-loaded", "outcome-unknown"])
    assert((kinds.get(kind) ?? 0) > 0, `no save was answered with ${kind}`);
  for (const kind of ["whole", "as changes"])
    assert((kinds.get(kind) ?? 0) > 0, `nothing was stored ${kind}`);
});
