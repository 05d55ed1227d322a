import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { errors } from "../../../src/web/i18n/en/errors.ts";
import { card as cardTexts, page as texts } from "../../../src/web/i18n/en/screens.ts";
import { demoPlan } from "../../samples/index.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { eventually } from "../../support/polling.ts";
import { portToKeep } from "../../support/free-ports.ts";
import { Peer } from "../../support/peer.ts";
import { startTestService } from "../../support/service.ts";
import { useBrowser } from "../browser.ts";
import { WebSocketControl } from "../websocket-control.ts";

const open = useBrowser();

/** What a refused token and a service that is away leave in the console. */
const expects = /WebSocket connection to|Failed to load resource/;
const withClock = (page: Page): Promise<void> => page.clock.install();
const { banned, invalid_auth: invalid } = errors.problems;

/** Puts a card with a token of its own on the page, which tries by itself. */
const placeCard = (page: Page, token: string): Promise<void> =>
  page.evaluate((given) => {
    const card = document.createElement("floorplan-card");
    card.setAttribute("url", location.origin);
    card.setAttribute("token", given);
    document.body.replaceChildren(card);
  }, token);

for (const kind of ["page", "card"] as const)
  test(
    `PAGE-26: a ${kind} whose token is refused at its start comes back by itself, once that is over`,
    inBrowser,
    async (t) => {
      const port = await portToKeep();
      const service = await startTestService(t, { config: { loginDelayMs: 0, port } });
      const peer = await Peer.login(t, port, service.admin);
      await peer.save(demoPlan("flat"));
      await service.stop();
      // Another service at the same address, with users of its own.
      const other = await startTestService(t, { config: { loginDelayMs: 0, port } });
      const page = await open(t, other, {
        ...(kind === "page" ? { token: service.viewer } : {}),
        expects,
        prepare: withClock,
      });
      if (page === undefined) return;
      if (kind === "card") await placeCard(page, service.viewer);
      await page.getByText(invalid.what).waitFor();
      await other.stop();
      const again = await startTestService(t, { again: service, config: { port } });
      await page.clock.fastForward(61_000);
      await page.getByText("Living room", { exact: true }).waitFor();
      assert.equal(again.url, service.url);
    },
  );

test("PAGE-26: after a ban the page tries again when it is over", inBrowser, async (t) => {
  const quick = { loginDelayMs: 0, loginFailures: 1, banMs: 600_000 };
  const port = await portToKeep();
  const service = await startTestService(t, { config: { ...quick, port } });
  await service.stop();
  const other = await startTestService(t, { config: { ...quick, port } });
  const stranger = await Peer.open(t, port);
  stranger.send({ type: "auth", access_token: "wrong" });
  await stranger.closed;
  const page = await open(t, other, { token: service.viewer, expects, prepare: withClock });
  if (page === undefined) return;
  await page.getByText(banned.what).waitFor();
  await other.stop();
  await startTestService(t, { again: service, config: { port } });
  await page.clock.fastForward(603_000);
  await page.getByText(texts.empty.viewer).waitFor();
});

for (const sign of ["online", "pageshow", "a jump of the clock"] as const)
  test(
    `PAGE-27: a line that has died unnoticed is found at once by ${sign}, and replaced`,
    inBrowser,
    async (t) => {
      const service = await startTestService(t);
      const peer = await Peer.login(t, service.port, service.admin);
      await peer.save(demoPlan("flat"));
      const line = new WebSocketControl();
      const page = await open(t, service, {
        token: service.viewer,
        expects,
        prepare: async (made) => {
          await withClock(made);
          await line.take(made);
        },
      });
      if (page === undefined) return;
      await page.getByText("Living room", { exact: true }).waitFor();
      line.deafen();
      if (sign === "a jump of the clock") await page.clock.fastForward(60_000);
      else await page.evaluate((name) => dispatchEvent(new Event(name)), sign);
      // What follows is asked, and waited for, by timers of this clock.
      await page.clock.fastForward(5100);
      await page.getByText(cardTexts.reconnecting).waitFor();
      const plan = demoPlan("flat");
      const [room] = plan.rooms;
      assert(room !== undefined);
      room.name = "Parlour";
      await peer.save(plan);
      line.hear();
      const parlour = page.getByText("Parlour", { exact: true });
      // Attempts that began before it hears again fail, and the next is some seconds of this clock away.
      await eventually(async () => {
        await page.clock.fastForward(5000);
        return (await parlour.isVisible()) ? { seen: true } : { not: "the newest plan" };
      }, 60_000);
    },
  );
