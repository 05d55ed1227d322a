import assert from "node:assert/strict";
import { test } from "node:test";
import { demoPlan } from "../../samples/index.ts";
import { urlBelow } from "../../../src/web/connection/channel-client.ts";
import { bounded, inBrowser } from "../../support/timeouts.ts";
import { startPathProxy } from "../../support/path-proxy.ts";
import { Peer } from "../../support/peer.ts";
import { runProgram } from "../../support/program.ts";
import { startTestService } from "../../support/service.ts";
import { panel } from "../editing.ts";
import { useBrowser } from "../browser.ts";

const open = useBrowser();
const prefix = "/some/prefix";

test(
  "PATH-1: PATH-2: behind a path that a proxy takes away, people sign in, see the plan in their language, edit it and upload an image",
  inBrowser,
  async (t) => {
    const service = await startTestService(t);
    const peer = await Peer.login(t, service.port, service.admin);
    await peer.save(demoPlan("flat"));
    const proxy = await startPathProxy(t, { port: service.port, prefix });
    // Whatever asks for something outside of the path fails the test.
    const page = await open(t, proxy, { locale: "de-AT" });
    if (page === undefined) return;
    await page.getByLabel("Zugangstoken").fill(service.admin);
    await page.getByRole("button", { name: "Anmelden", exact: true }).click();
    await page.getByText("Bedroom").first().waitFor();
    const kept = await page.evaluate(() => Object.keys(localStorage));
    assert(kept.includes(`floorplan-token:${prefix}/`), kept.join());
    await page.getByRole("link", { name: "Bearbeiten", exact: true }).click();
    await page.locator("floorplan-editor").waitFor();
    assert.equal(page.url(), `${proxy.url}/#edit`);
    await panel(page, "Bild");
    const scan = await page.screenshot({ clip: { x: 240, y: 190, width: 200, height: 200 } });
    await page
      .locator('floorplan-tracing input[type="file"]')
      .setInputFiles({ name: "scan.png", mimeType: "image/png", buffer: scan });
    const image = page.locator("floorplan-editor image.tracing");
    await image.waitFor();
    const address = (await image.getAttribute("href")) ?? "";
    assert(address.startsWith(`${proxy.url}/local/floorplan/bg_`), address);
    assert.equal((await fetch(address)).status, 200);
    await page.getByRole("button", { name: "Speichern", exact: true }).click();
    await page.getByText("Alles gespeichert").waitFor();
    const plan = await peer.result("floorplan/plan/get");
    assert.match(JSON.stringify(plan), /"url":"\/local\/floorplan\/bg_/, "whatever the path is");
    await page.reload();
    await page.locator("floorplan-editor").waitFor();
  },
);

test("PATH-1: the command line reaches a service behind a path", bounded, async (t) => {
  const service = await startTestService(t);
  const proxy = await startPathProxy(t, { port: service.port, prefix });
  const there = ["--url", `${proxy.url}/`];
  const status = await runProgram(t, ["status", ...there]);
  assert.equal(status.code, 0, status.err);
  const got = await runProgram(t, ["get", ...there, "--token", service.viewer]);
  assert.equal(got.code, 0, got.err);
});

test(
  "PATH-2: a proxy may pass Host on, or say its own where the public origin is configured; without either a page may change nothing",
  bounded,
  async (t) => {
    const origin = "https://home.example";
    const services = {
      plain: await startTestService(t),
      told: await startTestService(t, { config: { origins: origin } }),
    };
    const statusOf = async (service: keyof typeof services, host: string): Promise<number> => {
      const { port, admin } = services[service];
      const proxy = await startPathProxy(t, {
        port,
        prefix,
        headers: (headers) => ({ ...headers, origin, host }),
      });
      const { status } = await fetch(`${proxy.url}/api/floorplan/background?level=none`, {
        method: "DELETE",
        headers: { Authorization: `Bearer ${admin}` },
      });
      return status;
    };
    const own = `127.0.0.1:${services.told.port}`;
    assert.equal(await statusOf("told", "home.example"), 200, "Host as the browser has it");
    assert.equal(await statusOf("told", own), 200, "Host of the proxy's own");
    assert.equal(await statusOf("plain", own), 403, "an origin that nobody configured");
    assert.equal(await statusOf("plain", "home.example"), 403, "a name that nobody configured");
  },
);

test(
  "PATH-3: opened without the slash at its end, and without a proxy that redirects, the page says what is missing in three languages",
  inBrowser,
  async (t) => {
    const service = await startTestService(t);
    const proxy = await startPathProxy(t, { port: service.port, prefix: "/plan" });
    const root = { url: new URL(proxy.url).origin };
    const page = await open(t, root, { path: "/plan", expects: /Failed to load resource|MIME/ });
    if (page === undefined) return;
    for (const words of ["add one.", "füge einen an.", "ajoutez-en une."])
      await page.getByText(words).waitFor();
    await page.goto(`${proxy.url}/`);
    await page.getByLabel("Access token").waitFor();
    assert.equal(await page.getByText("add one").isVisible(), false);
  },
);

test(
  "PATH-4: two services behind paths of one host keep their tokens apart, and one at the root keeps it where it always did",
  inBrowser,
  async (t) => {
    const [upstairs, downstairs] = [await startTestService(t), await startTestService(t)];
    const proxy = await startPathProxy(t, { port: upstairs.port, prefix: "/up" });
    const page = await open(t, proxy, { token: downstairs.admin });
    if (page === undefined) return;
    // The token of a service at the root is nothing for one behind a path.
    await page.getByLabel("Access token").fill(upstairs.viewer);
    await page.keyboard.press("Enter");
    await page.getByText("There is no plan yet.").waitFor();
    const kept = await page.evaluate(() =>
      ["floorplan-token", "floorplan-token:/up/"].map((key) => localStorage.getItem(key)),
    );
    assert.deepEqual(kept, [downstairs.admin, upstairs.viewer]);
  },
);

test("PATH-1: a URL of a plan is found below the path of the service, and never at another host", () => {
  const cases: readonly (readonly [base: string, url: string, found: string])[] = [
    ["http://a:1", "/local/floorplan/x.png?v=1", "http://a:1/local/floorplan/x.png?v=1"],
    ["http://a/plan", "/local/floorplan/x.png", "http://a/plan/local/floorplan/x.png"],
    ["http://a/plan/", "/settings.json", "http://a/plan/settings.json"],
    ["http://a/plan", "local/x.png", "http://a/plan/local/x.png"],
    ["http://a/plan", "/../../x.png", "http://a/plan/x.png"],
    ["http://a/plan", "http://a/plan/local/x.png", "http://a/plan/local/x.png"],
    ["http://a/plan", "//b/x.png", ""],
    ["http://a/plan", "\\\\b/x.png", ""],
    ["http://a/plan", "/\t/b/x.png", ""],
    ["http://a/plan", "https://b/x.png", ""],
    ["http://a/plan", "javascript:alert(1)", ""],
    ["http://a/plan", "http://", ""],
  ];
  for (const [base, url, found] of cases)
    assert.equal(urlBelow(base, url), found, `${base} ${url}`);
});
