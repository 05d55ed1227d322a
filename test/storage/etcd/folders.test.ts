import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { isLeft } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { defaultConfig } from "../../../src/server/config.ts";
import { startService } from "../../../src/server/server.ts";
import { newUser, temporaryFolder } from "../../support/service.ts";

const log = pino({ level: "silent" });

const refusalOf = async (changes: Readonly<Record<string, unknown>>): Promise<string> => {
  const started = await startService(defaultConfig({ port: 0, ...changes }), { log });
  if (!isLeft(started)) await started.right.stop();
  assert(isLeft(started), "the start is refused");
  return started.left;
};

test("CLUS-9: a data folder that holds a home is not taken for that of a node, before anybody is asked", async (t) => {
  const data = await temporaryFolder(t);
  await newUser(data, "anna", true);
  // Nobody answers there.
  const reason = await refusalOf({ data, cluster: "http://127.0.0.1:1" });
  assert(reason.includes(`${data} holds a home of its own`), reason);
  assert(reason.includes("floorplan import"), reason);
  assert(!reason.includes("the cluster cannot be used"), reason);
});

test("CLUS-9: the folder of a node does not become a home because the cluster was not named", async (t) => {
  const data = await temporaryFolder(t);
  await mkdir(join(data, "node"));
  const reason = await refusalOf({ data });
  assert(reason.includes(`${data} is the folder of a node`), reason);
});
