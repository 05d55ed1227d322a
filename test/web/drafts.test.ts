import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { demoPlan } from "../../src/demo/index.ts";
import { bounded } from "../support/bounded.ts";
import { Peer } from "../support/peer.ts";
import { startTestService } from "../support/service.ts";
import { useBrowser } from "./browser.ts";

const open = useBrowser();

const isDrawn = (page: Page): Promise<void> =>
  page.locator('[data-ref="rooms/kitchen"]').first().waitFor();

/** Waits until the browser's database holds so many drafts. */
const draftsAre = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (wanted) => {
    const settled = <Value>(request: IDBRequest<Value>): Promise<Value> =>
      new Promise((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(new Error("the database cannot be read")));
      });
    const counted = async (): Promise<number> => {
      const [known] = await indexedDB.databases();
      if (known?.name === undefined) return 0;
      const database = await settled(indexedDB.open(known.name));
      const found = await settled(database.transaction("drafts").objectStore("drafts").count());
      database.close();
      return found;
    };
    while ((await counted()) !== wanted) await new Promise(requestAnimationFrame);
  }, count);

const offer = /There is unsaved work from/;

test(
  "SESS-10: a draft is offered when its tab is gone, not while it is open, and a declined one is deleted",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const peer = await Peer.login(t, service.port, service.admin);
    await peer.save(demoPlan("flat"));
    const page = await open(t, service, { token: service.admin, path: "/#edit" });
    if (page === undefined) return;
    await isDrawn(page);
    await page.locator('floorplan-canvas [data-ref="furniture/bed"]').first().focus();
    await page.keyboard.press("Delete");
    await draftsAre(page, 1);

    const other = await page.context().newPage();
    await other.goto(`${service.url}/#edit`);
    await isDrawn(other);
    await other.locator('floorplan-canvas [data-ref="furniture/bed"]').first().focus();
    await other.keyboard.press("ArrowRight");
    await draftsAre(other, 2);
    assert.equal(await other.getByText(offer).count(), 0, "its tab is still open");

    await page.close();
    await other.getByRole("button", { name: "Save", exact: true }).click();
    await other.getByText("All saved").waitFor();
    await draftsAre(other, 1);
    await other.reload();
    await other.getByText(offer).waitFor();
    await other.getByRole("button", { name: "Discard" }).click();
    await draftsAre(other, 0);
  },
);
