import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { refusal } from "../../../src/web/i18n/en/screens.ts";
import { demoPlan } from "../../samples/index.ts";
import { Peer } from "../../support/peer.ts";
import { startTestService, temporaryFolder } from "../../support/service.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";

const open = useBrowser();

test(
  "CARD-15: a page whose origin may not connect says with which origins to start the service, and connects once it may",
  inBrowser,
  async (t) => {
    const service = await startTestService(t);
    const peer = await Peer.login(t, service.port, service.admin);
    await peer.save(demoPlan("flat"));
    const html = `<!doctype html><html lang="en"><head><title>Home</title><link rel="icon" href="data:,">
      <script type="module" src="${service.url}/floorplan-card.js"></script></head><body>
      <floorplan-card url="${service.url}" token="${service.viewer}"></floorplan-card></body></html>`;
    const other = createServer((_, response) => {
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.end(html);
    });
    other.listen(0, "127.0.0.1");
    await once(other, "listening");
    t.after(() => other.close());
    const address = other.address();
    assert(typeof address === "object" && address !== null);
    const origin = `http://127.0.0.1:${address.port}`;
    const page = await open(
      t,
      { url: origin },
      { expects: /another host|CORS policy|Failed to load|WebSocket connection|ERR_/ },
    );
    if (page === undefined) return;
    const told = page.getByText(`--origins ${origin}`);
    await told.waitFor();
    const said = await page.getByRole("alert").innerText();
    const { title, text } = refusal.origin;
    assert.deepEqual(said.split(/\n+/), [title, `${text} --origins ${origin}`]);
    for (const width of [1280, 500, 320]) {
      await page.setViewportSize({ width, height: 700 });
      const option = page.getByText("--origins", { exact: true });
      const lines = await option.evaluate((found) => found.getClientRects().length);
      assert.equal(lines, 1, `${width} pixels: the option is not torn`);
    }

    const folder = await temporaryFolder(t);
    await writeFile(join(folder, "home.html"), html);
    await page.goto(pathToFileURL(join(folder, "home.html")).href);
    await page.getByText(refusal.file.text).waitFor();

    await page.goto(origin);
    await told.waitFor();
    await service.stop();
    const config = { port: service.port, origins: origin };
    await startTestService(t, { config, again: service });
    await page.getByText("Bedroom").first().waitFor();
    assert.equal(await told.count(), 0);
  },
);
