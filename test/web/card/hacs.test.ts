import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { chromium } from "playwright-core";
import { root } from "../../support/source-files.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { chromiumOptions } from "../../support/chromium.ts";
import { listening } from "../../support/listen-on-free-port.ts";
import { Peer } from "../../support/peer.ts";
import { numberedPlan } from "../../support/plans.ts";
import { mayUse } from "../../support/programs.ts";
import { startTestService, temporaryFolder } from "../../support/service.ts";

const path = "/hacsfiles/floorplan/floorplan-card.js";

test(
  "PACK-11: the card that HACS installs shows a service's plan from its one file",
  inBrowser,
  async (t) => {
    if (!mayUse(t, "chromium")) return;
    const folder = await temporaryFolder(t);
    const words = ["build/hacs.mjs", "https://github.com/somebody/floorplan", folder];
    execFileSync(process.execPath, words, { cwd: root });
    const module = await readFile(join(folder, "card/dist/floorplan-card.js"));
    const asked: string[] = [];
    const dashboard = createServer((request, response) => {
      const url = new URL(request.url ?? "", "http://localhost").pathname;
      asked.push(url);
      const [type, body] =
        url === path
          ? ["text/javascript", module]
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
    assert.deepEqual(
      asked.filter((each) => each !== "/favicon.ico"),
      ["/", path],
    );
    // Its pictures and icons are the service's; its code is not.
    assert.deepEqual(
      toService.filter((url) => url.includes(".js")),
      [],
    );
  },
);
