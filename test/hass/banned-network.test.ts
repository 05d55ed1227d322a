import assert from "node:assert/strict";
import { test } from "node:test";
import { LetIn } from "../../src/host/users/let-in.ts";
import { startDouble } from "../support/double-home-assistant.ts";
import { Peer } from "../support/peer.ts";
import { asBearer, madeUpToken, objectOf, startBeside, until } from "./here.ts";

const issuerOf = (token: string): string => {
  const claims: unknown = JSON.parse(
    Buffer.from(token.split(".")[1] ?? "", "base64url").toString(),
  );
  return String(objectOf(claims)["iss"]);
};

test("AUTH-19: one device's wrong tokens lock nobody out who was let in from there before", async (t) => {
  const home = await startDouble(t);
  const config = { loginDelayMs: 0, homeAssistantCheckMs: 10 };
  const service = await startBeside(t, home, config);
  const { owner, user, guest } = home;
  for (const { accessToken } of [owner, user]) {
    const peer = await Peer.login(t, service.port, accessToken);
    peer.ws.close();
    await peer.closed;
  }
  for (let guess = 0; guess < 12; guess += 1) await asBearer(service, "wrong");
  assert.equal((await asBearer(service, "wrong")).status, 403, "the network is banned");
  const none = (): boolean => home.connections() === 0;
  await until("no answer is kept", none);
  assert.equal((await asBearer(service, owner.accessToken)).status, 200);
  const peer = await Peer.login(t, service.port, user.accessToken);
  assert.equal(objectOf(await peer.result("auth/current_user"))["name"], user.name);
  peer.ws.close();
  await peer.closed;

  // Whoever was never here is a guess like any other, and so is whom Home Assistant refuses now.
  await until("no answer is kept", none);
  const before = home.count("auth");
  assert.equal((await asBearer(service, guest.accessToken)).status, 403);
  assert.equal(home.count("auth"), before);
  const forged = madeUpToken(issuerOf(user.accessToken));
  for (let guess = 0; guess < 3; guess += 1)
    assert.equal((await asBearer(service, forged)).status, 403);
  assert.equal(home.count("auth"), before + 1, "it is shown once");
  assert.equal((await asBearer(service, user.accessToken)).status, 403);
  assert.equal(home.count("auth"), before + 1);
});

test("AUTH-19: who was let in from one network is a stranger in another, and the last 10,000 are remembered", () => {
  const letIn = new LetIn();
  letIn.remember("192.0.2.1", "first");
  assert(letIn.has("192.0.2.1", "first") && !letIn.has("192.0.2.2", "first"));
  letIn.forget("192.0.2.1", "first");
  assert(!letIn.has("192.0.2.1", "first"));
  for (let at = 0; at < 10_001; at += 1) letIn.remember("192.0.2.1", `${at}`);
  assert(!letIn.has("192.0.2.1", "0") && letIn.has("192.0.2.1", "1"));
});
