import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { createUser, firstRights, removeUser } from "../../src/auth/user-directory.ts";
import { providerFiles } from "../../src/homes/provider/provider-tokens.ts";
import { bounded } from "../support/timeouts.ts";
import { askHome, openLink, startTestHomes, toldBy } from "./provider-service.ts";

test(
  "HOMES-47: the first start makes a token of the provider, of which only the hash is stored",
  bounded,
  async (t) => {
    const first = await startTestHomes(t);
    assert.equal((await first.ask("GET", "/provider/homes")).status, 200);
    const stored = await readFile(join(first.data, "provider.json"), "utf8");
    assert(!stored.includes(first.token));
    assert.match(stored, /"token_sha256": "[0-9a-f]{64}"/);
    await first.stop();
    const second = await startTestHomes(t, {}, first);
    assert.equal(second.service.first.firstToken, undefined);
    assert.equal((await second.ask("GET", "/provider/homes")).status, 200);
  },
);

test(
  "HOMES-47: without a token of the provider, every path and method is answered with 401",
  bounded,
  async (t) => {
    const { url, ask } = await startTestHomes(t);
    for (const [method, path] of [
      ["GET", "/provider/homes"],
      ["POST", "/provider/homes"],
      ["GET", "/provider/homes/a"],
      ["PATCH", "/provider/homes/a"],
      ["DELETE", "/provider/homes/a"],
      ["POST", "/provider/homes/a/link"],
      ["POST", "/provider/homes/a/restore"],
      ["GET", "/provider/homes/a/backup"],
      ["PUT", "/provider/homes/a/backup"],
      ["GET", "/provider/deleted"],
      ["GET", "/provider/usage"],
    ] as const) {
      const without = await toldBy(await fetch(`${url}${path}`, { method }));
      assert.equal(without.status, 401, `${method} ${path}`);
    }
    assert.equal((await ask("GET", "/provider/homes", undefined, "wrong")).status, 401);
  },
);

test(
  "HOMES-48: a token of the provider is none of a home, and the other way round",
  bounded,
  async (t) => {
    const { url, token, ask } = await startTestHomes(t, { loginDelayMs: 0 });
    const { body } = await ask("POST", "/provider/homes", { id: "a" });
    const ofHome = await openLink(body["link"]);
    assert.equal((await askHome(url, "a", ofHome)).status, 200);
    assert.equal((await askHome(url, "a", token)).status, 401);
    assert.equal((await ask("GET", "/provider/homes", undefined, ofHome)).status, 401);
  },
);

test(
  "HOMES-48: guesses at the provider's tokens ban their address, and ban it from no home",
  bounded,
  async (t) => {
    const { url, ask, token } = await startTestHomes(t, { loginDelayMs: 0, loginFailures: 3 });
    const { body } = await ask("POST", "/provider/homes", { id: "a" });
    const ofHome = await openLink(body["link"]);
    for (let count = 0; count < 3; count += 1)
      assert.equal((await ask("GET", "/provider/homes", undefined, "guess")).status, 401);
    const banned = await ask("GET", "/provider/homes", undefined, "guess");
    assert.equal(banned.status, 403);
    assert.match(String(banned.body["message"]), /^too many failed logins: banned until /);
    assert.equal((await ask("GET", "/provider/homes", undefined, token)).status, 200);
    assert.equal((await askHome(url, "a", ofHome)).status, 200);
    assert.equal((await askHome(url, "a", "guess")).status, 401, "no ban at the home");
  },
);

test(
  "HOMES-49: tokens of the provider that others make and revoke are valid and invalid at once",
  bounded,
  async (t) => {
    const { data, ask } = await startTestHomes(t, { loginDelayMs: 0 });
    const { users } = providerFiles(data);
    const made = await createUser(users, "billing", firstRights);
    assert(isRight(made));
    assert.equal((await ask("GET", "/provider/homes", undefined, made.right)).status, 200);
    assert(isRight(await removeUser(users, "billing")));
    assert.equal((await ask("GET", "/provider/homes", undefined, made.right)).status, 401);
  },
);
