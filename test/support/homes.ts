import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { isRight } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { startHomes } from "../../src/homes/homes-service.ts";
import { defaultConfig } from "../../src/server/config.ts";
import type { ServiceConfig } from "../../src/server/limits.ts";
import { splitConfig } from "./config.ts";
import { Peer, type PeerOptions } from "./peer.ts";
import { newUser, temporaryFolder, type TestScope } from "./service.ts";

/** A home with an administrator and a viewer. */
export interface TestHome {
  /** Its address, without a slash at the end. */
  readonly url: string;
  readonly folder: string;
  readonly admin: string;
  readonly viewer: string;
  /** Connects with a token. */
  readonly login: (token: string, options?: PeerOptions) => Promise<Peer>;
  /** Connects without one. */
  readonly open: () => Promise<Peer>;
}

/** Starts a service of homes in this process, each with users of its own; the homes are in the order of their ids. */
export const startTestHomes = async (
  t: TestScope,
  ids: readonly string[],
  changes: Partial<ServiceConfig> = {},
): Promise<readonly TestHome[]> => {
  const data = await temporaryFolder(t);
  const folders = ids.map((id) => join(data, "homes", id));
  const users: (readonly [admin: string, viewer: string])[] = [];
  for (const folder of folders) {
    await mkdir(folder, { recursive: true });
    users.push([await newUser(folder, "admin", true), await newUser(folder, "wall", false)]);
  }
  const { settings, limits } = splitConfig(changes);
  const config = defaultConfig({ homes: true, port: 0, data, ...settings });
  const started = await startHomes(config, { log: pino({ level: "silent" }), limits });
  assert(isRight(started), `the service starts: ${JSON.stringify(started)}`);
  t.after(() => started.right.stop());
  const { port, url } = started.right.listening;
  return ids.map((id, position) => {
    const [admin, viewer] = users[position] ?? assert.fail("each home has users");
    const at = { url: `ws://127.0.0.1:${port}/h/${id}/api/websocket` };
    return {
      url: `${url}/h/${id}`,
      folder: folders[position] ?? "",
      admin,
      viewer,
      login: (token, options = {}) => Peer.login(t, port, token, { ...at, ...options }),
      open: () => Peer.open(t, port, at),
    };
  });
};
