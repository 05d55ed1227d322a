import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { page as english } from "../../../src/web/i18n/en/screens.ts";
import { createUser, usersFile } from "../../../src/auth/user-directory.ts";
import { demoPlan } from "../../samples/index.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { startDouble } from "../../support/double-home-assistant.ts";
import { startBehindIngress, startIngress } from "../../support/ingress.ts";
import { startPathProxy } from "../../support/path-proxy.ts";
import { Peer } from "../../support/peer.ts";
import { startTestService } from "../../support/service.ts";
import { room, twoFloors, wakeful, useWalls } from "./kiosk-page.ts";

const { open, openWall, drawn } = useWalls();

test(
  "TABLET-1, GUEST-5: a token for one floor shows that one and offers no other, whatever the address says",
  inBrowser,
  async (t) => {
    const service = await drawn(twoFloors);
    const guest = { admin: false, control: false, level: "upper" };
    const token = await createUser(usersFile(service.data), "guest", guest);
    assert("right" in token);
    const page = await openWall(t, service, { token: token.right, prepare: wakeful });
    if (page === undefined) return;
    for (const path of ["/wall", "/wall?level=ground"]) {
      await page.goto(`${service.url}${path}`);
      await page.getByText("Loft").first().waitFor();
      assert.equal(await page.getByText("Kitchen").count(), 0);
      assert.equal(await page.getByRole("tab").count(), 0);
    }
  },
);

test("TABLET-2: it signs in by the token of its address, and keeps it", inBrowser, async (t) => {
  const service = await drawn();
  const path = `/wall?look=day#token=${service.viewer}`;
  const page = await open(t, service, { path, prepare: wakeful });
  if (page === undefined) return;
  await room(page).waitFor();
  assert.equal(page.url(), `${service.url}/wall?look=day`);
  await page.reload();
  await room(page).waitFor();
});

test("TABLET-2: below a path, and without a token, there is the form", inBrowser, async (t) => {
  const service = await drawn();
  const proxy = await startPathProxy(t, { port: service.port, prefix: "/plan" });
  const page = await open(t, proxy, { path: "/wall", prepare: wakeful });
  if (page === undefined) return;
  await page.getByLabel(english.signIn.token).fill(service.viewer);
  await page.getByRole("button", { name: english.signIn.submit }).click();
  await room(page).waitFor();
  assert.equal(page.url(), `${proxy.url}/wall`);
});

test("TABLET-2: Home Assistant leads back to it, with its parameters", inBrowser, async (t) => {
  const home = await startDouble(t);
  const service = await startTestService(t, { config: { homeAssistant: home.url } });
  await (await Peer.login(t, service.port, service.admin)).save(demoPlan("flat"));
  const proxy = await startPathProxy(t, { port: service.port, prefix: "/plan" });
  const path = "/wall?look=night&night=22%3A00-06%3A30";
  // At night the first touch would only brighten the screen (TABLET-5).
  const prepare = async (page: Page): Promise<void> => {
    await wakeful(page);
    await page.clock.install({ time: new Date(2026, 5, 15, 12) });
  };
  for (const { url } of [service, proxy]) {
    const expects = /another host|in the console/;
    const page = await open(t, { url }, { path, expects, prepare });
    if (page === undefined) return;
    await page.getByRole("button", { name: english.signIn.homeAssistant }).click();
    await page.waitForURL(/\/auth\/authorize/);
    await page.locator('input[name="username"]').fill(home.user.username);
    await page.locator('input[name="password"]').fill(home.user.password);
    await page.locator('input[name="password"]').press("Enter");
    await room(page).waitFor();
    assert.equal(page.url(), `${url}${path}`, "neither code nor state stays in the address bar");
  }
});

test("TABLET-2: behind ingress nobody signs in", inBrowser, async (t) => {
  const home = await startDouble(t);
  const service = await startBehindIngress(t, home);
  await (await Peer.login(t, service.port, service.admin)).save(demoPlan("flat"));
  const ingress = await startIngress(t, service, home.user);
  const page = await open(t, ingress, { path: "/wall?look=day", prepare: wakeful });
  if (page === undefined) return;
  await room(page).waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem("floorplan-token")), null);
});
