import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { page as english } from "../../../src/web/i18n/en/screens.ts";
import { errors } from "../../../src/web/i18n/en/errors.ts";
import { createUser, removeUser, renewUser, usersFile } from "../../../src/auth/user-directory.ts";
import { bansFile, liftBan } from "../../../src/auth/bans.ts";
import { demoPlan } from "../../samples/index.ts";
import { banOn } from "../../support/bans.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { DayClock } from "../../support/day-clock.ts";
import { Peer } from "../../support/peer.ts";
import { serveProgram } from "../../support/program.ts";
import { startTestService, temporaryFolder, type TestService } from "../../support/service.ts";
import { sampledViolations } from "../sampled-accessibility-violations.ts";
import { useBrowser } from "../browser.ts";
import { drawn, lost, oneRoom, room, wakeful, wallIn } from "./kiosk-page.ts";

const open = useBrowser();
const openWall = wallIn(open);

/** The message of a wall page that may not see the plan any more. */
const ended = (page: Page) => page.getByRole("alert");

/** The message is all that is on the screen: no plan, and no sign of a connection. */
const isBlank = async (page: Page): Promise<void> => {
  const { what, next } = errors.problems.access_ended;
  const shown = await page.locator("floorplan-wall").evaluate((wall) => {
    const sheet = wall.shadowRoot?.querySelector("main")?.innerText ?? "";
    return { sheet, signs: wall.shadowRoot?.querySelector(".signs")?.textContent?.trim() };
  });
  assert.deepEqual(
    shown.sheet.split("\n").filter((line) => line !== ""),
    [what, next, english.signIn.back],
  );
  assert.equal(shown.signs, "");
  assert.equal(await page.locator("floorplan-wall-card").count(), 0);
};

test(
  "TABLET-6: a service that was killed is followed again without loading the page anew",
  inBrowser,
  async (t) => {
    const data = await temporaryFolder(t);
    const viewer = await createUser(usersFile(data), "wall", { admin: false, control: false });
    const admin = await createUser(usersFile(data), "admin", { admin: true, control: false });
    assert("right" in viewer && "right" in admin);
    const first = await serveProgram(t, data);
    const peer = await Peer.login(t, first.port, admin.right);
    await peer.save(demoPlan("flat"));
    const page = await openWall(
      t,
      { url: first.url, viewer: viewer.right },
      { prepare: wakeful, expects: lost },
    );
    if (page === undefined) return;
    await room(page).waitFor();
    await page.evaluate(() => Reflect.set(window, "same", true));
    first.child.kill("SIGKILL");
    await first.ended;
    await page.getByText("Reconnecting").waitFor();
    assert(await room(page).isVisible(), "the plan stays");
    const again = await serveProgram(t, data, ["--port", String(first.port)]);
    await page.getByText("Reconnecting").waitFor({ state: "hidden" });
    const later = await Peer.login(t, again.port, admin.right);
    await later.save(oneRoom);
    await page.getByText("Kitchen").first().waitFor();
    assert.equal(await page.evaluate(() => Reflect.get(window, "same")), true);
  },
);

test(
  "TABLET-11: a tablet whose token is revoked shows one message and nothing of the plan, and can sign in anew",
  inBrowser,
  async (t) => {
    const service = await drawn(t);
    const page = await openWall(t, service, { prepare: wakeful, expects: lost });
    if (page === undefined) return;
    await room(page).waitFor();
    const removed = await removeUser(usersFile(service.data), "wall");
    assert("right" in removed);
    await ended(page).waitFor();
    await isBlank(page);
    assert.deepEqual(await sampledViolations(page), []);
    await page.getByRole("button", { name: english.signIn.back }).click();
    await page.getByLabel(english.signIn.token).fill(service.admin);
    await page.getByRole("button", { name: english.signIn.submit }).click();
    await room(page).waitFor();
    assert.equal(await ended(page).count(), 0);
  },
);

