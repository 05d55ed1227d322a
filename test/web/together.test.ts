import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { Page, WebSocketRoute } from "playwright-core";
import { demoPlan } from "../../src/demo/index.ts";
import { bounded } from "../support/bounded.ts";
import { Peer } from "../support/peer.ts";
import { startTestService, type TestService, type TestServiceOptions } from "../support/service.ts";
import { type TabOptions, useBrowser } from "./browser.ts";

const open = useBrowser();

/** What a lost connection leaves in the console. */
const lost = /WebSocket connection to|Failed to load resource|ERR_INTERNET_DISCONNECTED/;

/** A service with the sample flat, and a script that reads it. */
const startFlat = async (
  t: TestContext,
  config: NonNullable<TestServiceOptions["config"]> = {},
): Promise<{ service: TestService; peer: Peer }> => {
  const service = await startTestService(t, { config });
  const peer = await Peer.login(t, service.port, service.admin);
  await peer.save(demoPlan("flat"));
  return { service, peer };
};

const openEditor = async (
  t: TestContext,
  service: TestService,
  options: TabOptions = {},
): Promise<Page | undefined> => {
  const page = await open(t, service, { token: service.admin, path: "/#edit", ...options });
  await page?.locator('[data-ref="rooms/kitchen"]').first().waitFor();
  return page;
};

const panel = (page: Page, name: string): Promise<void> =>
  page.getByRole("tab", { name, exact: true }).click();

/** Gives a room another name, by outline and properties. */
const rename = async (page: Page, room: string, name: string): Promise<void> => {
  await panel(page, "Outline");
  await page.getByRole("treeitem", { name: room }).click();
  await panel(page, "Properties");
  const field = page.getByLabel("Name", { exact: true });
  await field.fill(name);
  await field.press("Enter");
};

const save = (page: Page): Promise<void> =>
  page.getByRole("button", { name: "Save", exact: true }).click();

const allSaved = (page: Page): Promise<void> => page.getByText("All saved").waitFor();

/** The names of the rooms as they are stored, in the order of the sample. */
const names = async (peer: Peer): Promise<readonly unknown[]> => {
  const plan = await peer.result("floorplan/plan/get");
  assert(typeof plan === "object" && plan !== null && "rooms" in plan);
  assert(Array.isArray(plan.rooms));
  return plan.rooms.map(({ name }) => name);
};

test(
  "PANEL-11: what two people change in different places is kept from both, and each sees what came in",
  bounded,
  async (t) => {
    const { service, peer } = await startFlat(t);
    const [one, other] = [await openEditor(t, service), await openEditor(t, service)];
    if (one === undefined || other === undefined) return;
    await rename(one, "Kitchen", "Galley");
    await rename(other, "Bedroom", "Nursery");
    await save(one);
    await other.getByText("Somebody else has saved").waitFor();
    await save(other);
    await allSaved(other);
    assert.deepEqual(await names(peer), ["Living room", "Galley", "Nursery", "Bathroom", "Hall"]);
    await other.getByRole("button", { name: "Galley changed: Name" }).click();
    await other.getByRole("heading", { name: "Galley" }).waitFor();
    await other.getByRole("button", { name: "Dismiss" }).click();
    await other.getByText("Somebody else has saved").waitFor({ state: "hidden" });
  },
);

test(
  "PANEL-10: what two people change differently is chosen item by item before it is saved",
  bounded,
  async (t) => {
    const { service, peer } = await startFlat(t);
    const [one, other] = [await openEditor(t, service), await openEditor(t, service)];
    if (one === undefined || other === undefined) return;
    for (const [page, suffix] of [
      [one, "A"],
      [other, "B"],
    ] as const) {
      await rename(page, "Kitchen", `Kitchen ${suffix}`);
      await rename(page, "Hall", `Hall ${suffix}`);
    }
    await save(one);
    await other.getByText("2 left to choose").waitFor();
    await save(other);
    await other.getByRole("img", { name: "Kitchen B, Theirs" }).waitFor();
    await other.getByRole("button", { name: "Keep mine: Kitchen B" }).click();
    await other.getByText("1 left to choose").waitFor();
    await other.getByRole("button", { name: /^Take theirs: Hall/ }).click();
    await other.getByRole("tab", { name: "Choose" }).waitFor({ state: "hidden" });
    await save(other);
    await allSaved(other);
    assert.deepEqual(
      [(await names(peer))[1], (await names(peer))[4]],
      ["Kitchen B", "Hall A"],
      "both choices are stored",
    );
    const plan = await peer.result("floorplan/plan/get");
    assert(typeof plan === "object" && plan !== null && "rev" in plan);
    assert.equal(plan.rev, 3, "and nothing was stored before they were made");
  },
);

