import { setTimeout as sleep } from "node:timers/promises";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { NetworkAccess } from "../auth/network-access.ts";
import { forUsers } from "../auth/route-guard.ts";
import { loadPlan, type OpenedPlan } from "../plan/plan-holder.ts";
import { withDocuments } from "./api/documents.ts";
import { healthRoute, livenessRoute } from "./health.ts";
import { type Route, type Router, router } from "./http/routes.ts";
import { builtFiles } from "./http/static-files.ts";
import type { ServiceConfig } from "./limits.ts";
import { metricsRoute } from "./metrics/metrics-route.ts";
import { pageSettingsRoute } from "./page-settings.ts";
import type { StateUnknown } from "./runtime/boundary.ts";
import type { Disposer } from "./runtime/disposer.ts";
import {
  type Host,
  makeParts,
  openResources,
  type Parts,
  type Resources,
  type StorageOpener,
} from "./service-parts.ts";
import { type CloseReason, closeReasons } from "./websocket/close.ts";
import { type UpgradeEndpoint, upgradeEndpoint } from "./websocket/upgrade.ts";

/** Where a home's routes are. */
interface HomePlace {
  /** The browsers' files, which are the same for all homes. */
  readonly pages: readonly Route[];
  /** Whether the home has the process to itself, and so tells of its health and metrics. */
  readonly isAlone: boolean;
  /** Why nobody may come in now, though their token is valid; by default everybody may. */
  readonly refuses?: () => string | undefined;
  /**
   * Called when the plan can be served again only once the home is opened again: its log has failed, or a bug, which is
   * given, has left its state unknown. By default the latter ends the process, and its health tells of the former.
   */
  readonly onFailure?: (bug?: StateUnknown) => void;
}

/** The routes of the browsers' files in a folder: `/`, `/wall` and what they load. */
export const pagesIn = (web: string, { ingress, nodes }: NetworkAccess): readonly Route[] =>
  builtFiles({
    folder: web,
    modules: [
      "floorplan-card.js",
      "floorplan-card.js.map",
      "floorplan-panel.js",
      "floorplan-loader.js",
    ],
    isFramed: ingress.isFrom,
    nodes,
  });

/** All HTTP routes; the API documents describe all of them. */
const routesOf = (
  config: ServiceConfig,
  { pages, isAlone }: HomePlace,
  { access, storage, backups, measured }: Resources,
  { holder, auth, images, commands, occupancy }: Parts,
  endpoint: UpgradeEndpoint,
): readonly Route[] => {
  const { guarded, homeAssistant, page } = auth;
  const { nodes } = access;
  const { metrics } = measured;
  const ofProcess = [
    healthRoute(
      holder,
      () => homeAssistant?.status.report,
      storage.shared?.report,
      backups?.report,
      () => occupancy?.status.report,
    ),
    livenessRoute(holder),
    metricsRoute({ ...guarded, ...access, metrics, forUsers: forUsers(guarded) }),
  ];
  const described = [
    ...(isAlone ? ofProcess : []),
    endpoint.route,
    pageSettingsRoute({ domain: config.domain, imageBytes: config.imageBytes, ...page, nodes }),
    ...auth.routes,
    ...images.routes,
    ...pages,
  ];
  return withDocuments(described, commands, endpoint.path);
};

/** Loads the plan, and starts what follows it. Left: why the log was refused. */
const load = async (
  config: ServiceConfig,
  { isAlone, onFailure }: HomePlace,
  { storage, backups, measured, log, ratedLog }: Resources,
  { holder, connections, images, bindings, occupancy }: Parts,
): Promise<Either<string, OpenedPlan>> => {
  const { boundary } = ratedLog;
  const { timings } = measured;
  const { recovered } = timings;
  const onUnknown =
    onFailure &&
    ((bug: StateUnknown): void => {
      connections.closeAll(closeReasons.reopened);
      onFailure(bug);
    });
  const loading = { limits: config, boundary, timings, recovered, log, onUnknown };
  const opened = await loadPlan(storage.openLog, holder, loading);
  if (isLeft(opened)) return opened;
  const { actor } = opened.right;
  actor.jumps.subscribe(() => connections.closeAll(closeReasons.overtaken));
  images.cleanup.follow(actor);
  boundary("the plan's bindings could not be followed", bindings.follow)(actor);
  if (occupancy !== undefined) boundary("zones could not be told", occupancy.start)();
  const backedUp = { plan: actor, images: storage.images, store: storage.store };
  // Many homes take turns, see `HomeRound`.
  if (isAlone) backups?.start(backedUp);
  else backups?.follow(backedUp);
  return opened;
};

/** Adds what follows a home's plan to the disposer, which closes the last first: connections, the plan's followers, its log. */
const addClosing = (
  disposer: Disposer,
  { backups }: Resources,
  { images, bindings, connections, occupancy }: Parts,
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
  disposer.add(() => connections.terminate());
};

/** The service of one home, which has no port of its own. */
export interface HomeService extends Parts, Resources {
  readonly router: Router;
  readonly endpoint: UpgradeEndpoint;
  /** Loads the plan, and starts what follows it; to be called once. Left: why the log was refused. */
  readonly load: () => Promise<Either<string, OpenedPlan>>;
  /** Answers what was received, and closes every connection with a reason. */
  readonly finish: (why: CloseReason) => Promise<void>;
}

/**
 * Makes the service of a home on what the process has. Connections that come before its plan is loaded wait for it. The
 * disposer closes it: its connections, the plan's followers, its log, its storage. Left: why it failed.
 */
export const makeHome = async (
  config: ServiceConfig,
  host: Host,
  open: StorageOpener,
  place: HomePlace,
  disposer: Disposer,
): Promise<Either<string, HomeService>> => {
  const ready = await openResources(config, host, open, disposer);
  if (isLeft(ready)) return ready;
  const { refuses, onFailure } = place;
  const failed = onFailure && ((): void => onFailure());
  const resources: Resources = { ...ready.right, refuses, onFailure: failed };
  let admitted: Promise<CloseReason | undefined> = Promise.resolve(undefined);
  const made = await makeParts(config, resources, () => admitted, disposer);
  if (isLeft(made)) return made;
  const parts = made.right;
  const { auth, connections } = parts;
  const { access, storage, ratedLog } = resources;
  auth.start();
  storage.shared?.whenCutOff(() => connections.closeAll(closeReasons.cutOff));
  const endpoint = upgradeEndpoint("/api/websocket", connections, auth, access.addresses.of);
  const routes = routesOf(config, place, resources, parts, endpoint);
  return right({
    ...resources,
    ...parts,
    router: router(routes, access.origins, ratedLog),
    endpoint,
    load: () => {
      const plan = load(config, place, resources, parts);
      admitted = Promise.race([
        plan.then((opened) => (isLeft(opened) ? closeReasons.notLoaded(opened.left) : undefined)),
        sleep(config.loadWaitMs, undefined, { ref: false }),
      ]);
      addClosing(disposer, resources, parts, plan);
      return plan;
    },
    finish: (why) => connections.finish(why),
  });
};
