import assert from "node:assert/strict";
import { test } from "node:test";
import { keeperOf, preferredNodes } from "../../src/homes/home-place.ts";

const homes = Array.from({ length: 10_000 }, (_, at) => `home${at}`);
const nodes = Array.from({ length: 5 }, (_, at) => `http://node${at}.local:8125`);

const firstOf = (home: string, among: readonly string[]): string | undefined =>
  preferredNodes(home, among)[0];

test("HOMES-116: each home prefers the nodes in an order of its own, whatever order they are named in", () => {
  for (const home of homes.slice(0, 100)) {
    const order = preferredNodes(home, nodes);
    assert.deepEqual(order.toSorted(), nodes);
    assert.deepEqual(preferredNodes(home, nodes.toReversed()), order);
  }
  assert.deepEqual(preferredNodes("home", []), []);
});

test("HOMES-116: homes are spread evenly, and a node that comes or goes moves one in N, to it or from it alone", () => {
  const counts = new Map<string | undefined, number>();
  for (const home of homes) {
    const first = firstOf(home, nodes);
    counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  // Four standard deviations of 10,000 homes on 5 nodes.
  for (const node of nodes) assert(Math.abs((counts.get(node) ?? 0) - 2000) < 160, node);
  for (const gone of nodes) {
    const rest = nodes.filter((node) => node !== gone);
    for (const home of homes) {
      const [first, second] = preferredNodes(home, nodes);
      assert.equal(firstOf(home, rest), first === gone ? second : first);
    }
  }
});

test("HOMES-194: one live node looks after each home, however often it was started again; a lost one's homes go to the others", () => {
  const live = ["a", "b", "b", "c"].map((host, at) => ({ id: `${host}${at}`, host }));
  const keepers = homes.map((home) => keeperOf(home, live));
  for (const { id } of live)
    assert(Math.abs(keepers.filter((each) => each === id).length - 2500) < 174, id);
  const again = live.map(({ id, host }) => ({ id: `${id} again`, host }));
  const rest = live.filter(({ host }) => host !== "a");
  for (const [at, home] of homes.entries()) {
    assert.equal(keeperOf(home, again), `${keepers[at]} again`);
    if (keepers[at] !== "a0") assert.equal(keeperOf(home, rest), keepers[at]);
    else assert(rest.some(({ id }) => id === keeperOf(home, rest)));
  }
  assert.equal(keeperOf("home", []), undefined);
});
