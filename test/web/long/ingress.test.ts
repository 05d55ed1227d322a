import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { demoPlan } from "../../samples/index.ts";
import { scaled } from "../../campaign/scale.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { startDouble } from "../../support/double-home-assistant.ts";
import { portToKeep } from "../../support/free-ports.ts";
import type { HomeAssistant } from "../../support/home-assistant/home-assistant-under-test.ts";
import { startHomeAssistant } from "../../support/home-assistant.ts";
import { ingressPath, startBehindIngress, startIngress } from "../../support/ingress.ts";
import { Peer } from "../../support/peer.ts";
import { mayUse } from "../../support/programs.ts";
import { startTestService } from "../../support/service.ts";
import { useBrowser } from "../browser.ts";

const open = useBrowser();

const journey = async (t: TestContext, home: HomeAssistant): Promise<void> => {
  const port = await portToKeep();
  const service = await startBehindIngress(t, home, { config: { port } });
  await (await Peer.login(t, service.port, service.admin)).save(demoPlan("flat"));
  const ingress = await startIngress(t, service, home.owner);
  const { origin } = new URL(ingress.url);
  const page = await open(
    t,
    { url: origin },
    {
      path: "/dashboard",
      expects: /Failed to load resource|WebSocket connection/,
      prepare: (tab) =>
        tab.route("**/dashboard", (route) =>
          route.fulfill({
            contentType: "text/html",
            body: `<!doctype html><title>Home</title><iframe src="${ingressPath}/" width="1200" height="700"></iframe>`,
          }),
        ),
    },
  );
  if (page === undefined) return;
  const frame = page.frameLocator("iframe");
  await frame.getByText("Bedroom").first().waitFor();
  await frame.getByRole("link", { name: "Edit", exact: true }).waitFor();
  assert.equal(await frame.getByRole("button", { name: "Sign out" }).count(), 0);
  const kept = await page.evaluate(() => localStorage.length);
  assert.equal(kept, 0, "each login has a token of its own, which nobody keeps");
  // The next connection is let in as the first was.
  await service.stop();
  await frame.getByText("Reconnecting").waitFor();
  const again = await startTestService(t, {
    again: service,
    config: service.config,
  });
  await frame.getByText("Reconnecting").waitFor({ state: "hidden" });
  const peer = await Peer.login(t, again.port, again.admin);
  await peer.save({ rooms: [] });
  await frame.getByRole("heading", { name: "Let’s draw your home" }).waitFor();
  await frame.getByRole("button", { name: /sample flat/ }).click();
  await frame.getByText("Bedroom").first().waitFor();

  const viewing = await startIngress(t, again, home.user);
  const viewer = await open(t, viewing);
  await viewer?.getByText("Bedroom").first().waitFor();
  assert.equal(await viewer?.getByRole("link", { name: "Edit", exact: true }).count(), 0);
};

test(
  "PATH-5: PATH-8: in a frame of Home Assistant the page needs no sign-in, and comes back after a restart (the double)",
  inBrowser,
  async (t) => {
    const home = await startDouble(t);
    home.answer("config/auth/list", () => ({
      result: [home.owner, home.user].map(({ id }) => ({
        id,
        is_owner: id === home.owner.id,
        is_active: true,
        group_ids: ["system-users"],
      })),
    }));
    await journey(t, home);
  },
);

if (scaled(false, true))
  test(
    "PATH-5: PATH-8: in a frame of Home Assistant the page needs no sign-in, and comes back after a restart (the real one)",
    { timeout: 240_000 },
    async (t) => {
      if (!mayUse(t, "Home Assistant")) return;
      const home = await startHomeAssistant();
      t.after(home.remove);
      await journey(t, home);
    },
  );

test(
  "PATH-6: where Home Assistant names nobody for certain, the page says so in words of its own",
  inBrowser,
  async (t) => {
    const home = await startDouble(t);
    const service = await startBehindIngress(t, home);
    const ingress = await startIngress(t, service, home.owner, ({ ...headers }) => {
      delete headers["X-Remote-User-Id"];
      return headers;
    });
    const page = await open(t, ingress, { expects: /Failed to load resource|WebSocket/ });
    await page?.getByText("Home Assistant does not say who you are.").waitFor();
  },
);
