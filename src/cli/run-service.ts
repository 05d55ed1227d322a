import { networkInterfaces } from "node:os";
import { isatty } from "node:tty";
import { relative, resolve } from "node:path";
import { isLeft } from "fp-ts/lib/Either.js";
import { type Logger, pino } from "pino";
import { addressesIn } from "../client/nodes.ts";
import { StateUnknown } from "../server/runtime/boundary.ts";
import { type Config, optionName } from "../server/config.ts";
import type { Limits } from "../server/limits.ts";
import { RatedLog } from "../server/runtime/rated-log.ts";
import { readConfig } from "../server/read-settings.ts";
import { type Loaded, type Service, startService } from "../server/server.ts";
import { escapeForTerminal, escapeJsonForTerminal, standardError } from "./terminal.ts";
import { shellWord } from "../server/paths.ts";
import { NonBlockingOutput } from "./steady-output.ts";
import { Systemd } from "./systemd.ts";
import { type ExitCode, fail, type Input } from "./verb.ts";

/** Hosts to listen on that stand for every address of a machine, and are none that a browser could open. */
const everyAddress: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/**
 * The address at which people open a service, also from other machines: the first of `--addresses`; where it listens on
 * every address of this machine, the first that others reach, of IPv4 if there is one; else the one that it listens at.
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
 * JSON lines for machines, one readable line each on a terminal; always on the error output. Strangers have a say in them,
 * such as by the name of a host that they ask for, so nothing in them is for a terminal to obey.
 */
const makeLog = async (level: string): Promise<Logger> => {
  const output = new NonBlockingOutput(standardError, (lost) =>
    log.warn({ lost }, "lines of this log were lost here: there was no room for them"),
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

/** The options by which a command works on the same home; what else they need may come from the environment. */
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
    out("An administrator's token is in this file, until it has been used:");
    out(`  ${resolve(firstTokenFile)}`);
    out("Open this in a browser, and paste it there:");
    out(`  ${address}/`);
  }
  if (isUnused && firstToken === undefined && firstTokenFile === undefined) {
    out("");
    out(
      "No token was used yet. This makes a link for an administrator, or, without --link, a token:",
    );
    out(`  ${self} token create NAME --admin --control --link ${address}/ ${homeOf(config)}`);
  }
  if (firstToken === undefined || firstTokenFile !== undefined) return;
  out("");
  out("Administrator token, shown this once:");
  out(`  ${firstToken}`);
  out("");
  if (firstLinkCode === undefined) {
    out("Open this in a browser to draw your home, and paste it there:");
    out(`  ${address}/`);
  } else {
    out("Open this in a browser to draw your home; it signs in by itself, once:");
    out(`  ${address}/#code=${firstLinkCode}`);
  }
  out("");
  out("Or go on in another terminal in this folder:");
  out(`  export FLOORPLAN_URL=${address} FLOORPLAN_TOKEN=${firstToken}`);
  out(`  ${self} demo > plan.json      # a small flat to start with`);
  out(`  ${self} save plan.json        # saves it`);
  out(`  ${self} watch                 # shows every revision as it is saved`);
  out("");
};

/** A terminal and npm each pass one Ctrl-C on: two so close are one. */
const sameWishMs = 1000;

/** Resolves at the first signal to stop; a later one ends the process at once. */
const stopSignal = (log: Logger): Promise<void> =>
  new Promise((resolveSignal) => {
    let askedAt: number | undefined;
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.on(signal, () => {
        if (askedAt !== undefined) {
          if (performance.now() - askedAt < sameWishMs) return;
          log.fatal({ signal }, "asked again: the service ends at once");
          process.exit(1);
        }
        askedAt = performance.now();
        log.info({ signal }, "asked to stop");
        resolveSignal();
      });
    }
  });

/** Node.js itself would write its warnings to the error output, and wait there. */
const logsWarnings = (log: Logger): void => {
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log.warn({ err: warning }, "Node.js warns"));
};

/**
 * The last boundary, around whatever has none of its own. Of what a bug there leaves behind the plan is no part: its actor
 * says so itself where its state is unknown, and then nothing may be shown or stored any more.
 */
const outlivesBugs = (log: Logger, rated: RatedLog): void => {
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error: unknown) => {
      if (!(error instanceof StateUnknown))
        return rated.error({ err: error }, "a bug: the service goes on");
      log.fatal({ err: error }, "a bug: the service ends here, and loses nothing that was saved");
      process.exit(1);
    });
  }
};

/** Stops both; what one of them throws keeps the other from nothing. */
const stopBoth = async (service: Service, systemd: Systemd): Promise<void> => {
  const telling = async (): Promise<void> => systemd.stopping();
  for (const ended of await Promise.allSettled([service.stop(), telling()]))
    if (ended.status === "rejected") throw ended.reason;
};

/** What `serve` runs: the settings, what it logs to, and limits that differ from the usual ones. */
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
    (problem) => log.warn({ problem }, "systemd is not told"),
    rated.boundary,
  );
  systemd.loading();
  const service = await Promise.race([
    startService(config, { log, limits, keepsFirstToken: !isatty(standardOutput) }),
    stopped,
  ]);
  // It may wait for a cluster. Nobody is connected yet.
  if (service === undefined) return process.exit(0);
  if (isLeft(service)) {
    log.fatal({ reason: service.left }, "the service cannot start");
    // What could not be closed then would keep the process.
    return process.exit(1);
  }
  const loaded = await Promise.race([service.right.loaded, stopped]);
  if (loaded === undefined) {
    await service.right.stop();
    return 0;
  }
  if (isLeft(loaded)) {
    log.fatal({ reason: loaded.left }, "the service ends, because its start was refused");
    await service.right.stop();
    return 1;
  }
  announce(service.right, config, loaded.right, new NonBlockingOutput(standardOutput));
  systemd.ready(service.right.status);
  await stopped;
  await stopBoth(service.right, systemd);
  return 0;
};

/** Runs the service until it is told to stop, or has to. `limits` are for tests: no option and no variable is one. */
export const runService = async (input: Input, limits: Partial<Limits> = {}): Promise<ExitCode> => {
  const config = readConfig((name) => input.option(optionName(name)));
  if (isLeft(config)) return fail(input, config.left, 2);
  const log = await makeLog(config.right.logLevel);
  const rated = new RatedLog(log);
  outlivesBugs(log, rated);
  logsWarnings(log);
  return serve({ config: config.right, limits, log, rated }).catch((error: unknown) => {
    // A start or a stop that has come half way: what is left open would keep the process.
    log.fatal({ err: error }, "a bug: the process ends here, and loses nothing that was saved");
    return process.exit(1);
  });
};
