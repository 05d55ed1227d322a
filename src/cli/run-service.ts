import { hostname, networkInterfaces } from "node:os";
import { relative, resolve } from "node:path";
import { type Either, isLeft, map } from "fp-ts/lib/Either.js";
import { Announcer } from "../announce/announcer.ts";
import type { Announced } from "../announce/records.ts";
import type { Config } from "../server/config.ts";
import type { Limits } from "../server/limits.ts";
import { RatedLog } from "../server/runtime/rated-log.ts";
import { readConfig } from "../server/read-settings.ts";
import { type Loaded, type Service, startService } from "../server/server.ts";
import { createFirstCommand } from "../auth/user-directory.ts";
import { packageVersion, shellWord } from "../server/paths.ts";
import {
  addressForPeople,
  installLastBoundary,
  logsWarnings,
  makeLog,
  type Served,
  standardOutput,
  startSupervised,
} from "./service-process.ts";
import { NonBlockingOutput } from "./steady-output.ts";
import type { Systemd } from "./systemd.ts";
import { type ExitCode, fail, type Input, settingText } from "./cli-command.ts";

const ownCommand = (): string => {
  const script = process.argv[1] ?? "";
  return /\.[cm]?js$/.test(script)
    ? `node ${shellWord(relative(process.cwd(), script))}`
    : "floorplan";
};

/** The options by which a command finds the same home; credentials may come from the environment. */
const homeOf = ({ data, cluster, domain }: Config): string =>
  cluster === ""
    ? `--data ${shellWord(resolve(data))}`
    : `--cluster ${shellWord(cluster)} --domain ${shellWord(domain)}`;

const announce = (
  service: Service,
  config: Config,
  loaded: Loaded,
  output: NonBlockingOutput,
): void => {
  const out = (line: string): void => output.write(`${line}\n`);
  const { rev, firstToken, firstLinkCode, firstTokenFile, isUnused } = loaded;
  const { url } = service.listening;
  const self = ownCommand();
  const address = addressForPeople(url, config.addresses, networkInterfaces());
  out(`floorplan listens at ${url}`);
  if (address !== url) out(`  opened at ${address}`);
  if (config.cluster !== "") out(`  cluster   ${config.cluster}`);
  out(`  data      ${resolve(config.data)}`);
  out(`  plan      ${rev === 0 ? "none yet" : `revision ${rev}`}`);
  if (firstTokenFile !== undefined) {
    out("");
    out("An administrator token is in this file until it has been used:");
    out(`  ${resolve(firstTokenFile)}`);
    out("Open this in a browser, and paste it there:");
    out(`  ${address}/`);
  }
  if (isUnused && firstToken === undefined && firstTokenFile === undefined) {
    out("");
    out(
      "No token has been used yet. This creates a link for an administrator or, without --link, a token:",
    );
    out(`  ${self} ${createFirstCommand} --link ${address}/ ${homeOf(config)}`);
  }
  if (firstToken === undefined || firstTokenFile !== undefined) return;
  out("");
  out("Administrator token, shown only once:");
  out(`  ${firstToken}`);
  out("");
  if (firstLinkCode === undefined) {
    out("Open this in a browser to draw your home, and paste it there:");
    out(`  ${address}/`);
  } else {
    out("Open this in a browser to draw your home; the link signs you in, once:");
    out(`  ${address}/#code=${firstLinkCode}`);
  }
  out("");
  out("Or continue in another terminal in this folder:");
  out(`  export FLOORPLAN_URL=${address} FLOORPLAN_TOKEN=${firstToken}`);
  out(`  ${self} demo > plan.json      # a small flat to start with`);
  out(`  ${self} save plan.json        # saves it`);
  out(`  ${self} watch                 # shows every revision as it is saved`);
  out("");
};

/** What the network is told of a service. An address for people is worth telling if a name or HTTPS is in it. */
const announcedBy = async (
  service: Service,
  { addresses, domain }: Config,
): Promise<Either<string, Announced>> => {
  const { url, port } = service.listening;
  const saysMore = addresses !== "" || url.startsWith("https:");
  return map((home: string) => ({
    home,
    domain,
    version: packageVersion(),
    machine: hostname(),
    port,
    url: saysMore ? addressForPeople(url, addresses, networkInterfaces()) : undefined,
  }))(await service.homeId());
};

/** Stops all of them, even if one throws. */
const stopAll = async (service: Service, systemd: Systemd, announcer: Announcer): Promise<void> => {
  const telling = async (): Promise<void> => systemd.stopping();
  for (const ended of await Promise.allSettled([service.stop(), telling(), announcer.stop()]))
    if (ended.status === "rejected") throw ended.reason;
};

const serve = async (served: Served): Promise<ExitCode> => {
  const { config, limits, log, rated } = served;
  const begun = await startSupervised(served, (given) =>
    startService(config, { log, limits, ...given }),
  );
  if (begun === undefined) return 1;
  const { service, systemd, stopped } = begun;
  const loaded = await Promise.race([service.loaded, stopped]);
  if (loaded === undefined) {
    await service.stop();
    return 0;
  }
  if (isLeft(loaded)) {
    log.fatal({ reason: loaded.left }, "exiting: the start was refused");
    await service.stop();
    return 1;
  }
  announce(service, config, loaded.right, new NonBlockingOutput(standardOutput));
  systemd.ready(service.status);
  const announcer = new Announcer(config.host, () => announcedBy(service, config), rated);
  const start = rated.boundary("the announcement failed unexpectedly", () => announcer.start());
  // Its Supervisor tells Home Assistant of an app.
  if (config.ingressProxy === "") start();
  await stopped;
  await stopAll(service, systemd, announcer);
  return 0;
};

/** Runs the service until it is stopped, or has to stop. `limits` are for tests only. */
export const runService = async (input: Input, limits: Partial<Limits> = {}): Promise<ExitCode> => {
  const config = readConfig((name) => settingText(input, name));
  if (isLeft(config)) return fail(input, config.left, 2);
  const log = await makeLog(config.right.logLevel);
  const rated = new RatedLog(log);
  installLastBoundary(log, rated);
  logsWarnings(log);
  const served = { config: config.right, limits, log, rated };
  const run = config.right.homes
    ? async () => (await import("./run-homes.ts")).serveHomes(served)
    : () => serve(served);
  return run().catch((error: unknown) => {
    // After a bug halfway through a start or a stop, open handles would keep the process alive.
    log.fatal({ err: error }, "a bug: the process exits; nothing that was saved is lost");
    return process.exit(1);
  });
};
