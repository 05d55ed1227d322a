import { setTimeout as sleep } from "node:timers/promises";
import { type Either, isLeft, type Left, right } from "fp-ts/lib/Either.js";
import { nodeFileSystem } from "../../wal/index.ts";
import { openAudit } from "./audit/audit-log.ts";
import { readNetworkAccess } from "../auth/network-access.ts";
import { withDocuments } from "./api/documents.ts";
import { Disposer } from "./runtime/disposer.ts";
import type { Config } from "./settings.ts";
import { setUpBackupSchedule } from "../backup/schedule.ts";
import { planCommands } from "../plan/commands/plan-commands.ts";
import { yamlCommands } from "../plan/commands/yaml-commands.ts";
import { healthRoute } from "./health.ts";
import { setUpBindings } from "../plan/bindings/set-up-bindings.ts";
import { loadPlan, type OpenedPlan, PlanHolder, type PlanStatus } from "../plan/plan-holder.ts";
import { pageSettingsRoute } from "./page-settings.ts";
import { presenceCommands } from "../plan/presence/presence-commands.ts";
import { PresenceRegistry } from "../plan/presence/presence.ts";
import { nodeImageDisk } from "../images/image-store.ts";
import { setUpImages } from "../images/image-routes.ts";
import { Connections } from "./websocket/connections.ts";
import { coreCommands, registry } from "./websocket/command.ts";
import { upgradeEndpoint } from "./websocket/upgrade.ts";
import { closeReasons } from "./websocket/close.ts";
import { forAdministrators, forUsers } from "../auth/route-guard.ts";
import { builtFiles } from "./http/static-files.ts";
import { HttpServer } from "./http/http-server.ts";
import type { Listening } from "./http/tls.ts";
import { router } from "./http/routes.ts";
import { LoopTurns } from "./runtime/event-loop-turns.ts";
import { RatedLog } from "./runtime/rated-log.ts";
import { makeYamlService } from "./yaml/service.ts";
import { metricsRoute } from "./metrics/metrics-route.ts";
import { measure, serviceMetrics } from "./metrics/service-metrics.ts";
import { setUpAuthentication } from "../auth/auth.ts";
import { webFolder } from "./paths.ts";
import { openStorage } from "../storage/open-storage.ts";
import type { Surroundings } from "./dependencies.ts";
import type { First } from "../auth/tokens.ts";

export type { Surroundings } from "./dependencies.ts";

/** A plan that is ready. */
export interface Loaded extends First {
  /** The recovered revision. */
  readonly rev: number;
}

/** A service that listens. */
export interface Service {
  readonly listening: Listening;
  /** How recovery ended; the left is why the plan was refused, which every command of the domain says as well. */
  readonly loaded: Promise<Either<string, Loaded>>;
  readonly status: () => PlanStatus;
  /** No new work, what was accepted is finished, everybody is told goodbye. */
  readonly stop: () => Promise<void>;
}

