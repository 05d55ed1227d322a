import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { startDouble } from "../../support/double-home-assistant.ts";
import { Peer } from "../../support/peer.ts";
import { startTestService, temporaryFolder } from "../../support/service.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import { wallIn } from "./kiosk-page.ts";

const openWall = wallIn(useBrowser());

const humidity = { device_class: "humidity", unit_of_measurement: "%" };

const plan = {
  rooms: [
    {
      id: "bath",
      name: "Bath",
      points: [
        [0, 0],
        [4, 0],
        [4, 3],
        [0, 3],
      ],
    },
  ],
  sensors: [{ entity: "sensor.test_moist", x: 2, z: 1 }],
};

test(
  "HEAT-8: a wall shows the heat map that its address names, live and without a choice, and none by default",
  inBrowser,
  async (t) => {
    const home = await startDouble(t);
    home.core.setState("sensor.test_moist", "61", humidity);
    const tokenFile = join(await temporaryFolder(t), "token");
    await writeFile(tokenFile, home.owner.longLivedToken, { mode: 0o600 });
    const service = await startTestService(t, {
      config: { homeAssistant: home.url, homeAssistantTokenFile: tokenFile },
    });
    const editor = await Peer.login(t, service.port, service.admin);
    await editor.save(plan);
    const page = await openWall(t, service, { path: "/wall?heat_map=humidity" });
    if (page === undefined) return;
    const heat = (name: string) => page.getByRole("img", { name, exact: true });
    await heat("Humidity from 61 to 61 %, highest: Bath").waitFor();
    await page.locator(".heat image").waitFor({ state: "attached" });
    assert.equal(await page.getByLabel("Heat map").count(), 0, "nobody chooses on a wall");
    home.core.setState("sensor.test_moist", "72", humidity);
    await heat("Humidity from 72 to 72 %, highest: Bath").waitFor();

    const plain = await openWall(t, service);
    if (plain === undefined) return;
    await plain.locator('[data-ref="sensors/0"], .rooms [data-ref]').first().waitFor();
    assert.equal(await plain.locator("floorplan-heat-legend").count(), 0);
  },
);
