import { setTimeout as sleep } from "node:timers/promises";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { FirstSignIn } from "../auth/tokens.ts";
import type { PlanStatus } from "../plan/plan-holder.ts";
import type { Config } from "./config.ts";
import { makeHome, pagesIn } from "./home-service.ts";
import { HttpServer } from "./http/http-server.ts";
import { urlOf } from "./http/routes.ts";
import type { Listening } from "./http/tls.ts";
import { type ServiceConfig, withLimits } from "./limits.ts";
import { measure } from "./metrics/service-metrics.ts";
import { webFolder } from "./paths.ts";
import { Disposer } from "./runtime/disposer.ts";
import { openHost, openStorage, type ServiceDependencies } from "./service-parts.ts";
import { closeReasons } from "./websocket/close.ts";

export type { ServiceDependencies } from "./service-parts.ts";

/** A loaded plan. */
export interface Loaded extends FirstSignIn {
  /** The recovered revision. */
  readonly rev: number;
}

/** A service that is listening. */
export interface Service {
  readonly listening: Listening;
  /** The result of recovery. Left: why the log was refused, as the commands of the domain also do. */
  readonly loaded: Promise<Either<string, Loaded>>;
  readonly status: () => PlanStatus;
  /** The id of the home, which no other has; created if there is none. Left: why it cannot be read. */
  readonly homeId: () => Promise<Either<string, string>>;
  /** Accepts no new work, finishes accepted work, and closes every connection with a reason. */
  readonly stop: () => Promise<void>;
}

/** Resolves when all of them have ended, or after so many milliseconds. */
export const within = async (ms: number, ending: readonly Promise<void>[]): Promise<void> => {
  const finished = new AbortController();
  await Promise.race([
    Promise.all(ending),
    sleep(ms, undefined, { signal: finished.signal }).catch(() => undefined),
  ]).finally(() => finished.abort());
};

const start = async (
  config: ServiceConfig,
  dependencies: ServiceDependencies,
  disposer: Disposer,
): Promise<Either<string, Service>> => {
  const hosted = await openHost(config, dependencies, disposer);
  if (isLeft(hosted)) return hosted;
  const { access, measured, turns, log, ratedLog } = hosted.right;
  const place = { pages: pagesIn(dependencies.web ?? webFolder, access), isAlone: true };
  const made = await makeHome(config, hosted.right, openStorage, place, disposer);
  if (isLeft(made)) return made;
  const home = made.right;
  const { storage, backups, holder, auth, connections, endpoint } = home;
  const { authenticator, homeAssistant } = auth;
  const server = new HttpServer({
    router: home.router,
    upgradeOf: (request) =>
      urlOf(request)?.pathname === endpoint.path ? endpoint.upgrade : undefined,
    ...access,
    turns,
    limits: config,
    log,
    ratedLog,
  });
  measure(measured.metrics, {
    holder,
    storage,
    channel: connections,
    server,
    slots: access.slots,
    authenticator,
    homeAssistant: homeAssistant?.status,
    mqtt: home.occupancy?.status,
    backups,
  });
  const { host, port } = config;
  const { socket: fd } = dependencies;
  const listening = await server.listen(fd === undefined ? { host, port } : { fd });
  if (isLeft(listening)) {
    connections.terminate();
    return listening;
  }
  log.info({ ...listening.right, ...storage.place, domain: config.domain }, "listening");
  const plan = home.load();
  disposer.add(() => server.terminate());
  disposer.add(() => connections.terminate());
  disposer.add(() => within(config.stopMs, [server.finish(), home.finish(closeReasons.stopping)]));
  return right({
    listening: listening.right,
    status: () => holder.status,
    homeId: storage.homeId,
    loaded: plan.then(async (opened): Promise<Either<string, Loaded>> => {
      if (isLeft(opened)) return opened;
      const first = await auth.first(dependencies.keepsFirstToken === true);
      return isLeft(first) ? first : right({ rev: opened.right.actor.revision, ...first.right });
    }),
    stop: async () => {
      log.info("stopping: no new work, what was accepted is finished");
      await disposer.close();
      log.info("stopped");
    },
  });
};

/** Builds the service and starts listening. Left: why it failed; nothing is left running then. */
export const startService = async (
  config: Config,
  dependencies: ServiceDependencies,
): Promise<Either<string, Service>> => {
  const disposer = new Disposer();
  const started = await start(withLimits(config, dependencies.limits), dependencies, disposer);
  return isLeft(started) ? disposer.refuse(started, dependencies.log) : started;
};
