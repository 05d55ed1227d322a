import { test } from "node:test";
import { dataFolder } from "../../support/data-folder.ts";
import { serveProgram } from "../../support/program.ts";
import { seededRandom } from "../../support/random.ts";
import { scaled } from "../scale.ts";
import { Campaign } from "./campaign.ts";
import { disturb } from "./disturbances.ts";
import { nodeDisturbances } from "./node-disturbances.ts";
import { NodeProcess } from "./node-process.ts";
import { Place } from "./place.ts";
import { run } from "./run.ts";

test("scratch", { timeout: 300_000 }, async (t) => {
  const random = seededRandom(t);
  const users = await dataFolder(t);
  const place = new Place("the node");
  const node = new NodeProcess(place, async () => {
    const served = await serveProgram(t, users.data);
    return { ...served, access: { port: served.port, token: users.admin, patienceMs: 3000 } };
  });
  const campaign = new Campaign(t, [place], random);
  await node.start();
  await run(campaign, [node], () =>
    disturb(campaign, nodeDisturbances(campaign, [node]), scaled(4, 20)),
  );
});
