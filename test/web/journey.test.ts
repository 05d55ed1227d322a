import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { inBrowser } from "../support/timeouts.ts";
import { Peer } from "../support/peer.ts";
import { startTestService } from "../support/service.ts";
import { canDo, useBrowser } from "./browser.ts";
import { middleOf } from "./editor-drawing.ts";
import { allSaved, drag, listOf, panel, rename, roomNames, save, stored, undo } from "./editing.ts";

const open = useBrowser();

const nameRoom = async (page: Page, words: string): Promise<void> => {
  const question = page.getByLabel("What is this room called?");
  await question.fill(words);
  await page.keyboard.press("Enter");
  await question.waitFor({ state: "detached" });
};

const shows = (page: Page, words: string): Promise<void> =>
  page.getByText(words, { exact: true }).first().waitFor();

const lamp = 'floorplan-canvas [data-ref^="furniture/"]';

test(
  "PANEL-13: from a blank sheet to a file: drawn, seen, changed by two at once, chosen, restored and exported",
  inBrowser,
  async (t) => {
    const service = await startTestService(t);
    const peer = await Peer.login(t, service.port, service.admin);
    const one = await open(t, service, { path: `/#token=${service.admin}` });
    const wall = await open(t, service, { token: service.viewer });
    if (one === undefined || wall === undefined) return;

    // The first draws two rooms, a door, a lamp and what they were traced from.
    await wall.getByText("There is no plan yet.").waitFor();
    await one.getByRole("link", { name: /blank sheet/ }).click();
    await one.getByText("Drag on the sheet to draw it.").waitFor();
    await drag(one, [250, 200], [550, 450]);
    await nameRoom(one, "Kitchen");
    await drag(one, [553, 203], [800, 446]);
    await nameRoom(one, "Living room");
    await one.getByRole("button", { name: "Door", exact: true }).click();
    await one.mouse.click(547, 330);
    await one.getByRole("button", { name: "Furniture", exact: true }).click();
    await one.getByRole("button", { name: "Ceiling lamp" }).click();
    await one.mouse.click(690, 360);
    await one.keyboard.press("Escape");
    const scan = await one.screenshot({ clip: { x: 240, y: 190, width: 570, height: 270 } });
    await panel(one, "Image");
    await one
      .locator('floorplan-tracing input[type="file"]')
      .setInputFiles({ name: "scan.png", mimeType: "image/png", buffer: scan });
    await one.getByLabel("Width (m)").waitFor();
    await save(one);
    await allSaved(one);

    // Whoever looks at the plan has it.
    await shows(wall, "Kitchen");
    await shows(wall, "Living room");
    await wall.locator('[data-ref^="openings/"].door').waitFor();
    await wall.locator('[data-ref^="furniture/"]').waitFor();
    const drawn = await stored(peer);
    const [level] = listOf(drawn, "levels");
    const [, traced, address] =
      /^\{"([^"]+)":\{"url":"([^"]+)"/.exec(JSON.stringify(drawn["backgrounds"])) ?? [];
    assert.equal(traced, level?.["id"], "the image lies under the floor");
    const image = await fetch(new URL(address ?? "", service.url));
    assert.deepEqual([image.status, image.headers.get("content-type")], [200, "image/png"]);
    assert(Buffer.from(await image.arrayBuffer()).equals(scan), "it is what was uploaded");

    // A second one changes something else, and both are kept.
    const other = await open(t, service, { token: service.admin, path: "/#edit" });
    if (other === undefined) return;
    await other.locator(lamp).first().waitFor();
    await rename(one, "Kitchen", "Galley");
    const from = await middleOf(other.locator(lamp).first());
    await drag(other, from, [from[0] - 60, from[1] + 30]);
    await save(other);
    await allSaved(other);
    await one.getByText("You have saved in another tab").waitFor();
    await save(one);
    await allSaved(one);
    const both = await stored(peer);
    assert.deepEqual(await roomNames(peer), ["Galley", "Living room"]);
    assert.notDeepEqual(listOf(both, "furniture"), listOf(drawn, "furniture"));
    await shows(wall, "Galley");

    // Then both change the same, and one of them chooses.
    await rename(one, "Living room", "Lounge");
    await rename(other, "Living room", "Salon");
    await save(other);
    await allSaved(other);
    await one.getByText("1 left to resolve").waitFor();
    await one.getByRole("img", { name: "Lounge, Mine" }).waitFor();
    await one.getByRole("img", { name: "Lounge, In the other tab" }).waitFor();
    assert.deepEqual(await roomNames(peer), ["Galley", "Salon"], "nothing is saved before");
    await one.getByRole("button", { name: "Keep mine: Lounge" }).click();
    await save(one);
    await allSaved(one);
    await shows(wall, "Lounge");
    await shows(other, "Lounge");

    // The first plan comes back from the history, as a change that can be undone.
    await panel(one, "History");
    await one.getByRole("button", { name: "Revision 1 " }).click();
    const dialog = one.getByRole("dialog");
    await dialog.getByText("Kitchen changed: Name").waitFor();
    await dialog.getByText(/^Ceiling lamp moved [\d.]+ m/).waitFor();
    await dialog.getByRole("button", { name: "Restore this revision" }).click();
    await one.getByText("Unsaved changes").waitFor();
    await undo(one);
    await allSaved(one);
    await one.getByRole("button", { name: /^Redo/ }).click();
    await save(one);
    await allSaved(one);
    await shows(wall, "Kitchen");
    const { rev: _, ...restored } = await stored(peer);
    assert.deepEqual({ rev: 1, ...restored }, drawn);

    if (!canDo(t, "downloads")) return;
    await panel(one, "File");
    const [download] = await Promise.all([
      one.waitForEvent("download"),
      one.getByRole("button", { name: "Export plan" }).click(),
    ]);
    assert.equal(download.suggestedFilename(), "floorplan-6.json");
    const exported: unknown = JSON.parse(await readFile(await download.path(), "utf8"));
    assert.deepEqual(exported, restored);
  },
);
