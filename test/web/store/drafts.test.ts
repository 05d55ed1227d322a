import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { demoPlan } from "../../samples/index.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { Peer } from "../../support/peer.ts";
import { startTestService } from "../../support/service.ts";
import { useBrowser } from "../browser.ts";
import { allSaved, rename, save } from "../editing.ts";
import { waitForDrafts } from "../draft-count.ts";

const open = useBrowser();

const isDrawn = (page: Page): Promise<void> =>
  page.locator('[data-ref="rooms/kitchen"]').first().waitFor();

const offer = /There are unsaved changes from/;

test(
  "SESS-10: a draft is offered when its tab is gone, not while it is open, and a declined one is deleted",
  inBrowser,
  async (t) => {
    const service = await startTestService(t);
    const peer = await Peer.login(t, service.port, service.admin);
    await peer.save(demoPlan("flat"));
    const page = await open(t, service, { token: service.admin, path: "/#edit" });
    if (page === undefined) return;
    await isDrawn(page);
    await rename(page, "Kitchen", "Galley");
    await waitForDrafts(page, 1);

    const other = await page.context().newPage();
    await other.goto(`${service.url}/#edit`);
    await isDrawn(other);
    await rename(other, "Hall", "Corridor");
    await waitForDrafts(other, 2);
    assert.equal(await other.getByText(offer).count(), 0, "its tab is still open");

    await page.close();
    await save(other);
    await allSaved(other);
    await waitForDrafts(other, 1);
    await other.reload();
    await other.getByText(offer).waitFor();
    await other.getByRole("button", { name: "Discard" }).click();
    await waitForDrafts(other, 0);
  },
);