/** Builds the service and starts listening. The left is the reason why that cannot be, and nothing is left running then. */
export const startService = async (
  config: Config,
  surroundings: Surroundings,
): Promise<Either<string, Service>> => {
  const { log } = surroundings;
  const closing = new Disposer();
  /** Leaves nothing running where the service cannot be. */
  const refuse = (refusal: Left<string>): Promise<Left<string>> => closing.refuse(refusal, log);
  const access = await readNetworkAccess(config, log);
  if (isLeft(access)) return access;
  closing.add(() => access.right.tls?.close());
  const { origins, addresses, places, nodes } = access.right;
  const copies = await setUpBackupSchedule(config, log);
  if (isLeft(copies)) return refuse(copies);
  const ratedLog = new RatedLog(log);
  closing.add(() => ratedLog.close());
  const { boundary } = ratedLog;
  const imageDisk = surroundings.imageDisk ?? nodeImageDisk;
  const fs = surroundings.fs ?? nodeFileSystem;
  const { metrics, timings } = surroundings.metrics ?? serviceMetrics();
  const opening = await openStorage({ config, fs, imageDisk, log, ratedLog, timings });
  if (isLeft(opening)) return refuse(opening);
  const storage = opening.right;
  closing.add(() => storage.close());
  const audit = openAudit(config, ratedLog);
  closing.add(() => audit.close());
  const turns = new LoopTurns();
  const holder = new PlanHolder();
  let serving: Connections | undefined;
  const people = await setUpAuthentication({
    config,
    storage,
    access: access.right,
    channel: () => serving,
    planSettled: async () => {
      const { actor } = holder;
      if (!isLeft(actor)) await actor.right.settled();
    },
    clock: surroundings.clock,
    turns,
    log,
    ratedLog,
    audit,
  });
  if (isLeft(people)) return refuse(people);
  closing.add(() => people.right.close());
  const { authenticator, guarded, hass, login } = people.right;
  const yaml = makeYamlService(config, boundary);
  closing.add(() => yaml.close());
  const images = setUpImages({
    domain: config.domain,
    disk: imageDisk,
    store: storage.images,
    limits: config,
    forAdministrators: forAdministrators(guarded),
    turns,
    boundary,
    log,
  });
  const house = setUpBindings({
    domain: config.domain,
    limits: config,
    hass,
    log: ratedLog,
  });
  const { domain } = config;
  const { checkSave } = house;
  const commands = registry(
    [
      ...coreCommands,
      ...people.right.commands,
      ...planCommands({ domain, plan: holder, limits: config, checkSave }),
      ...yamlCommands({ domain, plan: holder, yaml }),
      ...presenceCommands(config.domain, new PresenceRegistry(config, boundary)),
      ...house.commands,
    ],
    house.shared,
  );
  const channel = new Connections(
    {
      limits: config,
      registry: commands,
      login,
      admission: () => admission,
      places,
      turns,
      ratedLog,
      delivered: timings.delivered,
      audit,
      boundary,
    },
    log,
  );
  serving = channel;
  people.right.start();

  storage.shared?.whenCutOff(() => channel.closeAll(closeReasons.cutOff));
  const door = upgradeEndpoint("/api/websocket", channel, authenticator, addresses.of);
  const described = [
    healthRoute(holder, () => hass?.status.report, storage.shared?.report, copies.right?.report),
    metricsRoute({ ...guarded, ...access.right, metrics, forUsers: forUsers(guarded) }),
    door.route,
    pageSettingsRoute({ ...config, ...people.right.page, nodes }),
    ...people.right.routes,
    ...images.routes,
    ...builtFiles({
      folder: surroundings.web ?? webFolder,
      modules: ["floorplan-card.js", "floorplan-panel.js"],
      isFramed: access.right.ingress.isFrom,
      nodes,
    }),
  ];
  const routes = withDocuments(described, commands, door.path);
  const server = new HttpServer({
    router: router(routes, origins, ratedLog),
    upgrades: new Map([[door.path, door.upgrade]]),
    ...access.right,
    turns,
    limits: config,
    log,
    ratedLog,
  });
  measure(metrics, {
    holder,
    storage,
    channel,
    server,
    places,
    authenticator,
    homeAssistant: hass?.status,
    copies: copies.right,
  });
  const listening = await server.listen(config.host, config.port);
  if (isLeft(listening)) {
    channel.terminate();
    return refuse(listening);
  }
  log.info({ ...listening.right, ...storage.place, domain: config.domain }, "listening");
  const { recovered } = timings;
  const loading = { limits: config, boundary, timings, recovered, log };
  const plan = loadPlan(storage.openLog, holder, loading).then((opened) => {
    if (isLeft(opened)) return opened;
    const { actor } = opened.right;
    actor.hub.onJump(() => channel.closeAll(closeReasons.overtaken));
    images.cleanup.follow(actor);
    boundary("what the plan names could not be followed", house.follow)(actor);
    copies.right?.start({ plan: actor, images: storage.images });
    return opened;
  });
  const admission = Promise.race([
    plan.then((opened) => (isLeft(opened) ? closeReasons.notLoaded(opened.left) : undefined)),
    sleep(config.loadWaitMs, undefined, { ref: false }),
  ]);

  const ofPlan =
    (close: (opened: OpenedPlan) => Promise<void>): (() => Promise<void>) =>
    async () => {
      const opened = await plan;
      if (!isLeft(opened)) await close(opened.right);
    };
  closing.add(ofPlan((opened) => opened.log.close()));
  // What the cleanup still asked of the plan may have been followed by a snapshot.
  closing.add(ofPlan(({ actor }) => actor.idle()));
  closing.add(ofPlan(() => images.cleanup.stop()));
  closing.add(ofPlan(({ actor }) => actor.idle()));
  closing.add(() => copies.right?.stop());
  closing.add(() => house.stop());
  closing.add(() => server.terminate());
  closing.add(() => channel.terminate());
  closing.add(async () => {
    const patience = new AbortController();
    await Promise.race([
      Promise.all([server.finish(), channel.finish(closeReasons.stopping)]),
      sleep(config.stopMs, undefined, { signal: patience.signal }).catch(() => undefined),
    ]).finally(() => patience.abort());
  });
  const stop = async (): Promise<void> => {
    log.info("stopping: no new work, what was accepted is finished");
    await closing.close();
    log.info("stopped");
  };
  return right({
    listening: listening.right,
    status: () => holder.status,
    loaded: plan.then(async (opened): Promise<Either<string, Loaded>> => {
      if (isLeft(opened)) return opened;
      const first = await people.right.first(surroundings.keepsFirstToken === true);
      return isLeft(first) ? first : right({ rev: opened.right.actor.revision, ...first.right });
    }),
    stop,
  });
};
