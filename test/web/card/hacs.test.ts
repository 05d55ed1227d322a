import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { basename, join } from "node:path";
import { test } from "node:test";
import { chromium } from "playwright-core";
import { root } from "../../support/source-files.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { chromiumOptions } from "../../support/chromium.ts";
import { dashboard as onDashboard, show, stage } from "../card-page.ts";
import { listening } from "../../support/listen-on-free-port.ts";
import { Peer } from "../../support/peer.ts";
import { numberedPlan } from "../../support/plans.ts";
import { mayUse } from "../../support/programs.ts";
import { startTestService, temporaryFolder } from "../../support/service.ts";

const served = "/hacsfiles/floorplan/";
const path = `${served}floorplan-card.js`;
const view3dPath = `${served}floorplan-view-3d.js`;

test(
  "PACK-11, HEAT-7: the card that HACS installs shows a service's plan and heat maps from its one file, and the plan in 3D from the one beside it",
  inBrowser,
  async (t) => {
    if (!mayUse(t, "chromium")) return;
    const folder = await temporaryFolder(t);
    const words = ["build/hacs.mjs", "https://github.com/somebody/floorplan", folder];
    execFileSync(process.execPath, words, { cwd: root });
    const [module, view3d] = await Promise.all(
      [path, view3dPath].map((each) => readFile(join(folder, "card/dist", basename(each)))),
    );
    const scripts = new Map([
      [path, module],
      [view3dPath, view3d],
    ]);
    const asked: string[] = [];
    const dashboard = createServer((request, response) => {
      const url = new URL(request.url ?? "", "http://localhost").pathname;
      asked.push(url);
      const script = scripts.get(url);
      const [type, body] =
        script !== undefined
          ? ["text/javascript", script]
          : ["text/html", `<!doctype html><script type="module" src="${path}?hacstag=1"></script>`];
      response.writeHead(200, { "Content-Type": type }).end(body);
    });
    const origin = await listening(t, dashboard);
    const service = await startTestService(t, { config: { origins: origin } });
    const editor = await Peer.login(t, service.port, service.admin);
    await editor.save(numberedPlan(7));

    const browser = await chromium.launch(chromiumOptions);
    t.after(() => browser.close());
    const page = await browser.newPage();
    const toService: string[] = [];
    page.on("request", (request) => {
      if (request.url().startsWith(service.url)) toService.push(request.url());
    });
    await page.goto(`${origin}/`);
    await page.evaluate(
      `customElements.whenDefined("floorplan-card").then(() => {
        const card = document.createElement("floorplan-card");
        card.setAttribute("url", ${JSON.stringify(service.url)});
        card.setAttribute("token", ${JSON.stringify(service.viewer)});
        document.body.append(card);
      })`,
    );
    await page.locator('floorplan-card [data-ref="rooms/room"]').first().waitFor();
    await page.getByText("Room 7").first().waitFor();
    // The worker of heat maps is in the file as well.
    await page.evaluate(stage);
    await page.evaluate(onDashboard);
    await page.evaluate("card.setConfig({ heat_map: 'temperature' })");
    await show(page, { ...numberedPlan(7), sensors: [{ entity: "sensor.warmth", x: 1, z: 1 }] });
    const attributes = { device_class: "temperature", unit_of_measurement: "°C" };
    const states = { "sensor.warmth": { state: "21.5", attributes } };
    await page.evaluate(`card.hass = hassWith(${JSON.stringify(states)})`);
    await page.locator(".heat image").waitFor({ state: "attached" });
    const askedFor = (): readonly string[] => asked.filter((each) => each !== "/favicon.ico");
    assert.deepEqual(askedFor(), ["/", path]);
    await page.getByRole("button", { name: "Show in 3D" }).click();
    await page.locator("floorplan-view-3d canvas").waitFor();
    assert.deepEqual(askedFor(), ["/", path, view3dPath]);
    // Its pictures and icons are the service's; its code is not.
    assert.deepEqual(
      toService.filter((url) => url.includes(".js")),
      [],
    );
  },
);
