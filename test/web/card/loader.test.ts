import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { demoPlan } from "../../samples/index.ts";
import { Peer } from "../../support/peer.ts";
import { startTestService, temporaryFolder } from "../../support/service.ts";
import { serveFolder } from "../../support/static-server.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";

const open = useBrowser();

test(
  "DASH-11: a page that is opened while the service is away shows card and panel once it is there, by the loader that was copied from it",
  inBrowser,
  async (t) => {
    const service = await startTestService(t);
    const peer = await Peer.login(t, service.port, service.admin);
    await peer.save(demoPlan("flat"));
    const given = await fetch(`${service.url}/floorplan-loader.js`);
    assert.equal(given.status, 200);
    const folder = await temporaryFolder(t);
    await mkdir(join(folder, "local"));
    await writeFile(join(folder, "local", "floorplan-loader.js"), await given.text());
    const loader = `/local/floorplan-loader.js?service=${service.url}`;
    await writeFile(
      join(folder, "index.html"),
      `<!doctype html><html lang="en"><head><title>Home</title><link rel="icon" href="data:,">
      <script type="module" src="${loader}/"></script>
      <script type="module" src="${loader}&amp;module=panel"></script></head><body>
      <floorplan-card url="${service.url}" token="${service.viewer}"></floorplan-card></body></html>`,
    );
    const home = await serveFolder(t, folder);
    await service.stop();
    const warnings: string[] = [];
    const page = await open(t, home, {
      expects: /another host|Failed to load|ERR_/,
      prepare: async (tab) => {
        tab.on("console", (message) => {
          if (message.type() === "warning") warnings.push(message.text());
        });
      },
    });
    if (page === undefined) return;
    for (const module of ["card", "panel"]) {
      await page.waitForEvent("requestfailed", (request) =>
        request.url().includes(`${module}.js?attempt=`),
      );
      assert(await page.evaluate(`customElements.get("floorplan-${module}") === undefined`));
    }
    const config = { port: service.port, origins: home.url };
    await startTestService(t, { config, again: service });
    await page.getByText("Bedroom").first().waitFor();
    await page.waitForFunction(`customElements.get("floorplan-panel") !== undefined`);
    for (const module of ["card", "panel"]) {
      const address = `${service.url}/floorplan-${module}.js`;
      const said = warnings.filter((text) =>
        text.startsWith(`floorplan: ${address} does not load`),
      );
      assert.equal(said.length, 1, warnings.join("\n"));
    }
  },
);
