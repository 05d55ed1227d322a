import { pino } from "pino";
import { type Config, defaultConfig } from "../../src/config.ts";
import { startService } from "../../src/server.ts";
import { type Ending, type LogLine, temporaryFolder } from "../support/service.ts";
import { rightOf } from "./at-etcd.ts";

/**
 * A service in this process that is a node of a cluster, once its plan is loaded. `firstToken` is the administrator's
 * that the first node of a home made, and empty for the others. It stops with the test, or before, as where the members end sooner than it.
 */
export const startServedNode = async (
  t: Ending,
  config: Pick<Config, "cluster"> & Partial<Config>,
) => {
  const data = await temporaryFolder(t);
  const lines: LogLine[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const service = rightOf(await startService(defaultConfig({ port: 0, data, ...config }), { log }));
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= service.stop());
  t.after(stop);
  const { firstToken = "" } = rightOf(await service.loaded);
  const { port } = service.listening;
  return { port, url: `http://127.0.0.1:${port}`, firstToken, lines, stop };
};
