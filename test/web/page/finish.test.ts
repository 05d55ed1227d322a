import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { rectangle } from "../../../src/model/editing/add-remove.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { useBrowser } from "../browser.ts";
import { listOf, saved } from "../editing.ts";
import { sharedService } from "../shared-editor.ts";

const open = useBrowser();
const shared = sharedService();

const plan = {
  rooms: [
    { id: "bath", name: "Bathroom", points: rectangle([0, 0], [4, 3]) },
    { id: "hall", name: "Hall", floor: "parquet", points: rectangle([4, 0], [8, 3]) },
  ],
};

/** Waits until the card or the editor draws with materials, or without. */
const drawsIn = (page: Page, what: "card" | "canvas", materials: boolean): Promise<void> =>
  page
    .locator(`floorplan-${what} .drawing${materials ? ".material" : ":not(.material)"} .room`)
    .first()
    .waitFor({ state: "attached" });

test(
  "LOOK-5: a switch on the page and one in the editor draw plain colours; the browser remembers that for both",
  inBrowser,
  async (t) => {
    const { service, peer } = await shared();
    await peer.save(plan);
    const page = await open(t, service, { token: service.admin });
    if (page === undefined) return;
    await drawsIn(page, "card", true);
    const button = page.getByRole("button", { name: "Plain colours" });
    assert.equal(await button.getAttribute("aria-pressed"), "false");
    await button.click();
    await drawsIn(page, "card", false);
    assert.equal(await button.getAttribute("aria-pressed"), "true");
    await page.reload();
    await drawsIn(page, "card", false);
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await drawsIn(page, "canvas", false);
    await page.getByRole("button", { name: "Furniture", exact: true }).click();
    const pictures = page.locator(".piece .drawing");
    await pictures.first().waitFor({ state: "attached" });
    assert.equal(await page.locator(".piece .drawing.material").count(), 0, "pictures of pieces");
    await page.getByRole("button", { name: "Plain colours" }).click();
    await drawsIn(page, "canvas", true);
    await page.locator(".piece .drawing.material").first().waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Materials" }).waitFor();
    await page.goBack();
    await drawsIn(page, "card", true);
    await button.click();
    await drawsIn(page, "card", false);
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    // The editor was loaded before.
    await drawsIn(page, "canvas", false);
  },
);

test(
  "LOOK-5: what is chosen in one tab is drawn at once in the others, on the page and in the editor",
  inBrowser,
  async (t) => {
    const { service, peer } = await shared();
    await peer.save(plan);
    const page = await open(t, service, { token: service.admin });
    if (page === undefined) return;
    const other = await page.context().newPage();
    await other.goto(`${service.url}/#edit`);
    await drawsIn(page, "card", true);
    await drawsIn(other, "canvas", true);
    await page.getByRole("button", { name: "Plain colours" }).click();
    await drawsIn(other, "canvas", false);
    await other.getByRole("button", { name: "Plain colours" }).click();
    await drawsIn(page, "card", true);
    const measures = other.getByRole("button", { name: "Inside dimensions" });
    await measures.waitFor();
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await page.getByRole("button", { name: "Inside dimensions" }).click();
    await other.getByRole("button", { name: "Centre-line dimensions" }).click();
    await measures.waitFor();
    await page.getByRole("button", { name: "Inside dimensions" }).waitFor();
  },
);

test(
  "LOOK-1: the properties say what a floor is of by the room's purpose, and offer everything else",
  inBrowser,
  async (t) => {
    const { service, peer } = await shared();
    await peer.save(plan);
    const page = await open(t, service, { token: service.admin, path: "/#edit" });
    if (page === undefined) return;
    const select = async (ref: string): Promise<void> => {
      await page.locator(`floorplan-canvas [data-ref="${ref}"]`).first().focus();
      await page.keyboard.press("Enter");
    };
    const fill = (id: string, name: string): Promise<void> =>
      page
        .locator(`floorplan-canvas [data-ref="rooms/${id}"] .cover[fill*="plan-${name}-"]`)
        .waitFor({ state: "attached" });
    const field = page.getByRole("combobox", { name: /^Flooring/ });
    await select("rooms/bath");
    await field.getByText("By purpose (Tiles)").waitFor({ state: "attached" });
    await fill("bath", "tiles");
    await field.selectOption("Stone");
    await fill("bath", "stone");
    await select("rooms/hall");
    await fill("hall", "parquet");
    await field.getByText("By purpose (Stone)").waitFor({ state: "attached" });
    await field.selectOption({ label: "By purpose (Stone)" });
    await fill("hall", "stone");
    const floors = listOf(await saved({ page, peer }), "rooms").map(({ floor }) => floor);
    assert.deepEqual(floors, ["stone", undefined]);
  },
);
