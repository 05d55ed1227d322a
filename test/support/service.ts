import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isRight } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { defaultConfig } from "../../src/server/config.ts";
import { type ServiceConfig, withLimits } from "../../src/server/limits.ts";
import type { Clock } from "../../src/server/runtime/time.ts";
import { createUser, usersFile } from "../../src/auth/user-directory.ts";
import type { ImageDisk } from "../../src/images/image-store.ts";
import { type Service, startService } from "../../src/server/server.ts";
import type { FileSystem } from "../../wal/index.ts";
import { splitConfig } from "./config.ts";
import { isDemo, startDemo } from "./demo-service.ts";

/** One line of the service's log. */
export type LogLine = Readonly<Record<string, unknown>> & { readonly msg: string };

/** A service in this process, with users and its log. */
export interface TestService {
  readonly service: Service;
  readonly config: ServiceConfig;
  readonly url: string;
  readonly port: number;
  readonly data: string;
  /** An administrator's token. */
  readonly admin: string;
  /** The token of a user who may not save. */
  readonly viewer: string;
  readonly log: readonly LogLine[];
  /** Stops the service; called at the end of the test. */
  readonly stop: () => Promise<void>;
}

/** A test, or `node:test` itself for what all tests of a file share. */
export interface TestScope {
  readonly after: (end: () => unknown) => void;
}

/** A folder that is removed after the test. */
export const temporaryFolder = async (t: TestScope): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "floorplan-test-"));
  // A service that is still stopping may create a file meanwhile.
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
};

/** Creates a user and returns the token. Administrators may control, like the first one that a service creates. */
export const newUser = async (data: string, name: string, admin: boolean): Promise<string> => {
  const created = await createUser(usersFile(data), name, { admin, control: admin });
  assert(isRight(created));
  return created.right;
};

/** Options of a test's service. */
export interface TestServiceOptions {
  /** Settings and limits that differ from the defaults; the port is a free one by default. */
  readonly config?: Partial<ServiceConfig>;
  /** The disk under the log. */
  readonly fs?: FileSystem;
  /** The disk under the images. */
  readonly imageDisk?: ImageDisk;
  /** The clock by which tokens expire. */
  readonly clock?: Clock;
  /** The folder of the browsers' files. */
  readonly web?: string;
  /** An existing data folder to start on, with its tokens. */
  readonly again?: Pick<TestService, "data" | "admin" | "viewer">;
  /** Whether to wait until the plan is loaded; the default. */
  readonly untilLoaded?: boolean;
}

/** Starts a service on a new folder, or again on an earlier one; or the demo, in a run that is about it. */
export const startTestService = async (
  t: TestScope,
  options: TestServiceOptions = {},
): Promise<TestService> => {
  if (isDemo) return startDemo(t, options);
  const { config: changes = {}, fs, imageDisk, clock, web, again, untilLoaded = true } = options;
  const data = again?.data ?? (await temporaryFolder(t));
  const admin = again?.admin ?? (await newUser(data, "admin", true));
  const viewer = again?.viewer ?? (await newUser(data, "wall", false));
  const { settings, limits } = splitConfig(changes);
  const config = defaultConfig({ port: 0, data, ...settings });
  const log: LogLine[] = [];
  const stream = { write: (line: string) => void log.push(JSON.parse(line)) };
  const logger = pino({ level: "debug" }, stream);
  const started = await startService(config, {
    log: logger,
    limits,
    ...(fs === undefined ? {} : { fs }),
    ...(imageDisk === undefined ? {} : { imageDisk }),
    ...(clock === undefined ? {} : { clock }),
    ...(web === undefined ? {} : { web }),
  });
  assert(isRight(started), `the service starts: ${JSON.stringify(started)}`);
  const service = started.right;
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= service.stop());
  t.after(stop);
  if (untilLoaded) {
    const loaded = await service.loaded;
    assert(isRight(loaded), `the plan is loaded: ${JSON.stringify(loaded)}`);
  }
  const { port, url } = service.listening;
  return { service, config: withLimits(config, limits), url, port, data, admin, viewer, log, stop };
};