/** What the next administrator's plan is seen by, in the page that was there before. */
const comesBack = async (t: TestContext, service: TestService, page: Page): Promise<void> => {
  const peer = await Peer.login(t, service.port, service.admin);
  await peer.save(oneRoom);
  await page.getByText("Kitchen").first().waitFor();
  assert.equal(await page.evaluate(() => Reflect.get(window, "same")), true, "not loaded again");
};

test("TABLET-6: without a network the plan stays, and goes on after it", inBrowser, async (t) => {
  const service = await drawn(t);
  const page = await openWall(t, service, {
    prepare: wakeful,
    expects: /WebSocket connection to|Failed to load resource|ERR_INTERNET_DISCONNECTED/,
  });
  if (page === undefined) return;
  await room(page).waitFor();
  await page.evaluate(() => Reflect.set(window, "same", true));
  await page.context().setOffline(true);
  await page.getByText("Reconnecting").waitFor();
  assert(await room(page).isVisible(), "the plan stays");
  assert.deepEqual(await sampledViolations(page), []);
  await page.context().setOffline(false);
  await page.getByText("Reconnecting").waitFor({ state: "hidden" });
  await comesBack(t, service, page);
});

test("TABLET-6: so it is where a node that is cut off lets nobody in", inBrowser, async (t) => {
  const service = await drawn(t);
  const leave = { code: 1013, reason: "this node is cut off from the cluster" };
  let isCutOff = false;
  let cut: () => unknown = () => undefined;
  const page = await openWall(t, service, {
    expects: lost,
    prepare: async (each) => {
      await wakeful(each);
      await each.routeWebSocket(/\/api\/websocket$/, (socket) => {
        if (isCutOff) return void socket.close(leave);
        const server = socket.connectToServer();
        cut = () => Promise.all([socket.close(leave), server.close()]);
      });
    },
  });
  if (page === undefined) return;
  await room(page).waitFor();
  await page.evaluate(() => Reflect.set(window, "same", true));
  isCutOff = true;
  await cut();
  await page.getByText("Reconnecting").waitFor();
  assert(await room(page).isVisible(), "the plan stays");
  assert.equal(await ended(page).count(), 0, "nobody is asked to sign in");
  isCutOff = false;
  await page.getByText("Reconnecting").waitFor({ state: "hidden" });
  await comesBack(t, service, page);
});

test(
  "TABLET-11: after a token has ended and the address was banned, the plan comes back by itself once both are over",
  inBrowser,
  async (t) => {
    const clock = new DayClock();
    const service = await startTestService(t, { clock });
    const desk = await Peer.login(t, service.port, service.admin);
    await desk.save(demoPlan("flat"));
    const hourMs = 3_600_000;
    const guest = {
      admin: false,
      control: false,
      expiresAt: new Date(clock.now() + hourMs).toISOString(),
    };
    const token = await createUser(usersFile(service.data), "guest", guest);
    assert("right" in token);
    const page = await openWall(t, service, {
      token: token.right,
      expects: lost,
      prepare: async (each) => {
        await wakeful(each);
        await each.clock.install();
      },
    });
    if (page === undefined) return;
    await room(page).waitFor();
    await page.evaluate(() => Reflect.set(window, "same", true));
    clock.pass(hourMs);
    await ended(page).waitFor();
    await isBlank(page);
    const until = new Date(clock.now() + 5 * 60_000).toISOString();
    const address = "127.0.0.1";
    await banOn(service.data, { address, until, failures: 10 });
    // The first of the tries that it goes on with.
    const [refused] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith("/api/websocket")),
      page.clock.fastForward("01:00"),
    ]);
    assert.equal(refused.status(), 403);
    await isBlank(page);
    assert(await page.getByRole("button", { name: english.signIn.back }).isVisible());
    assert("right" in (await liftBan(bansFile(service.data), address, clock.now())));
    const later = new Date(clock.now() + hourMs).toISOString();
    assert("right" in (await renewUser(usersFile(service.data), "guest", later)));
    await page.clock.fastForward("06:00");
    await ended(page).waitFor({ state: "hidden" });
    await comesBack(t, service, page);
  },
);
