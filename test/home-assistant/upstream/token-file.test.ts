import assert from "node:assert/strict";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { defaultConfig } from "../../../src/server/config.ts";
import { readTokenFile } from "../../../src/server/read-settings.ts";
import { startService } from "../../../src/server/server.ts";
import { temporaryFolder } from "../../support/service.ts";

test("UPSTREAM-13: a token file that others may read, or without one token in it, refuses the start", async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, "token");
  const refusal = async (): Promise<string> => {
    const config = defaultConfig({
      port: 0,
      data: join(folder, "data"),
      homeAssistant: "http://127.0.0.1:9",
      homeAssistantTokenFile: file,
    });
    const started = await startService(config, { log: pino({ level: "silent" }) });
    assert(isLeft(started), "the start is refused");
    return started.left;
  };
  assert.match(await refusal(), /^--home-assistant-token-file: .* cannot be read: ENOENT/);
  await writeFile(file, "secret\n", { mode: 0o600 });
  assert.deepEqual(readTokenFile(file), right("secret"));
  for (const mode of [0o640, 0o604, 0o620]) {
    await chmod(file, mode);
    assert.match(await refusal(), /token may be read by others than its owner: chmod 600 it$/);
  }
  await chmod(file, 0o600);
  await writeFile(file, " \n");
  assert.match(await refusal(), /token contains no token$/);
  await writeFile(file, "secret more\n");
  const told = await refusal();
  assert.match(told, /token contains more than a token$/);
  assert(!told.includes("secret"));
});

test("UPSTREAM-13: a token that systemd hands to the service alone is read, whatever its mode tells of an access control list", async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, "home-assistant-token");
  await writeFile(file, "secret\n", { mode: 0o440 });
  const before = process.env["CREDENTIALS_DIRECTORY"];
  t.after(() => {
    if (before === undefined) delete process.env["CREDENTIALS_DIRECTORY"];
    else process.env["CREDENTIALS_DIRECTORY"] = before;
  });
  for (const elsewhere of ["", join(folder, "other"), join(folder, "..")]) {
    process.env["CREDENTIALS_DIRECTORY"] = elsewhere;
    assert(isLeft(readTokenFile(file)), elsewhere);
  }
  process.env["CREDENTIALS_DIRECTORY"] = folder;
  assert.deepEqual(readTokenFile(file), right("secret"));
});

test("UPSTREAM-13: a token file without a Home Assistant, or one of no address, refuses the start", async (t) => {
  const data = await temporaryFolder(t);
  const refusal = async (changes: Record<string, string>): Promise<string> => {
    const config = defaultConfig({ port: 0, data, ...changes });
    const started = await startService(config, { log: pino({ level: "silent" }) });
    assert(isLeft(started), "the start is refused");
    return started.left;
  };
  assert.equal(
    await refusal({ homeAssistantTokenFile: "token" }),
    "--home-assistant-token-file: needs --home-assistant",
  );
  assert.equal(
    await refusal({ homeAssistant: "http://[" }),
    '--home-assistant: "http://[" is not an address',
  );
});
