import assert from "node:assert/strict";
import { test } from "node:test";
import { errors } from "../../../src/web/i18n/en/errors.ts";
import { page as texts } from "../../../src/web/i18n/en/screens.ts";
import { demoPlan } from "../../samples/index.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { Peer } from "../../support/peer.ts";
import { startTestService } from "../../support/service.ts";
import { dashboard, stage } from "../card-page.ts";
import { drawn, twoFloors } from "../kiosk/kiosk-page.ts";
import { openWebKit, type WebKitPage } from "../webkit.ts";

const enter = "\uE007";

const keptToken = (page: WebKitPage): Promise<unknown> =>
  page.evaluate('return localStorage.getItem("floorplan-token")');

test(
  "PAGE-20: in WebKit a token of the form is kept once it has logged in, and signing out forgets it",
  inBrowser,
  async (t) => {
    const service = await startTestService(t, { config: { loginDelayMs: 0 } });
    const page = await openWebKit(t);
    if (page === undefined) return;
    await page.open(`${service.url}/`);
    await page.type("#token", `no such token${enter}`);
    await page.see("*", errors.problems.invalid_auth.what);
    assert.equal(await keptToken(page), null);
    await page.type("#token", service.viewer);
    await page.click("button", texts.signIn.submit);
    await page.see("*", texts.empty.viewer);
    assert.equal(await keptToken(page), service.viewer);
    await page.reload();
    await page.see("*", texts.empty.viewer);
    await page.click("button", texts.signOut);
    await page.see("#token");
    assert.equal(await keptToken(page), null);
  },
);

test(
  "TABLET-1, TABLET-2: in WebKit the wall signs in by its address, switches floors, and follows what is saved",
  inBrowser,
  async (t) => {
    const service = await drawn(t, twoFloors);
    const page = await openWebKit(t);
    if (page === undefined) return;
    await page.open(`${service.url}/wall?look=day#token=${service.viewer}`);
    await page.see("text", "Kitchen");
    assert.equal(await page.evaluate("return location.href"), `${service.url}/wall?look=day`);
    assert(await page.lacks("header"), "there is the plan and nothing else");
    await page.click("[role=tab]", "Upper floor");
    await page.see("text", "Loft");
    assert(await page.lacks("text", "Kitchen"));
    const peer = await Peer.login(t, service.port, service.admin);
    const rooms = twoFloors.rooms.map((room) => ({ ...room, name: `${room.name} anew` }));
    await peer.save({ ...twoFloors, rooms });
    await page.see("text", "Loft anew");
  },
);

test(
  "CARD-1, CARD-4: in WebKit the card draws the floors, shows states, and leaves what touches do to Home Assistant",
  inBrowser,
  async (t) => {
    const service = await startTestService(t);
    const page = await openWebKit(t);
    if (page === undefined) return;
    await page.open(`${service.url}/`);
    await page.see("floorplan-sign-in");
    await page.evaluate(stage);
    await page.evaluate(dashboard);
    await page.until('return "onPlan" in window');
    await page.evaluate("onPlan(arguments[0])", demoPlan("flat"));
    await page.see("text", "Bedroom");
    await page.evaluate('card.hass = hassWith({ "light.bedside": { state: "on" } })');
    await page.see('[data-ref="furniture/bedside_lamp"].on');
    await page.click('[data-ref="furniture/bedside_lamp"]');
    const actions = await page.until("return seen.actions.length > 0 && seen.actions");
    assert.deepEqual(actions, [
      { config: { entity: "light.bedside", tap_action: { action: "toggle" } }, action: "tap" },
    ]);
    await page.evaluate("onPlan(arguments[0])", demoPlan("house"));
    await page.click("[role=tab]", "Attic");
    await page.see("text", "Müller's studio");
  },
);
