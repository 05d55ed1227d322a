import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingHttpHeaders, request } from "node:http";
import { join } from "node:path";
import { isRight } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { type HomesService, startHomes } from "../../src/homes/homes-service.ts";
import { defaultConfig } from "../../src/server/config.ts";
import type { ServiceConfig } from "../../src/server/limits.ts";
import type { FileSystem } from "../../wal/index.ts";
import { splitConfig } from "./config.ts";
import { diskWith } from "./disk.ts";
import { openFilesOf } from "./open-files.ts";
import { eventually } from "./polling.ts";
import { bounded } from "./timeouts.ts";
import { Peer, type PeerOptions } from "./peer.ts";
import { type LogLine, newUser, temporaryFolder, type TestScope } from "./service.ts";

/** A home's folder, and the tokens of its two users. */
export interface HomeTokens {
  readonly id: string;
  readonly data: string;
  /** An administrator's token. */
  readonly admin: string;
  /** The token of a user who may not save. */
  readonly viewer: string;
}

/** Makes a home in the data folder of many, as if it had been moved in, with two users. */
export const newHome = async (root: string, id: string): Promise<HomeTokens> => {
  const data = join(root, "homes", id);
  const admin = await newUser(data, "admin", true);
  return { id, data, admin, viewer: await newUser(data, "wall", false) };
};

/** A home as tests of single homes know one. */
export interface TestHome extends HomeTokens {
  /** Where its page is, without the final slash. */
  readonly url: string;
  /** Connects with a token. */
  readonly login: (token: string, options?: PeerOptions) => Promise<Peer>;
  /** Connects without one. */
  readonly open: () => Promise<Peer>;
}

/** A service of many homes in this process, and its log. */
export interface TestHomes {
  readonly service: HomesService;
  readonly url: string;
  readonly port: number;
  readonly root: string;
  readonly log: readonly LogLine[];
  /** The home of that id, which the test made. */
  readonly home: (id: string) => TestHome;
  /** Stops the service; called at the end of the test. */
  readonly stop: () => Promise<void>;
}

/** Options of a test's service of many homes. */
export interface TestHomesOptions {
  /** The ids of new homes; two by default. */
  readonly ids?: readonly string[];
  readonly config?: Partial<ServiceConfig>;
  /** The disk under the logs. */
  readonly fs?: FileSystem;
  /** Homes that were made before, and their data folder. */
  readonly again?: { readonly root: string; readonly homes: readonly HomeTokens[] };
}

/** How a test reaches a home below `/h/`. */
export const reached = (t: TestScope, port: number, tokens: HomeTokens): TestHome => {
  const at = { url: `ws://127.0.0.1:${port}/h/${tokens.id}/api/websocket` };
  return {
    ...tokens,
    url: `http://127.0.0.1:${port}/h/${tokens.id}`,
    login: (token, options) => Peer.login(t, port, token, { ...at, ...options }),
    open: () => Peer.open(t, port, at),
  };
};

/** Starts a service of many homes on a new folder, or again on an earlier one. */
export const startTestHomes = async (
  t: TestScope,
  { ids = ["one", "two"], config: changes = {}, fs, again }: TestHomesOptions = {},
): Promise<TestHomes> => {
  const root = again?.root ?? (await temporaryFolder(t));
  const made = again?.homes ?? (await Promise.all(ids.map((id) => newHome(root, id))));
  const { settings, limits } = splitConfig(changes);
  const log: LogLine[] = [];
  const stream = { write: (line: string) => void log.push(JSON.parse(line)) };
  const started = await startHomes(
    defaultConfig({ port: 0, data: root, homes: true, ...settings }),
    { log: pino({ level: "debug" }, stream), limits, ...(fs === undefined ? {} : { fs }) },
  );
  assert(isRight(started), `the service starts: ${JSON.stringify(started)}`);
  const service = started.right;
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= service.stop());
  t.after(stop);
  const { port, url } = service.listening;
  const homes = new Map(made.map((each) => [each.id, reached(t, port, each)]));
  const home = (id: string): TestHome => {
    const found = homes.get(id);
    assert(found !== undefined, `the test made a home ${id}`);
    return found;
  };
  return { service, url, port, root, log, home, stop };
};

/** The files of a home that this process has open. */
export const openFilesIn = async ({ data }: HomeTokens): Promise<readonly string[]> =>
  (await openFilesOf(process.pid)).filter((file) => file.startsWith(`${data}/`));

/** Resolves when a home that was awake has no file open. */
export const asleep = (home: HomeTokens): Promise<unknown> =>
  eventually(async () => {
    const open = await openFilesIn(home);
    return open.length === 0 ? { seen: open } : { not: `${open.join()} are open` };
  }, bounded.timeout);

/** A disk whose calls for some paths wait until they are let go. */
export const holding = (t: TestScope, isHeld: (name: string, path: string) => boolean) => {
  let letGo = (): void => undefined;
  let arrived = (): void => undefined;
  const gone = new Promise<void>((resolve) => (letGo = resolve));
  const held = new Promise<void>((resolve) => (arrived = resolve));
  const fs = diskWith(async ({ name, path }) => {
    if (!isHeld(name, path)) return;
    arrived();
    await gone;
  });
  t.after(letGo);
  return { fs, letGo, held };
};

/** What came for a request. */
export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How a request differs from a plain `GET`. */
export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request with the target as it is written, and reads the answer. */
export const ask = async (
  port: number,
  path: string,
  { method = "GET", headers = {}, body }: Asked = {},
): Promise<Answered> => {
  const sent = request({ host: "127.0.0.1", port, path, method, headers, agent: false });
  sent.end(body);
  const [response] = await once(sent, "response");
  let text = "";
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode, headers: response.headers, body: text };
};

/** What the provider says of a new home. */
export const newHomeRecord = { name: "A home", created_at: "2026-01-01T00:00:00.000Z", quotas: {} };
