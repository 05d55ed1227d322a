import assert from "node:assert/strict";
import { test } from "node:test";
import { demoPlan } from "../../samples/index.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { seededRandom } from "../../support/random.ts";
import { useDrawing } from "../renderer/drawing-page.ts";

const openDrawing = useDrawing();

/** Draws the plan again for many changes of states and some of the plan, as a card does that is left open for days. */
const days = (seed: number, changes: number): string => `{
  let last = ${seed};
  const below = (most) => (last = (last * 48271) % 2147483647) % most;
  const entities = [...new Set(JSON.stringify(plan).match(/\\b(?:light|sensor|binary_sensor|climate|switch|media_player|cover|lock)\\.\\w+/g))];
  const values = ["on", "off", "unavailable", "open", "closed", "locked", "unlocked", "21.5", "heat"];
  for (let change = 0; change < ${changes}; change += 1) {
    const entity = entities[below(entities.length)];
    const attributes = { brightness: below(256), rgb_color: [below(256), below(256), below(256)], current_position: below(101) };
    states = { ...states, [entity]: { state: values[below(values.length)], attributes } };
    if (change % 16 === 0 && revision < 600) {
      revision += 1;
      const lamps = [...plan.furniture];
      const [lamp] = lamps.splice(below(lamps.length), 1);
      plan = { ...plan, rev: revision, furniture: [...lamps, { ...lamp, x: lamp.x + 0.01, layer: below(3) }] };
    }
    draw(plan, { states, icons });
  }
  revision = 0;
  // As it began, so that what is left is compared with what was there.
  plan = first;
  states = {};
  draw(plan, { states, icons });
}`;

type Counts = Readonly<Record<"nodes" | "listeners" | "heap", number>>;

test(
  "LIVE-13: after 10,000 changes of states and 600 revisions a drawing has the nodes and listeners that it began with, and no more memory",
  inBrowser,
  async (t) => {
    const page = await openDrawing(t);
    if (page === undefined) return;
    const random = seededRandom(t);
    await page.evaluate(`
      window.first = ${JSON.stringify(demoPlan("flat"))};
      Object.assign(window, { plan: first, states: {}, revision: 0, icons: (name) => ({ path: "M1 1h1v1z" }) });
    `);
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    const countedNow = async (): Promise<Counts> => {
      // What a frame is still to do may hold on to nodes; twice, as what the first one frees may hold on to more.
      await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))");
      for (let round = 0; round < 2; round += 1) await session.send("HeapProfiler.collectGarbage");
      const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
      const { usedSize } = await session.send("Runtime.getHeapUsage");
      return { nodes, listeners: jsEventListeners, heap: usedSize };
    };
    /** What is left after several collections: some of what nobody holds outlives one. */
    const counted = async (): Promise<Counts> => {
      let least = await countedNow();
      for (let round = 0; round < 4; round += 1) {
        const { nodes, listeners, heap } = await countedNow();
        least = {
          nodes: Math.min(nodes, least.nodes),
          listeners,
          heap: Math.min(heap, least.heap),
        };
      }
      return least;
    };
    // The first days fill what is kept on purpose: formats, the words of a plan's own elements.
    await page.evaluate(days(1 + random.below(1e6), 1000));
    const before = await counted();
    await page.evaluate(days(1 + random.below(1e6), 10_000));
    const after = await counted();
    t.diagnostic(`before ${JSON.stringify(before)}, after ${JSON.stringify(after)}`);
    assert.equal(after.listeners, before.listeners);
    assert(after.nodes <= before.nodes, `${before.nodes} nodes became ${after.nodes}`);
    const grown = after.heap - before.heap;
    // Less than 100 bytes a change: compiled code and caches, which end to grow soon after.
    assert(grown < 1_000_000, `the heap grew by ${grown} bytes`);
  },
);
