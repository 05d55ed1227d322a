import assert from "node:assert/strict";
import { test } from "node:test";
import { listIn } from "../../../../src/model/json.ts";
import { newToken, serviceOf, startHome } from "../../../home-assistant/service-with-token.ts";
import { Peer } from "../../../support/peer.ts";
import { inBrowser } from "../../../support/timeouts.ts";
import { accessibilityViolations } from "../../accessibility-violations.ts";
import { useBrowser } from "../../browser.ts";
import { listOf, panel, save, allSaved, stored } from "../../editing.ts";
import { onScreen, shape } from "../../editor-drawing.ts";
import { becomes } from "../../page-polling.ts";

const open = useBrowser();

const corners = [
  [0, 0],
  [6, 0],
  [6, 4],
  [0, 4],
];

const plan = {
  levels: [{ id: "ground", name: "Ground" }],
  rooms: [{ id: "kitchen", name: "Kitchen", level: "ground", points: corners }],
  trackers: [
    {
      id: "robi",
      kind: "person",
      source: { entity: "camera.robi", x: "at.x", y: "at.y" },
      points: [],
      firmware: 3,
    },
  ],
};

test(
  "POS-19, POS-20, POS-22, POS-24: a tracker is made, filled in and calibrated by clicks where it is now, with its error and state in words",
  inBrowser,
  async (t) => {
    const home = await startHome(t);
    const service = await serviceOf(t, home);
    const peer = await Peer.login(t, service.port, service.admin);
    await peer.save(plan);
    /** Robi stands at a place, as it counts itself. */
    const stand = (x: number, z: number): void => {
      const at = { x: 25_500 + x * 1000, y: 25_500 - z * 1000 };
      home.core.setState("camera.robi", "idle", { friendly_name: "Robi", at });
    };
    stand(1, 1);
    const token = await newToken(service, "editor", {
      admin: true,
      control: true,
      positions: true,
    });
    const page = await open(t, service, { token, path: "/#edit" });
    if (page === undefined) return;
    await shape(page, "rooms/kitchen").waitFor();
    // The house's tab comes late, and moves those below it.
    await page.getByRole("tab", { name: "House" }).waitFor();
    await panel(page, "Trackers");
    const robi = page.getByRole("button", { name: /^Robi/ });
    await robi.filter({ hasText: "It needs two points" }).click();
    await page.getByText("26,500 · 24,500").waitFor();
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("Robert");
    await name.press("Enter");
    await page.getByRole("button", { name: "Set points on the plan" }).click();
    const click = async (x: number, z: number): Promise<void> =>
      page.mouse.click(...(await onScreen(page, x, z)));
    await click(1, 1);
    await page.getByText("Point 1 is set. One point more").waitFor();
    await click(3, 3);
    await page.getByText("move it first").waitFor();
    stand(5, 1);
    await page.getByText("30,500 · 24,500").first().waitFor();
    await click(5, 1);
    await page.getByText("Two points always agree.").waitFor();
    stand(3, 3.5);
    await page.getByText("28,500 · 22,000").first().waitFor();
    await click(3, 3.6);
    await page.getByText(/The points agree to \d cm/).waitFor();
    await page
      .locator("floorplan-canvas .measures")
      .getByText(/^3: \d+ cm$/)
      .waitFor();
    // Its map was turned since.
    stand(30, 2);
    await page.getByText("55,500 · 23,500").first().waitFor();
    await click(1, 3);
    await page.getByRole("alert").getByText("Was its map made anew").waitFor();
    assert.deepEqual(await accessibilityViolations(page), [], "accessible with all of it shown");
    await page.getByRole("button", { name: "Forget this point" }).click();
    await page.getByRole("button", { name: "Stop setting points" }).click();
    stand(3, 2);
    await save(page);
    await allSaved(page);
    await page.getByRole("button", { name: /^Robert.*in Kitchen/ }).waitFor();
    const [tracker = {}] = listOf(await stored(peer), "trackers");
    assert.deepEqual(
      [tracker["name"], tracker["level"], tracker["firmware"], listIn(tracker["points"]).length],
      ["Robert", "ground", 3, 3],
    );
    await page.getByRole("button", { name: "Add a tracker" }).click();
    await page
      .getByRole("combobox", { name: "How they become metres" })
      .selectOption({ label: "Place and direction of a sensor" });
    const turn = page.getByLabel("Looks towards (°)");
    await turn.fill("90");
    await turn.press("Enter");
    await becomes(() => turn.inputValue(), "90");
    assert.deepEqual(await accessibilityViolations(page), [], "accessible with the pose");
    await page.getByRole("button", { name: "Remove this tracker" }).click();
    await page.getByText("All saved").waitFor();
  },
);
