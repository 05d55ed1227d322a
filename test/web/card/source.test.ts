import assert from "node:assert/strict";
import { test } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { type Auth, createConnection, createLongLivedTokenAuth } from "home-assistant-js-websocket";
import { WebSocket } from "ws";
import { routeBesideFrontend, sourceOf } from "../../../src/web/card/source.ts";
import { ChannelClient } from "../../../src/web/connection/channel-client.ts";
import type { PlanSource } from "../../../src/web/connection/plan-client.ts";
import { EditingClient } from "../../../src/web/connection/editing-client.ts";
import { bounded, inBrowser } from "../../support/timeouts.ts";
import { Peer } from "../../support/peer.ts";
import { startTestService } from "../../support/service.ts";
import { useCards } from "../card-page.ts";

const cards = useCards();

test(
  "DASH-2, DASH-8: a service beside Home Assistant is asked for the plan, by a renewed login of the page, and Home Assistant for the rest",
  bounded,
  async (t) => {
    // It looks for a document when it is loaded, maybe for another file of this process.
    await import("lit");
    // What a browser has, and a link listens to.
    const window = new EventTarget();
    const addEventListener = window.addEventListener.bind(window);
    const given = { window, document: window, addEventListener };
    Object.assign(globalThis, { WebSocket, ...given });
    t.after(() => {
      for (const name of Object.keys(given)) Reflect.deleteProperty(globalThis, name);
    });
    const service = await startTestService(t);
    const other = await startTestService(t);
    const connection = await createConnection({
      auth: createLongLivedTokenAuth(other.url, other.admin),
    });
    t.after(() => connection.close());
    let renewals = 0;
    const auth: Auth = Object.assign(createLongLivedTokenAuth(other.url, "outdated"), {
      refreshAccessToken: () => {
        renewals += 1;
        auth.data = { ...auth.data, access_token: service.admin, expires: Date.now() + 1e9 };
        return Promise.resolve();
      },
    });
    auth.data = { ...auth.data, expires: 0 };
    const client = new EditingClient(
      ...routeBesideFrontend({ auth, connection }, `${service.url}/`, undefined),
    );
    t.after(() => client.close());
    assert.deepEqual(await client.save({ rooms: [] }), { _tag: "Right", right: 1 });
    assert(renewals >= 1, "an outdated token is not sent");
    const there = await Peer.login(t, other.port, other.admin);
    assert.equal(JSON.stringify(await there.result("floorplan/plan/get")), "{}");
    const asked = await client.connection();
    assert(isRight(asked));
    assert.equal(asked.right, connection);
  },
);

test("DASH-2: of an address without a token, only the origin of the module is told who is signed in", () => {
  const at = (url: string | undefined, token?: string): string | undefined =>
    sourceOf<PlanSource>(
      {
        client: undefined,
        // Nothing of it is asked before the source is opened.
        hass: JSON.parse('{"connection": {}, "auth": {}, "states": {}}'),
        url,
        token,
        domain: undefined,
      },
      (...way) => new ChannelClient(...way),
    )?.asking;
  // These modules came from files, whose origin is that of nothing else.
  assert.equal(at("http://elsewhere.example"), undefined);
  assert.equal(at("no address"), undefined);
  assert.equal(at("http://elsewhere.example", "token"), "token");
  assert.equal(at(undefined), "page");
});

test(
  "DASH-7: a service that does not know whoever is signed in to Home Assistant is told with what can be done",
  inBrowser,
  async (t) => {
    const page = await cards.openCard(t, "hass", { expects: /403|401|in the console/ });
    if (page === undefined) return;
    await page.evaluate(`{
      const auth = { data: {}, accessToken: "of-somebody", expired: false };
      card.setConfig({ url: location.origin });
      card.hass = { ...hassWith({}), auth };
    }`);
    await page.getByText("You don’t have access to this floor plan").waitFor();
  },
);