test("PANEL-10: overwriting asks first, and then stores what one sees", bounded, async (t) => {
  const { service, peer } = await startFlat(t);
  const page = await openEditor(t, service);
  if (page === undefined) return;
  await rename(page, "Kitchen", "Galley");
  const flat = demoPlan("flat");
  for (const room of flat.rooms) room.name = "Theirs";
  await peer.save(flat);
  const ask = page.getByRole("button", { name: "Overwrite what others saved…" });
  await ask.click();
  const dialog = page.getByRole("dialog", { name: "Overwrite what others saved?" });
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  assert.equal((await names(peer))[1], "Theirs");
  await ask.click();
  await dialog.getByRole("button", { name: "Overwrite", exact: true }).click();
  await allSaved(page);
  assert.equal((await names(peer))[1], "Galley");
});

test(
  "PANEL-11: edits that are made while the connection is away are saved when it is back",
  bounded,
  async (t) => {
    const { service, peer } = await startFlat(t);
    const page = await openEditor(t, service, { expects: lost });
    if (page === undefined) return;
    const lines: WebSocketRoute[] = [];
    let isCut = false;
    await page.routeWebSocket(/\/api\/websocket$/, (line) => {
      if (isCut) return void line.close();
      line.connectToServer();
      lines.push(line);
    });
    await page.reload();
    await page.locator('[data-ref="rooms/kitchen"]').first().waitFor();
    isCut = true;
    await Promise.all(lines.map((line) => line.close()));
    await page.getByText("Offline", { exact: true }).waitFor();
    await rename(page, "Kitchen", "Galley");
    const flat = demoPlan("flat");
    await peer.save({ ...flat, rooms: flat.rooms.toReversed() });
    isCut = false;
    await save(page);
    await allSaved(page);
    assert.deepEqual(await names(peer), ["Hall", "Bathroom", "Bedroom", "Galley", "Living room"]);
  },
);

test(
  "PANEL-11: unsaved work of a tab that was closed is offered again, and taken up",
  bounded,
  async (t) => {
    const { service, peer } = await startFlat(t);
    const page = await openEditor(t, service);
    if (page === undefined) return;
    await rename(page, "Kitchen", "Galley");
    await page.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { value: "hidden" });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    const next = await page.context().newPage();
    await page.waitForFunction(async () => (await indexedDB.databases()).length > 0);
    await page.close();
    await next.goto(`${service.url}/#edit`);
    await next.getByText(/There is unsaved work from/).waitFor();
    await next.getByRole("button", { name: "Continue" }).click();
    await next.getByRole("button", { name: "Save", exact: true }).click();
    await allSaved(next);
    assert.equal((await names(peer))[1], "Galley");
  },
);

test(
  "PANEL-9: a revision is compared in marks and words, restored, and the restoring undone",
  bounded,
  async (t) => {
    const { service, peer } = await startFlat(t);
    const flat = demoPlan("flat");
    const [first, ...furniture] = flat.furniture;
    assert(first?.id === "bed");
    await peer.save({ ...flat, furniture });
    const page = await openEditor(t, service);
    if (page === undefined) return;
    await panel(page, "History");
    await page.getByRole("button", { name: /Revision 1/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Bed added in Bedroom").waitFor();
    await dialog.locator('[data-ref="furniture/bed"]').waitFor();
    await dialog.getByRole("button", { name: "Restore this revision" }).click();
    await page.locator('floorplan-canvas [data-ref="furniture/bed"]').waitFor();
    await page.getByRole("button", { name: /^Undo/ }).click();
    await page
      .locator('floorplan-canvas [data-ref="furniture/bed"]')
      .waitFor({ state: "detached" });
    await allSaved(page);
  },
);

test("PANEL-11: a save that is refused says why and what to do", bounded, async (t) => {
  const { service, peer } = await startFlat(t, { planBytes: 20_000 });
  const page = await openEditor(t, service);
  if (page === undefined) return;
  await rename(page, "Kitchen", "K".repeat(20_000));
  await save(page);
  await page.getByText("The service cannot take this as it is.").waitFor();
  await page.getByText("Nothing was saved, and your changes are still here.").waitFor();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await page.getByText("The service cannot take this").waitFor({ state: "hidden" });
  assert.equal((await names(peer))[1], "Kitchen");
});
