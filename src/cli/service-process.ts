import { networkInterfaces } from "node:os";
import { isatty } from "node:tty";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { type Logger, pino } from "pino";
import { addressesIn } from "../client/nodes.ts";
import type { Config } from "../server/config.ts";
import type { Limits } from "../server/limits.ts";
import { StateUnknown } from "../server/runtime/boundary.ts";
import type { RatedLog } from "../server/runtime/rated-log.ts";
import type { ServiceDependencies } from "../server/service-parts.ts";
import { NonBlockingOutput } from "./steady-output.ts";
import { passedSocket, Systemd } from "./systemd.ts";
import { escapeForTerminal, escapeJsonForTerminal, standardError } from "./terminal.ts";

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

export const standardOutput = 1;

/** Characters of an error's message, and of its stack, that are logged. */
const loggedMessage = 2000;
const loggedStack = 10_000;

/**
 * What the log has of an error: its type, message, code and stack, the last with those of its causes. What libraries
 * attach to theirs may hold the headers of a request, and so a token.
 */
const loggedError = (error: unknown): Readonly<Record<string, unknown>> => {
  if (!(error instanceof Error))
    return { type: typeof error, message: String(error).slice(0, loggedMessage) };
  const { type, message, stack } = pino.stdSerializers.err(error);
  return {
    type,
    message: message.slice(0, loggedMessage),
    ...("code" in error ? { code: String(error.code) } : {}),
    stack: stack.slice(0, loggedStack),
  };
};

/**
 * JSON lines for machines, readable lines on a terminal; always on standard error. Strangers influence them, as by a
 * requested host name, so terminal controls are escaped.
 */
export const makeLog = async (level: string): Promise<Logger> => {
  const output = new NonBlockingOutput(standardError, (lost) =>
    log.warn({ lost }, "lines of this log were lost here: the output was blocked"),
  );
  const isTerminal = isatty(standardError);
  const { prettyFactory } = isTerminal ? await import("pino-pretty") : {};
  const pretty = prettyFactory?.({ singleLine: true });
  const shown = (line: string): string =>
    pretty?.(escapeJsonForTerminal(line)) ?? escapeForTerminal(line);
  const log = pino(
    { level, serializers: { err: loggedError }, ...(isTerminal ? { base: null } : {}) },
    { write: (line) => output.write(shown(line)) },
  );
  return log;
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

/**
 * Node.js itself would write warnings to standard error, and block there. Only what a warning says is logged: what is
 * attached to it, such as the emitter with too many listeners, may hold the headers of a request, and so a token.
 */
export const logsWarnings = (log: Logger): void => {
  process.removeAllListeners("warning");
  process.on("warning", (warning) => {
    const { name, message } = warning;
    const code = "code" in warning ? warning.code : undefined;
    log.warn({ warning: { name, message, code } }, "Node.js warning");
  });
};

/**
 * The last boundary. A bug elsewhere does not affect the plan: if its actor's state is unknown, the actor says so, and
 * nothing may be shown or stored any more.
 */
export const installLastBoundary = (log: Logger, rated: RatedLog): void => {
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error: unknown) => {
      if (!(error instanceof StateUnknown))
        return rated.error({ err: error }, "a bug: the service continues");
      log.fatal({ err: error }, "a bug: the service exits; nothing that was saved is lost");
      process.exit(1);
    });
  }
};

/** What `serve` runs with; `limits` override the usual ones. */
export interface Served {
  readonly config: Config;
  readonly limits: Partial<Limits>;
  readonly log: Logger;
  readonly rated: RatedLog;
}

/** A service that is listening, what supervises it, and when it has to stop. */
export interface Supervised<Service> {
  readonly service: Service;
  readonly systemd: Systemd;
  readonly stopped: Promise<void>;
}

/**
 * Starts a service of this process, and tells its supervisor. Undefined if the process was given no usable socket; ends
 * the process if the start is refused, or is still going on at a signal.
 */
export const startSupervised = async <Service>(
  { log, rated }: Pick<Served, "log" | "rated">,
  start: (
    given: Pick<ServiceDependencies, "socket" | "keepsFirstToken">,
  ) => Promise<Either<string, Service>>,
): Promise<Supervised<Service> | undefined> => {
  const stopped = stopSignal(log);
  const systemd = new Systemd(
    process.env,
    (problem) => log.warn({ problem }, "systemd could not be notified"),
    rated.boundary,
  );
  const socket = passedSocket(process.env);
  if (isLeft(socket)) {
    log.fatal({ reason: socket.left }, "the service cannot start");
    return undefined;
  }
  systemd.loading();
  const keepsFirstToken = !isatty(standardOutput);
  const started = await Promise.race([start({ socket: socket.right, keepsFirstToken }), stopped]);
  // It may be waiting for a cluster; nobody is connected yet.
  if (started === undefined) return process.exit(0);
  if (isLeft(started)) {
    log.fatal({ reason: started.left }, "the service cannot start");
    // What could not be closed would keep the process alive.
    return process.exit(1);
  }
  return { service: started.right, systemd, stopped };
};
