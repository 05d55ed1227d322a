import assert from "node:assert/strict";
import {
  connect,
  type HomeAssistant,
  type Person,
} from "../support/home-assistant/home-assistant-under-test.ts";
import { decoded } from "../support/home-assistant/decoded.ts";
import { askForTokens, askToRefresh, login, postForm } from "../support/home-assistant/tokens.ts";
import { scaled } from "../campaign/scale.ts";
import { testBoth } from "./test-both.ts";
import * as shapes from "./message-codecs.ts";

const isReal = scaled(false, true);

const clientId = "http://127.0.0.1:8125/";

const codeOf = (home: HomeAssistant, person: Person): Promise<string> =>
  login(home.url, person, clientId, `${clientId}signed-in`);

testBoth(
  "a code gives tokens, once, and only to its client",
  async (home) => {
    const code = await codeOf(home, home.user);
    assert.equal((await askForTokens(home.url, "http://127.0.0.1:1/", code)).status, 400);
    const other = await codeOf(home, home.user);
    const { status, body } = await askForTokens(home.url, clientId, other);
    assert.equal(status, 200);
    const { access_token } = decoded(shapes.tokens, body);
    await (await connect(home, access_token)).close();
    assert.equal((await askForTokens(home.url, clientId, other)).status, 400);
  },
  isReal,
);

testBoth(
  "a refresh token gives access tokens, only to its client",
  async (home) => {
    const { url } = home;
    const granted = await askForTokens(url, clientId, await codeOf(home, home.user));
    const { refresh_token } = decoded(shapes.tokens, granted.body);
    const { status, body } = await askToRefresh(url, clientId, refresh_token);
    assert.equal(status, 200);
    await (await connect(home, decoded(shapes.refreshedTokens, body).access_token)).close();
    const other = await askToRefresh(url, "http://127.0.0.1:1/", refresh_token);
    assert.deepEqual(other, { status: 400, body: { error: "invalid_request" } });
    assert.equal((await postForm(url, "/auth/token", { grant_type: "password" })).status, 400);
  },
  isReal,
);

testBoth(
  "revoking ends a refresh token, and the connections made with it",
  async (home) => {
    const { url } = home;
    const granted = await askForTokens(url, clientId, await codeOf(home, home.user));
    const { access_token, refresh_token } = decoded(shapes.tokens, granted.body);
    const socket = await connect(home, access_token);
    assert.equal((await postForm(url, "/auth/revoke", { token: refresh_token })).status, 200);
    await socket.closed;
    const after = await askToRefresh(url, clientId, refresh_token);
    assert.deepEqual(after, { status: 400, body: { error: "invalid_grant" } });
    assert.equal((await postForm(url, "/auth/revoke", { token: "unknown" })).status, 200);
  },
  isReal,
);

testBoth(
  "who is inactive gets nothing more, and comes back with a new login",
  async (home, t) => {
    const { url, leaver } = home;
    const granted = await askForTokens(url, clientId, await codeOf(home, leaver));
    const { access_token, refresh_token } = decoded(shapes.tokens, granted.body);
    const code = await codeOf(home, leaver);
    const socket = await connect(home, access_token);
    t.after(() => home.setActive(leaver, true));
    await home.setActive(leaver, false);
    await socket.closed;
    const forCode = await askForTokens(url, clientId, code);
    assert.equal(forCode.status, 403);
    assert.deepEqual(forCode.body, {
      error: "access_denied",
      error_description: "User is not active",
    });
    assert.equal((await askToRefresh(url, clientId, refresh_token)).status, 400);
    await assert.rejects(connect(home, access_token), /"auth_invalid"/);
    await home.setActive(leaver, true);
    const again = await askForTokens(url, clientId, await codeOf(home, leaver));
    assert.equal(again.status, 200);
  },
  isReal,
);

testBoth(
  "the page of the OAuth2 flow is HTML",
  async (home) => {
    const query = new URLSearchParams({
      response_type: "code",
      client_id: clientId,
      redirect_uri: `${clientId}signed-in`,
      state: "some",
    });
    const page = await fetch(`${home.url}/auth/authorize?${query.toString()}`);
    assert.equal(page.status, 200);
    assert.match(page.headers.get("content-type") ?? "", /^text\/html/);
    await page.body?.cancel();
  },
  isReal,
);
