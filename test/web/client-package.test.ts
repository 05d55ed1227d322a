import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../support/source-files.ts";
import { inBrowser } from "../support/timeouts.ts";
import { Peer } from "../support/peer.ts";
import { startTestService } from "../support/service.ts";
import { useBrowser } from "./browser.ts";

const open = useBrowser();

/** What a page does with the client. */
const program = (token: string): string => `(async () => {
  const { connect } = await import("/client.js");
  const service = await connect(location.origin, "${token}");
  const plans = [];
  await service.subscribePlan((plan) => plans.push(plan.rev ?? 0));
  const rev = await service.save({ rooms: [{ id: "attic" }] }, 0);
  const { rooms } = await service.getPlan();
  const code = await service.save({}, 0).catch((error) => error.code);
  service.close();
  return { rev, rooms, plans, code };
})()`;

test(
  "API-11: a page imports the client as it was built, follows the plan with it and saves one",
  inBrowser,
  async (t) => {
    const service = await startTestService(t);
    const page = await open(t, service, {
      prepare: (made) =>
        made.route("**/client.js", (route) =>
          route.fulfill({ path: join(root, "dist/client.js"), contentType: "text/javascript" }),
        ),
    });
    if (page === undefined) return;
    const said: unknown = await page.evaluate(program(service.admin));
    const rooms = [{ id: "attic" }];
    assert.deepEqual(said, { rev: 1, rooms, plans: [0, 1], code: "conflict" });
    const peer = await Peer.login(t, service.port, service.viewer);
    const reply = await peer.result("floorplan/plan/get");
    assert.deepEqual(reply, { rev: 1, rooms });
  },
);
