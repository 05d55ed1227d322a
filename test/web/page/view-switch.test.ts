import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { isRight } from "fp-ts/lib/Either.js";
import { createUser, removeUser, usersFile } from "../../../src/auth/user-directory.ts";
import { page as words } from "../../../src/web/i18n/en/screens.ts";
import { errors } from "../../../src/web/i18n/en/errors.ts";
import { demoPlan } from "../../samples/index.ts";
import { serviceHas } from "../../support/demo-service.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { Peer } from "../../support/peer.ts";
import { startTestService } from "../../support/service.ts";
import { canDo, useBrowser } from "../browser.ts";
import { rectangle } from "../../../src/model/editing/add-remove.ts";
import { chooseInOutline, listOf, panel, rename, saved } from "../editing.ts";
import { landmarksOf } from "./landmarks.ts";
import { sharedEditor, sharedService } from "../shared-editor.ts";

const open = useBrowser();
const shared = sharedService();
const openEditor = sharedEditor(open, shared);

const openHousePlan = async (t: Parameters<typeof open>[0]): Promise<Page | undefined> => {
  const { service, peer } = await shared();
  await peer.save(demoPlan("house"));
  const page = await open(t, service, { token: service.admin });
  await page?.getByRole("tab", { name: "Upper floor" }).waitFor();
  return page;
};

const shownFloor = (page: Page): Promise<string> =>
  page
    .locator('[role="tablist"][aria-label="Floors"] [aria-selected="true"]')
    .filter({ visible: true })
    .innerText();

test(
  "PAGE-29: the editor opens the floor that was shown, and the page the one that was edited",
  inBrowser,
  async (t) => {
    const page = await openHousePlan(t);
    if (page === undefined) return;
    await page.getByRole("tab", { name: "Upper floor" }).click();
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await page.locator("floorplan-canvas [data-ref]").first().waitFor();
    assert.equal(await shownFloor(page), "Upper floor");
    await page.getByRole("tab", { name: "Ground floor" }).click();
    await page.getByRole("link", { name: "Back to the plan" }).click();
    await page.locator("floorplan-card [data-ref]").first().waitFor();
    assert.equal(await shownFloor(page), "Ground floor");
    await page.getByRole("tab", { name: "Upper floor" }).click();
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await page.getByRole("link", { name: "Back to the plan" }).waitFor();
    assert.equal(await shownFloor(page), "Upper floor", "also in an editor that was there before");
  },
);

test(
  "PAGE-30: by keyboard the focus goes along into the editor and back, and there is one banner throughout",
  inBrowser,
  async (t) => {
    if (!canDo(t, "DevTools")) return;
    const page = await openHousePlan(t);
    if (page === undefined) return;
    const edit = page.getByRole("link", { name: "Edit", exact: true });
    assert.equal(await landmarksOf(page, "banner"), 1, "beside the plan");
    await edit.focus();
    await page.keyboard.press("Enter");
    const drawing = page.getByRole("application", { name: "Drawing" });
    await drawing.and(page.locator(":focus")).waitFor();
    assert.equal(await landmarksOf(page, "banner"), 1, "beside the drawing");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    assert.equal(await landmarksOf(page, "banner"), 0, "what lies under the shortcuts is inert");
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Back to the plan" }).focus();
    await page.keyboard.press("Enter");
    await edit.and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Enter");
    await drawing.and(page.locator(":focus")).waitFor();
  },
);

