import { test } from "node:test";
import { demoPlan } from "../../samples/index.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { behindTwoRelays } from "../../support/tcp-relay.ts";
import { Peer } from "../../support/peer.ts";
import { useBrowser } from "../browser.ts";

const open = useBrowser();

test(
  "ADDRESS-6: when the node goes without a word that a page came from, it and a card on it go on at the other",
  inBrowser,
  async (t) => {
    const { service, a, b } = await behindTwoRelays(t);
    const peer = await Peer.login(t, service.port, service.admin);
    const plan = demoPlan("flat");
    await peer.save(plan);
    const page = await open(t, a, {
      token: service.viewer,
      // The node that took the place of the one that says nothing.
      expects: new RegExp(`WebSocket|ERR_|another host: (ws|http)${b.url.slice(4)}/`),
    });
    if (page === undefined) return;
    await page.evaluate(
      ([url, token]) => {
        const card = document.createElement("floorplan-card");
        document.body.append(card);
        Reflect.get(card, "setConfig").call(card, { url, token });
      },
      [`${a.url},${b.url}`, service.viewer],
    );
    const whole = page.locator("floorplan-page floorplan-card");
    const card = page.locator("body > floorplan-card");
    for (const each of [whole, card]) await each.locator(".room").first().waitFor();
    const from = performance.now();
    a.silence();
    const [hall, ...others] = plan.rooms;
    await peer.save({ ...plan, rooms: [{ ...hall, name: "Morning room" }, ...others] });
    await Promise.all(
      Object.entries({ page: whole, card }).map(async ([name, each]) => {
        await each.getByText("Morning room", { exact: true }).waitFor();
        t.diagnostic(`the ${name} is back after ${(performance.now() - from).toFixed()} ms`);
      }),
    );
  },
);
