import assert from "node:assert/strict";
import { after, test, type TestContext } from "node:test";
import { toldWays } from "../../docs/ways.ts";
import {
  addIntegration,
  startWithIntegration,
} from "../../home-assistant/integration/installed.ts";
import { type RealHomeAssistant } from "../../support/home-assistant.ts";
import { connect } from "../../support/home-assistant/home-assistant-under-test.ts";
import { eventually } from "../../support/polling.ts";
import { Peer } from "../../support/peer.ts";
import { mayUse } from "../../support/programs.ts";
import { startTestService, type TestService } from "../../support/service.ts";
import { useBrowser } from "../browser.ts";
import { clicksOf, countClicks } from "../clicks.ts";
import { rename } from "../editing.ts";
import { openSignedIn, plan } from "./dashboard-pages.ts";

const openTab = useBrowser();

const ends: (() => unknown)[] = [];
const scope = { after: (end: () => unknown): void => void ends.push(end) };
after(async () => {
  for (const end of ends.toReversed()) await end();
});

interface Together {
  readonly home: RealHomeAssistant;
  readonly service: TestService;
}

let starting: Promise<Together> | undefined;

/** One Home Assistant with the integration's files, and a service, for all tests of this file; undefined if there is none. */
const together = (t: TestContext): Promise<Together> | undefined => {
  if (!mayUse(t, "Home Assistant") || !mayUse(t, "chromium")) return undefined;
  starting ??= (async () => {
    const [home, service] = await Promise.all([
      startWithIntegration(scope),
      startTestService(scope),
    ]);
    return { home, service };
  })();
  return starting;
};

const lamp = '[data-ref="furniture/lamp"]';

test(
  "INTEG-9: from “Add integration” to the rooms of the house with live lamps in at most 8 clicks, and to a lit lamp on a dashboard, with no YAML",
  { timeout: 240_000 },
  async (t) => {
    const all = await together(t);
    if (all === undefined) return;
    const { home, service } = all;
    const began = performance.now();
    const page = await openSignedIn(openTab, t, home, "/");
    await countClicks(page);
    await page.reload();
    await page.locator("ha-sidebar").getByText("Settings", { exact: true }).click();
    await page.getByText("Devices & services", { exact: true }).first().click();
    const toFind = await clicksOf(page);
    await page.getByRole("button", { name: "Add integration" }).click();
    const dialog = page.locator("dialog-add-integration");
    await dialog.locator("input").first().fill("floor plan");
    await dialog.getByText("Floor plan", { exact: true }).first().click();
    const form = page.locator("step-flow-form");
    await form.locator("input").nth(0).fill(service.url);
    await form.locator("input").nth(1).fill(service.admin);
    await page.getByRole("button", { name: "Submit" }).click();
    await page.locator("step-flow-create-entry").waitFor();
    await page.getByRole("button", { name: "Finish" }).click();
    await page.getByText("Floor plan", { exact: true }).first().click();
    await page.getByRole("button", { name: /^Create \d rooms from areas, with lights$/ }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("link", { name: "Back to the plan" }).click();
    // The areas of the tests' Home Assistant have lamps, some of which are on.
    await page.locator("floorplan-panel floorplan-card .lamp.on").first().waitFor();
    const clicks = await clicksOf(page);
    t.diagnostic(`${toFind} + ${clicks - toFind} clicks, ${performance.now() - began} ms`);
    assert(clicks - toFind <= 8, `${clicks - toFind} clicks`);
    for (const [name, told] of toldWays())
      if (name.endsWith("the integration")) assert.equal(told.clicks, clicks, name);
    const peer = await Peer.login(scope, service.port, service.admin);
    await peer.save(plan);

    const owner = await connect(home, home.owner.longLivedToken);
    ends.push(() => owner.close());
    await owner.call({
      type: "lovelace/dashboards/create",
      url_path: "our-home",
      title: "Our home",
      mode: "storage",
    });
    const views = [{ type: "sections", sections: [{ type: "grid", cards: [] }] }];
    await owner.call({ type: "lovelace/config/save", url_path: "our-home", config: { views } });
    await page.goto(`${home.url}/our-home/0?edit=1`);
    await page.locator("hui-grid-section button.add").first().click();
    await page.getByRole("tab", { name: "By card" }).click();
    await page.locator("hui-card-picker input").first().fill("floor plan");
    const offered = page.locator("hui-card-picker .card").filter({ hasText: "Floor plan" }).first();
    await offered.locator(lamp).first().waitFor({ state: "attached" });
    await offered.click();
    await page.locator("hui-dialog-edit-card").getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Done" }).click();
    const stored = Object(
      await owner.call({ type: "lovelace/config", url_path: "our-home", force: true }),
    );
    assert.deepEqual(stored.views[0].sections[0].cards, [{ type: "custom:floorplan-card" }]);

    const shown = page.locator(`hui-grid-section floorplan-card ${lamp}`).first();
    const stateOf = async (): Promise<string> => {
      const states = Object.values(Object(await owner.call({ type: "get_states" })));
      return String(
        Object(states.find((each) => Object(each).entity_id === "light.ceiling_lights")).state,
      );
    };
    const earlier = await stateOf();
    await shown.click();
    await eventually(async () => {
      const state = await stateOf();
      return state === earlier ? { not: state } : { seen: state };
    }, 10_000);

    // A dashboard that is open when the service goes away, and one that is opened meanwhile.
    await page.goto(`${home.url}/our-home/0`);
    await shown.waitFor();
    await service.stop();
    const early = await openSignedIn(openTab, t, home, "/our-home/0");
    await early
      .locator("hui-grid-section hui-error-card, hui-grid-section hui-card")
      .first()
      .waitFor({ state: "attached" });
    const missing = await early.evaluate(() => customElements.get("floorplan-card") === undefined);
    assert(missing, "the card cannot be loaded yet");
    assert(await shown.isVisible(), "the plan stays where it was shown");
    await startTestService(scope, { again: service, config: { port: service.port } });
    await early.locator(`hui-grid-section floorplan-card ${lamp}`).first().waitFor();
    await shown.waitFor();
  },
);

test(
  "PAGE-37: whoever becomes an administrator in Home Assistant has the editor in the sidebar without a reload, and one who is none any more the plan, with what is not saved in words",
  { timeout: 240_000 },
  async (t) => {
    const all = await together(t);
    if (all === undefined) return;
    const { home, service } = all;
    const owner = await connect(home, home.owner.longLivedToken);
    ends.push(() => owner.close());
    const added = await owner.call({ type: "config_entries/get", domain: "floorplan" });
    if (Object.values(Object(added)).length === 0)
      await addIntegration(home, service.url, service.admin);
    await (await Peer.login(scope, service.port, service.admin)).save(plan);
    const becomes = (group: string): Promise<unknown> =>
      owner.call({ type: "config/auth/update", user_id: home.user.id, group_ids: [group] });
    const page = await openSignedIn(openTab, t, home, "/floorplan", home.user);
    const seen = page.locator(`floorplan-panel floorplan-card ${lamp}`).first();
    await seen.waitFor();
    await becomes("system-admin");
    await page.getByRole("application", { name: "Drawing" }).waitFor();
    await rename(page, "Living room", "Parlour");
    await becomes("system-users");
    await seen.waitFor();
    await page.getByText("Not saved yet: Parlour renamed").waitFor();
    await becomes("system-admin");
    await page.getByRole("button", { name: /^Undo/ }).and(page.locator(":enabled")).waitFor();
  },
);
