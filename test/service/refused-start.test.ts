import assert from "node:assert/strict";
import { createServer } from "node:net";
import { test } from "node:test";
import { isLeft } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { LastUses } from "../../src/auth/last-uses.ts";
import { defaultConfig } from "../../src/server/config.ts";
import { lockDataFolder } from "../../src/storage/folder/data-folder.ts";
import { startService } from "../../src/server/server.ts";
import { listening } from "../support/listen-on-free-port.ts";
import { type LogLine, temporaryFolder } from "../support/service.ts";

test("OPS-16: a start that is refused tells why, closes all that can be closed, and logs what cannot", async (t) => {
  const taken = new URL(await listening(t, createServer()));
  const data = await temporaryFolder(t);
  const lines: LogLine[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  t.mock.method(LastUses.prototype, "close", () => {
    throw new Error("it stays open");
  });
  const started = await startService(defaultConfig({ port: Number(taken.port), data }), { log });
  assert(isLeft(started));
  assert.match(started.left, /^cannot listen on .*EADDRINUSE/);
  assert.match(JSON.stringify(lines.filter(({ level }) => level === 50)), /it stays open/);
  const lock = await lockDataFolder(data);
  assert(!isLeft(lock), "the data folder is free");
  await lock.right.release();
});
