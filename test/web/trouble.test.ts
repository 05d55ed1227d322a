import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import type { Page } from "playwright-core";
import { demoPlan } from "../samples/index.ts";
import { createUser, removeUser, usersFile } from "../../src/auth/user-directory.ts";
import { errors } from "../../src/web/i18n/en/errors.ts";
import { inBrowser } from "../support/timeouts.ts";
import { Peer } from "../support/peer.ts";
import { startTestService } from "../support/service.ts";
import { useBrowser } from "./browser.ts";
import { allSaved, rename, roomNames, save } from "./editing.ts";
import { WebSocketControl } from "./websocket-control.ts";
import { type Editor, sharedEditor, sharedService } from "./shared-editor.ts";

const open = useBrowser();
const shared = sharedService();
const line = new WebSocketControl();
const openEditor = sharedEditor(open, shared, {
  prepare: (page) => line.take(page),
  expects: /WebSocket connection to|Failed to load resource/,
});

const isUnsaved = (page: Page): Promise<void> =>
  page.getByText("Unsaved changes", { exact: true }).waitFor();

/** Somebody else gives a room another name. */
const renameThere = async (peer: Peer, at: number, name: string): Promise<void> => {
  const plan = demoPlan("flat");
  const room = plan.rooms[at];
  assert(room !== undefined);
  room.name = name;
  await peer.save(plan);
};

const openFlat = (t: TestContext): Promise<Editor | undefined> => openEditor(t, demoPlan("flat"));

const refusals = [
  "not_loaded",
  "unauthorized",
  "overloaded",
  "invalid_format",
  "id_reuse",
  "unknown_error",
] as const;

test(
  "SESS-14: whatever a save is refused for is said with a next step, and the edits stay",
  inBrowser,
  async (t) => {
    const editor = await openFlat(t);
    if (editor === undefined) return;
    const { page, peer } = editor;
    await rename(page, "Kitchen", "Galley");
    for (const code of refusals) {
      line.refuseNextSave(code, "the service's own words");
      await save(page);
      const { what, next } = errors.problems[code];
      const said = page.getByRole("alert").filter({ hasText: what });
      await said.filter({ hasText: next }).waitFor();
      await isUnsaved(page);
    }
    await save(page);
    await allSaved(page);
    await page.getByText(errors.problems.unknown_error.what).waitFor({ state: "hidden" });
    assert.equal((await roomNames(peer))[1], "Galley");
  },
);

test(
  "SESS-3: what is edited while an answer is late stays unsaved, and says so",
  inBrowser,
  async (t) => {
    const editor = await openFlat(t);
    if (editor === undefined) return;
    const { page, peer } = editor;
    await rename(page, "Kitchen", "Galley");
    const release = line.holdSaves();
    await save(page);
    await page.getByText("Saving …").waitFor();
    await rename(page, "Hall", "Corridor");
    release();
    await isUnsaved(page);
    assert.deepEqual((await roomNames(peer)).slice(1, 2), ["Galley"]);
    assert.equal((await roomNames(peer))[4], "Hall", "it was edited after the save");
    await save(page);
    await allSaved(page);
    assert.equal((await roomNames(peer))[4], "Corridor");
  },
);

test(
  "SESS-8: a save whose answer was lost is found again under what somebody else saved on top",
  inBrowser,
  async (t) => {
    const editor = await openFlat(t);
    if (editor === undefined) return;
    const { page, peer } = editor;
    await rename(page, "Kitchen", "Galley");
    await peer.result("floorplan/plan/subscribe");
    await peer.nextEvent();
    line.deafen();
    await save(page);
    await peer.nextEvent();
    assert.equal((await roomNames(peer))[1], "Galley");
    await line.cut();
    for (const name of ["Scullery", "Pantry"]) await renameThere(peer, 1, name);
    line.mend();
    await allSaved(page);
    await page.getByText("Pantry").first().waitFor();
    assert.equal(await page.getByRole("tab", { name: "Conflicts" }).count(), 0);
    assert.equal((await roomNames(peer))[1], "Pantry", "nothing was sent again");
  },
);

test(
  "SESS-10: after a token is revoked, unsaved work is offered to whoever signs in again",
  inBrowser,
  async (t) => {
    const editor = await openFlat(t);
    if (editor === undefined) return;
    const { page, service, peer } = editor;
    const users = usersFile(service.data);
    const token = await createUser(users, "second", { admin: true, control: false });
    assert(isRight(token));
    const first = page.getByLabel("Access token");
    await page.goto(`${service.url}/#token=${token.right}`);
    await page.getByRole("button", { name: "Use link" }).click();
    // Until then it is the first user's editor that is there.
    await page.waitForFunction(
      (given) => localStorage.getItem("floorplan-token") === given,
      token.right,
    );
    await page.goto(`${service.url}/#edit`);
    await page.locator('floorplan-canvas [data-ref="rooms/kitchen"]').first().waitFor();
    await rename(page, "Kitchen", "Galley");
    assert(isRight(await removeUser(users, "second")));
    await first.waitFor();
    await page.getByText(errors.problems.access_ended.what).waitFor();
    await first.fill(service.admin);
    await first.press("Enter");
    await page.getByText(/There are unsaved changes from/).waitFor();
    await page.getByRole("button", { name: "Restore" }).click();
    await save(page);
    await allSaved(page);
    assert.equal((await roomNames(peer))[1], "Galley");
  },
);

test(
  "SESS-12: edits made while the service was stopped are merged with what others saved after its start",
  inBrowser,
  async (t) => {
    const editor = await openFlat(t);
    if (editor === undefined) return;
    const { page, service } = editor;
    await rename(page, "Kitchen", "Galley");
    await service.stop();
    await page.getByText("Offline, kept on this device").waitFor();
    await rename(page, "Hall", "Corridor");
    const again = await startTestService(t, { again: service, config: { port: service.port } });
    const peer = await Peer.login(t, again.port, again.admin);
    await renameThere(peer, 2, "Nursery");
    await page.getByText("Bedroom").first().waitFor({ state: "hidden" });
    await isUnsaved(page);
    await save(page);
    await allSaved(page);
    const names = ["Living room", "Galley", "Nursery", "Bathroom", "Corridor"];
    assert.deepEqual(await roomNames(peer), names);
  },
);