test(
  "PAGE-31: whose token is revoked is told so, and that unsaved work is kept on this device",
  inBrowser,
  async (t) => {
    if (!serviceHas(t, "users")) return;
    const service = await startTestService(t);
    const peer = await Peer.login(t, service.port, service.admin);
    await peer.save(demoPlan("flat"));
    const users = usersFile(service.data);
    const made = await createUser(users, "second", { admin: true, control: false });
    assert(isRight(made));
    const page = await open(t, service, {
      path: `/#token=${made.right}`,
      expects: /WebSocket connection to|Failed to load resource/,
    });
    if (page === undefined) return;
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await page.locator('floorplan-canvas [data-ref="rooms/kitchen"]').first().waitFor();
    await rename(page, "Kitchen", "Galley");
    assert(isRight(await removeUser(users, "second")));
    await page.getByText(errors.problems.access_ended.what).waitFor();
    await page.getByRole("heading", { name: words.signIn.back }).waitFor();
    await page.getByText(words.signIn.kept).waitFor();
    await page.getByLabel("Access token").fill(service.admin);
    await page.keyboard.press("Enter");
    await page.getByText(/There are unsaved changes from/).waitFor();
    await page.getByRole("button", { name: "Restore" }).click();
    await page.getByRole("button", { name: /^Undo/ }).first().waitFor();
    await page.getByText("Galley").first().waitFor();
  },
);

test(
  "PAGE-30: in a panel with a button for the sidebar there is one banner as well",
  inBrowser,
  async (t) => {
    if (!serviceHas(t, "files for Home Assistant")) return;
    if (!canDo(t, "DevTools")) return;
    const page = await openHousePlan(t);
    if (page === undefined) return;
    const { service } = await shared();
    await page.evaluate(`(async () => {
      await import("/floorplan-panel.js");
      const panel = document.createElement("floorplan-panel");
      panel.panel = { config: ${JSON.stringify({ url: service.url, token: service.admin })} };
      panel.narrow = true;
      document.body.replaceChildren(panel);
    })()`);
    await page.locator("floorplan-canvas [data-ref]").first().waitFor();
    assert.equal(await landmarksOf(page, "banner"), 1);
  },
);

test(
  "EDIT-29: a room that says no floor has each floor once to choose from, and none is added under a name that is there",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, {
      levels: [
        { id: "low", name: "First floor" },
        { id: "high", name: "Roof" },
        { id: "high", name: "Roof, once more" },
      ],
      rooms: [{ id: "hall", name: "Hall", points: rectangle([0, 0], [4, 3]) }],
    });
    if (editor === undefined) return;
    const { page } = editor;
    await page
      .locator("floorplan-levels")
      .getByRole("tab", { name: "Roof", exact: true })
      .waitFor();
    assert.deepEqual(await page.locator("floorplan-levels [role=tab]").allInnerTexts(), [
      "First floor",
      "Roof",
    ]);
    await chooseInOutline(page, "Hall");
    await panel(page, "Properties");
    const field = page.getByRole("combobox", { name: /^Floor\b/ });
    await field.waitFor();
    assert.deepEqual(await field.locator("option").allInnerTexts(), ["First floor", "Roof"]);
    await field.selectOption("Roof");
    assert.equal(listOf(await saved(editor), "rooms")[0]?.["level"], "high");
    await field.selectOption("First floor");
    assert.equal(listOf(await saved(editor), "rooms")[0]?.["level"], "low");
    await editor.peer.save({ levels: [{ id: "low", name: "First floor" }] });
    await page.getByRole("tab", { name: "Roof" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Manage floors" }).click();
    await page.getByRole("button", { name: "Add floor" }).click();
    await page.getByRole("button", { name: "Done" }).click();
    assert.deepEqual(await page.locator("floorplan-levels [role=tab]").allInnerTexts(), [
      "First floor",
      "Floor 2",
    ]);
  },
);

test(
  "PAGE-36: the plan says what the editor has not saved yet, leads back to it, and says no more once it is saved",
  inBrowser,
  async (t) => {
    const editor = await openEditor(t, demoPlan("flat"));
    if (editor === undefined) return;
    const { page } = editor;
    const notice = page.locator("floorplan-page .unsaved");
    await rename(page, "Kitchen", "Galley");
    await page.getByRole("link", { name: "Back to the plan" }).click();
    await page.locator("floorplan-card").getByText("Kitchen").first().waitFor();
    await notice.getByText(words.unsaved.what("Galley renamed")).waitFor();
    await notice.getByRole("link", { name: words.unsaved.back }).click();
    await saved(editor);
    await page.getByRole("link", { name: "Back to the plan" }).click();
    await page.locator("floorplan-card").getByText("Galley").first().waitFor();
    assert.equal(await notice.count(), 0);
  },
);
