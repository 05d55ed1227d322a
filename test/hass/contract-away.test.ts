import assert from "node:assert/strict";
import { connect } from "../support/home-assistant/handle.ts";
import { testBoth } from "./homes.ts";

testBoth("one that is paused answers nothing until it goes on", async (home, t) => {
  const socket = await connect(home, home.user.accessToken);
  t.after(() => home.resume());
  await home.pause();
  const before = socket.frames.length;
  const pong = socket.ask({ type: "ping" });
  // The answer to a question that was asked later, over another way, would come first.
  await new Promise(setImmediate);
  assert.equal(socket.frames.length, before + 1);
  await home.resume();
  assert.equal((await pong)["type"], "pong");
  await socket.close();
});

testBoth("one that is killed ends its connections, and comes back the same", async (home) => {
  const socket = await connect(home, home.user.accessToken);
  await home.kill();
  await socket.closed;
  await assert.rejects(fetch(`${home.url}/auth/authorize`));
  await home.restart();
  const again = await connect(home, home.user.accessToken);
  const { s } = { s: await again.call({ type: "auth/current_user" }) };
  assert(typeof s === "object");
  await home.stop();
  await again.closed;
  await home.restart();
  await (await connect(home, home.user.longLivedToken)).close();
});
