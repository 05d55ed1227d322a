import { setTimeout as sleep } from "node:timers/promises";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { forUsers } from "../auth/route-guard.ts";
import type { FirstSignIn } from "../auth/tokens.ts";
import { loadPlan, type OpenedPlan, type PlanStatus } from "../plan/plan-holder.ts";
import { withDocuments } from "./api/documents.ts";
import { healthRoute, livenessRoute } from "./health.ts";
import { HttpServer } from "./http/http-server.ts";
import { type Route, router } from "./http/routes.ts";
import { builtFiles } from "./http/static-files.ts";
import type { Listening } from "./http/tls.ts";
import { metricsRoute } from "./metrics/metrics-route.ts";
import { measure } from "./metrics/service-metrics.ts";
import { pageSettingsRoute } from "./page-settings.ts";
import { webFolder } from "./paths.ts";
import { Disposer } from "./runtime/disposer.ts";
import {
  makeParts,
  openResources,
  type Parts,
  type Resources,
  type ServiceDependencies,
} from "./service-parts.ts";
import type { Config } from "./config.ts";
import { type ServiceConfig, withLimits } from "./limits.ts";
import { type CloseReason, closeReasons } from "./websocket/close.ts";
import { type UpgradeEndpoint, upgradeEndpoint } from "./websocket/upgrade.ts";

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

/** All HTTP routes; the API documents describe all of them. */
const routesOf = (
  config: ServiceConfig,
  web: string,
  { access, storage, backups, measured }: Resources,
  { holder, auth, images, commands, occupancy }: Parts,
  endpoint: UpgradeEndpoint,
): readonly Route[] => {
  const { guarded, homeAssistant, page } = auth;
  const { nodes, ingress } = access;
  const { metrics } = measured;
  const described = [
    healthRoute(
      holder,
      () => homeAssistant?.status.report,
      storage.shared?.report,
      backups?.report,
      () => occupancy?.status.report,
    ),
    livenessRoute(holder),
    metricsRoute({ ...guarded, ...access, metrics, forUsers: forUsers(guarded) }),
    endpoint.route,
    pageSettingsRoute({ ...config, ...page, nodes }),
    ...auth.routes,
    ...images.routes,
    ...builtFiles({
      folder: web,
      modules: [
        "floorplan-card.js",
        "floorplan-card.js.map",
        "floorplan-panel.js",
        "floorplan-loader.js",
      ],
      isFramed: ingress.isFrom,
      nodes,
    }),
  ];
  return withDocuments(described, commands, endpoint.path);
};

/** Loads the plan, and starts what follows it. Left: why the log was refused. */
const load = async (
  config: ServiceConfig,
  { storage, backups, measured, log, ratedLog }: Resources,
  { holder, connections, images, bindings, occupancy }: Parts,
): Promise<Either<string, OpenedPlan>> => {
  const { boundary } = ratedLog;
  const { timings } = measured;
  const { recovered } = timings;
  const loading = { limits: config, boundary, timings, recovered, log };
  const opened = await loadPlan(storage.openLog, holder, loading);
  if (isLeft(opened)) return opened;
  const { actor } = opened.right;
  actor.jumps.subscribe(() => connections.closeAll(closeReasons.overtaken));
  images.cleanup.follow(actor);
  boundary("the plan's bindings could not be followed", bindings.follow)(actor);
  if (occupancy !== undefined) boundary("zones could not be told", occupancy.start)();
  backups?.start({ plan: actor, images: storage.images });
  return opened;
};

/** Adds the parts of a listening service to the disposer, which closes the last first: connections, the plan's followers, its log. */
const addClosing = (
  disposer: Disposer,
  { stopMs }: ServiceConfig,
  { backups }: Resources,
  { images, bindings, connections, occupancy }: Parts,
  server: HttpServer,
  plan: Promise<Either<string, OpenedPlan>>,
): void => {
  const ofPlan =
    (close: (opened: OpenedPlan) => Promise<void>): (() => Promise<void>) =>
    async () => {
      const opened = await plan;
      if (!isLeft(opened)) await close(opened.right);
    };
  disposer.add(ofPlan((opened) => opened.log.close()));
  // A last question of the image cleanup may have caused a snapshot.
  disposer.add(ofPlan(({ actor }) => actor.idle()));
  disposer.add(ofPlan(() => images.cleanup.stop()));
  disposer.add(ofPlan(({ actor }) => actor.idle()));
  disposer.add(() => backups?.stop());
  disposer.add(() => bindings.stop());
  disposer.add(() => occupancy?.stop());
  disposer.add(() => server.terminate());
  disposer.add(() => connections.terminate());
  disposer.add(async () => {
    const finished = new AbortController();
    await Promise.race([
      Promise.all([server.finish(), connections.finish(closeReasons.stopping)]),
      sleep(stopMs, undefined, { signal: finished.signal }).catch(() => undefined),
    ]).finally(() => finished.abort());
  });
};

const start = async (
  config: ServiceConfig,
  dependencies: ServiceDependencies,
  disposer: Disposer,
): Promise<Either<string, Service>> => {
  const resources = await openResources(config, dependencies, disposer);
  if (isLeft(resources)) return resources;
  const { access, storage, backups, measured, log, ratedLog } = resources.right;
  const admission = (): Promise<CloseReason | undefined> => admitted;
  const made = await makeParts(config, dependencies.clock, resources.right, admission, disposer);
  if (isLeft(made)) return made;
  const parts = made.right;
  const { holder, auth, connections, turns } = parts;
  const { authenticator, homeAssistant } = auth;
  auth.start();
  storage.shared?.whenCutOff(() => connections.closeAll(closeReasons.cutOff));
  const { of } = access.addresses;
  const endpoint = upgradeEndpoint("/api/websocket", connections, authenticator, of);
  const web = dependencies.web ?? webFolder;
  const routes = routesOf(config, web, resources.right, parts, endpoint);
  const server = new HttpServer({
    router: router(routes, access.origins, ratedLog),
    upgrades: new Map([[endpoint.path, endpoint.upgrade]]),
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
    mqtt: parts.occupancy?.status,
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
  const plan = load(config, resources.right, parts);
  const admitted = Promise.race([
    plan.then((opened) => (isLeft(opened) ? closeReasons.notLoaded(opened.left) : undefined)),
    sleep(config.loadWaitMs, undefined, { ref: false }),
  ]);
  addClosing(disposer, config, resources.right, parts, server, plan);
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
