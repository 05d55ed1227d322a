import { pino } from "pino";
import { type Config, defaultConfig } from "../../../src/server/config.ts";
import type { ServiceConfig } from "../../../src/server/limits.ts";
import type { Clock } from "../../../src/server/runtime/time.ts";
import { startService } from "../../../src/server/server.ts";
import { splitConfig } from "../../support/config.ts";
import { type TestScope, type LogLine, temporaryFolder } from "../../support/service.ts";
import { rightOf } from "./test-home.ts";

/** What is around such a node: the time by which tokens end, and whether a first token goes into a file. */
export interface ServedAround {
  readonly clock?: Clock;
  readonly keepsFirstToken?: boolean;
}

/**
 * A service in this process that is a node of a cluster, once its plan is loaded. `firstToken` is the administrator's
 * that the first node of a home made, and empty for the others. It stops with the test, or before, as where the members end sooner than it.
 */
export const startServedNode = async (
  t: TestScope,
  config: Pick<Config, "cluster"> & Partial<ServiceConfig>,
  around: ServedAround = {},
) => {
  const data = await temporaryFolder(t);
  const lines: LogLine[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const { settings, limits } = splitConfig(config);
  const served = defaultConfig({ port: 0, data, ...settings });
  const service = rightOf(await startService(served, { log, limits, ...around }));
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= service.stop());
  t.after(stop);
  const { firstToken = "", firstTokenFile } = rightOf(await service.loaded);
  const { port } = service.listening;
  return { port, url: `http://127.0.0.1:${port}`, firstToken, firstTokenFile, lines, stop };
};
