import assert from "node:assert/strict";
import { test } from "node:test";
import { bounded } from "../../support/timeouts.ts";
import { linesAbout } from "../../server/log-lines.ts";
import { eventually } from "../../support/polling.ts";
import { homeStatus, objectOf, patienceMs, healthOf } from "../service-beside.ts";
import { serviceOf, startHome } from "../service-with-token.ts";

test(
  "UPSTREAM-17: a token of the service that is no administrator's is warned of, in the log once and in its health",
  bounded,
  async (t) => {
    const home = await startHome(t);
    const service = await serviceOf(t, { url: home.url, owner: home.user });
    const warned = await eventually(async () => {
      const report = objectOf((await healthOf(service))["home_assistant"]);
      return "reason" in report ? { seen: report } : { not: "a reason" };
    }, patienceMs);
    assert.equal(warned["status"], "connected");
    assert.match(String(warned["reason"]), /not an administrator's/);
    await home.restart();
    await home.whenReceived("auth/current_user", 1);
    await homeStatus(service, "connected");
    const told = linesAbout(service.log, "may not do everything in Home Assistant");
    assert.equal(told.length, 1);
  },
);

test("UPSTREAM-17: nothing is warned of with an administrator's token", bounded, async (t) => {
  const home = await startHome(t);
  const service = await serviceOf(t, home);
  await home.whenReceived("auth/current_user", 1);
  const report = await homeStatus(service, "connected");
  assert.equal("reason" in report, false);
  assert.deepEqual(linesAbout(service.log, "may not do everything"), []);
});
