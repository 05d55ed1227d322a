import { hostname, networkInterfaces } from "node:os";
import { isatty } from "node:tty";
import { relative, resolve } from "node:path";
import { type Either, isLeft, map } from "fp-ts/lib/Either.js";
import { type Logger, pino } from "pino";
import { Announcer } from "../announce/announcer.ts";
import type { Announced } from "../announce/records.ts";
import { addressesIn } from "../client/nodes.ts";
import { StateUnknown } from "../server/runtime/boundary.ts";
import type { Config } from "../server/config.ts";
import type { Limits } from "../server/limits.ts";
import { RatedLog } from "../server/runtime/rated-log.ts";
import { readConfig } from "../server/read-settings.ts";
import { type Loaded, type Service, startService } from "../server/server.ts";
import { escapeForTerminal, escapeJsonForTerminal, standardError } from "./terminal.ts";
import { createFirstCommand } from "../auth/user-directory.ts";
import { packageVersion, shellWord } from "../server/paths.ts";
import { NonBlockingOutput } from "./steady-output.ts";
import { passedSocket, Systemd } from "./systemd.ts";
import { type ExitCode, fail, type Input, settingText } from "./cli-command.ts";

/** Hosts that mean every address of a machine; a browser cannot open them. */
const everyAddress: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/**
 * The address at which people open a service, also from other machines: the first of `--addresses`; if it listens on
 * every address, the first that others reach, preferably IPv4; else the one it listens on.
 */
export const addressForPeople = (
  url: string,
  addresses: string,
  interfaces: ReturnType<typeof networkInterfaces>,
): string => {
  const [named] = addressesIn(addresses);
  if (named !== undefined) return named;
  if (!everyAddress.has(new URL(url).hostname.replaceAll(/[[\]]/g, ""))) return url;
  const outward = Object.values(interfaces)
    .flatMap((each) => each ?? [])
    .filter(({ internal, scopeid }) => !internal && (scopeid ?? 0) === 0);
  const found = outward.find(({ family }) => family === "IPv4") ?? outward[0];
  if (found === undefined) return url;
  const there = new URL(url);
  there.hostname = found.family === "IPv6" ? `[${found.address}]` : found.address;
  return there.origin;
};

const standardOutput = 1;

/**
 * JSON lines for machines, readable lines on a terminal; always on standard error. Strangers influence them, as by a
 * requested host name, so terminal controls are escaped.
 */
const makeLog = async (level: string): Promise<Logger> => {
  const output = new NonBlockingOutput(standardError, (lost) =>
    log.warn({ lost }, "lines of this log were lost here: the output was blocked"),
  );
  const isTerminal = isatty(standardError);
  const { prettyFactory } = isTerminal ? await import("pino-pretty") : {};
  const pretty = prettyFactory?.({ singleLine: true });
  const shown = (line: string): string =>
    pretty?.(escapeJsonForTerminal(line)) ?? escapeForTerminal(line);
  const log = pino(
    { level, ...(isTerminal ? { base: null } : {}) },
    { write: (line) => output.write(shown(line)) },
  );
  return log;
};

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

/** A terminal and npm each pass on the same Ctrl-C: two this close are one. */
const sameSignalMs = 1000;

/** Resolves at the first signal; a later one ends the process at once. */
const stopSignal = (log: Logger): Promise<void> =>
  new Promise((resolveSignal) => {
    let askedAt: number | undefined;
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.on(signal, () => {
        if (askedAt !== undefined) {
          if (performance.now() - askedAt < sameSignalMs) return;
          log.fatal({ signal }, "second signal: exiting at once");
          process.exit(1);
        }
        askedAt = performance.now();
        log.info({ signal }, "stopping on a signal");
        resolveSignal();
      });
    }
  });

/** Node.js itself would write warnings to standard error, and block there. */
const logsWarnings = (log: Logger): void => {
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log.warn({ err: warning }, "Node.js warning"));
};

/**
 * The last boundary. A bug elsewhere does not affect the plan: if its actor's state is unknown, the actor says so, and
 * nothing may be shown or stored any more.
 */
const installLastBoundary = (log: Logger, rated: RatedLog): void => {
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error: unknown) => {
      if (!(error instanceof StateUnknown))
        return rated.error({ err: error }, "a bug: the service continues");
      log.fatal({ err: error }, "a bug: the service exits; nothing that was saved is lost");
      process.exit(1);
    });
  }
};

/** Stops all of them, even if one throws. */
const stopAll = async (service: Service, systemd: Systemd, announcer: Announcer): Promise<void> => {
  const telling = async (): Promise<void> => systemd.stopping();
  for (const ended of await Promise.allSettled([service.stop(), telling(), announcer.stop()]))
    if (ended.status === "rejected") throw ended.reason;
};

/** What `serve` runs with; `limits` override the usual ones. */
interface Served {
  readonly config: Config;
  readonly limits: Partial<Limits>;
  readonly log: Logger;
  readonly rated: RatedLog;
}

const serve = async ({ config, limits, log, rated }: Served): Promise<ExitCode> => {
  const stopped = stopSignal(log);
  const systemd = new Systemd(
    process.env,
    (problem) => log.warn({ problem }, "systemd could not be notified"),
    rated.boundary,
  );
  const socket = passedSocket(process.env);
  if (isLeft(socket)) {
    log.fatal({ reason: socket.left }, "the service cannot start");
    return 1;
  }
  systemd.loading();
  const keepsFirstToken = !isatty(standardOutput);
  const service = await Promise.race([
    startService(config, { log, limits, keepsFirstToken, socket: socket.right }),
    stopped,
  ]);
  // It may be waiting for a cluster; nobody is connected yet.
  if (service === undefined) return process.exit(0);
  if (isLeft(service)) {
    log.fatal({ reason: service.left }, "the service cannot start");
    // What could not be closed would keep the process alive.
    return process.exit(1);
  }
  const loaded = await Promise.race([service.right.loaded, stopped]);
  if (loaded === undefined) {
    await service.right.stop();
    return 0;
  }
  if (isLeft(loaded)) {
    log.fatal({ reason: loaded.left }, "exiting: the start was refused");
    await service.right.stop();
    return 1;
  }
  announce(service.right, config, loaded.right, new NonBlockingOutput(standardOutput));
  systemd.ready(service.right.status);
  const announcer = new Announcer(config.host, () => announcedBy(service.right, config), rated);
  const start = rated.boundary("the announcement failed unexpectedly", () => announcer.start());
  // Its Supervisor tells Home Assistant of an app.
  if (config.ingressProxy === "") start();
  await stopped;
  await stopAll(service.right, systemd, announcer);
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
  return serve({ config: config.right, limits, log, rated }).catch((error: unknown) => {
    // After a bug halfway through a start or a stop, open handles would keep the process alive.
    log.fatal({ err: error }, "a bug: the process exits; nothing that was saved is lost");
    return process.exit(1);
  });
};
