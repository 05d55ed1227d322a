import assert from "node:assert/strict";
import { test } from "node:test";
import type { HomeDirectory } from "../../src/homes/directory/home-directory.ts";
import { type HomeUsage, noUsage } from "../../src/homes/homes.ts";
import type { Homes, HomeState } from "../../src/homes/homes.ts";
import { UsageTable } from "../../src/homes/provider/usage-table.ts";
import { bounded } from "../support/timeouts.ts";
import { documentedMetrics } from "../server/metrics/documented.ts";
import { scrape, valueOf } from "../server/metrics/scrape.ts";
import { openLink, startTestHomes, toldBy } from "./provider-service.ts";

test(
  "HOMES-65: the provider measures homes by state and all together, as is documented",
  bounded,
  async (t) => {
    const { url, token, ask } = await startTestHomes(t);
    for (const id of ["a", "b"]) await ask("POST", "/provider/homes", { id });
    await ask("PATCH", "/provider/homes/b", { suspended: true });
    const scraped = await scrape(url, token);
    const documented = documentedMetrics().filter(({ of }) => of === "With many homes");
    assert.equal(documented.length, 5);
    for (const { name, type } of documented) assert.equal(scraped.types.get(name), type, name);
    const awake = scraped.lines.find(
      ({ name, labels }) => name === "floorplan_homes" && labels["state"] === "awake",
    );
    assert.equal(awake?.value, 1);
    assert.equal(valueOf(scraped, "floorplan_homes_with_problems"), 0);
    assert.equal(valueOf(scraped, "floorplan_homes_connections"), 0);
    assert.equal(scraped.types.get("floorplan_build_info"), "gauge");
  },
);

test(
  "HOMES-65: metrics are neither for strangers nor for tokens of a home, and no home has any",
  bounded,
  async (t) => {
    const { url, token, ask } = await startTestHomes(t, { loginDelayMs: 0 });
    const { body } = await ask("POST", "/provider/homes", { id: "a" });
    const ofHome = await openLink(body["link"]);
    assert.equal((await toldBy(await fetch(`${url}/metrics`))).status, 401);
    assert.equal((await ask("GET", "/metrics", undefined, ofHome)).status, 401);
    assert.equal((await ask("GET", "/h/a/metrics", undefined, token)).status, 404);
  },
);

test(
  "HOMES-65: of 25 homes, the 20 with the most bytes have series of their own",
  bounded,
  async (t) => {
    const { url, token, ask } = await startTestHomes(t);
    for (let count = 0; count < 25; count += 1)
      await ask("POST", "/provider/homes", { id: `home-${count}` });
    const { lines } = await scrape(url, token);
    const named = lines.filter(({ name }) => name === "floorplan_home_usage_bytes");
    assert.equal(new Set(named.map(({ labels }) => labels["home"])).size, 20);
  },
);

/** Homes of which a test says what they do and use; `reads` are the ids that were read. */
const fakeHomes = (ids: readonly string[]) => {
  const states = new Map<string, HomeState>();
  const usages = new Map<string, HomeUsage>();
  const reads: string[] = [];
  const homes: Homes = {
    state: (id) => states.get(id) ?? "asleep",
    usage: async (id) => {
      reads.push(id);
      return usages.get(id) ?? noUsage;
    },
    problems: () => new Map([["gone", "it was deleted"]]),
    whileAsleep: (_id, _why, work) => work(),
    createLink: async () => assert.fail("no link is made"),
  };
  const directory: Pick<HomeDirectory, "ids" | "has"> = {
    ids: () => ids,
    has: (id) => ids.includes(id),
  };
  return { table: new UsageTable(homes, directory), states, usages, reads };
};

test("HOMES-66: a sleeping home is read once, an awake one each time, and once more when it has fallen asleep", async () => {
  const { table, states, usages, reads } = fakeHomes(["a", "b"]);
  states.set("b", "awake");
  await table.rows();
  await table.rows();
  assert.deepEqual(reads, ["a", "b", "b"]);
  states.set("b", "asleep");
  usages.set("b", { ...noUsage, planBytes: 7 });
  const rows = await table.rows();
  assert.deepEqual(reads, ["a", "b", "b", "b"]);
  assert.equal(table.totalsOf(rows).planBytes, 7);
  assert.equal(table.totalsOf(rows).problems, 0, "of homes that are there");
  await table.rows();
  assert.equal(reads.length, 4);
});

test("HOMES-66: others have their turns while 10,000 homes are summed", async () => {
  const { table } = fakeHomes(Array.from({ length: 10_000 }, (_, at) => `home-${at}`));
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const rows = await table.rows();
  isOver = true;
  assert.equal(rows.length, 10_000);
  assert(turns > 100, `${turns} turns`);
});
