import assert from "node:assert/strict";
import { connect } from "../support/home-assistant/home-assistant-under-test.ts";
import { decoded } from "../support/home-assistant/decoded.ts";
import { scaled } from "../campaign/scale.ts";
import { testBoth } from "./test-both.ts";
import { currentUser } from "./message-codecs.ts";

const isReal = scaled(false, true);

testBoth(
  "one that is paused answers nothing until it goes on",
  async (home, t) => {
    const socket = await connect(home, home.user.accessToken);
    t.after(() => home.resume());
    await home.pause();
    const pong = socket.ask({ type: "ping" });
    const elsewhere = fetch(`${home.url}/auth/authorize`, { signal: AbortSignal.timeout(300) });
    await assert.rejects(elsewhere, { name: "TimeoutError" });
    assert.equal(socket.frames.at(-1)?.from, "client");
    await home.resume();
    assert.equal((await pong)["type"], "pong");
    await socket.close();
  },
  isReal,
);

testBoth(
  "one that is killed ends its connections, and comes back the same",
  async (home) => {
    const socket = await connect(home, home.user.accessToken);
    await home.kill();
    await socket.closed;
    await assert.rejects(fetch(`${home.url}/auth/authorize`));
    await home.restart();
    const again = await connect(home, home.user.accessToken);
    const { id } = decoded(currentUser, await again.call({ type: "auth/current_user" }));
    assert.equal(id, home.user.id);
    await home.stop();
    await again.closed;
    await home.restart();
    await (await connect(home, home.user.longLivedToken)).close();
  },
  isReal,
);
