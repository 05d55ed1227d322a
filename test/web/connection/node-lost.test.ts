import assert from "node:assert/strict";
import { test } from "node:test";
import { demoPlan } from "../../samples/index.ts";
import { inBrowser } from "../../support/timeouts.ts";
import { behindTwoRelays } from "../../support/tcp-relay.ts";
import { Peer } from "../../support/peer.ts";
import { useBrowser } from "../browser.ts";

const open = useBrowser();

const image = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';

test(
  "ADDRESS-2, ADDRESS-4: when the node is killed that a page came from, it and a card on it go on at the other, images with them",
  inBrowser,
  async (t) => {
    const { service, a, b } = await behindTwoRelays(t);
    const peer = await Peer.login(t, service.port, service.admin);
    const body = new FormData();
    body.append("level", "flat");
    body.append("file", new File([image], "flat.svg"));
    const uploaded = await fetch(`${service.url}/api/floorplan/background`, {
      method: "POST",
      headers: { Authorization: `Bearer ${service.admin}` },
      body,
    });
    const { url }: { readonly url: string } = JSON.parse(await uploaded.text());
    const plan = { ...demoPlan("flat"), backgrounds: { flat: { url, width: 9 } } };
    await peer.save(plan);
    const page = await open(t, a, {
      token: service.viewer,
      // The node that is gone, and the one that took its place.
      expects: new RegExp(`WebSocket|ERR_CONNECTION|another host: (ws|http)${b.url.slice(4)}/`),
    });
    if (page === undefined) return;
    await page.evaluate(
      ([urls, token]) => {
        const card = document.createElement("floorplan-card");
        const config = { url: urls?.split(","), token, traced: true };
        Object.assign(window, { card });
        document.body.append(card);
        Reflect.get(card, "setConfig").call(card, config);
      },
      [`${a.url},${b.url}`, service.viewer],
    );
    const whole = page.locator("floorplan-page floorplan-card");
    const card = page.locator("body > floorplan-card");
    const traced = card.locator("image.tracing");
    for (const each of [whole, card]) await each.locator(".room").first().waitFor();
    assert.equal(await traced.getAttribute("href"), `${a.url}${url}`);
    const answered = page.waitForResponse(`${b.url}${url}`);
    a.kill();
    assert.equal((await answered).status(), 200);
    await page.locator(`image.tracing[href="${b.url}${url}"]`).waitFor();
    const [hall, ...others] = plan.rooms;
    await peer.save({ ...plan, rooms: [{ ...hall, name: "Morning room" }, ...others] });
    for (const each of [whole, card])
      await each.getByText("Morning room", { exact: true }).waitFor();
  },
);
