import { setTimeout as sleep } from "node:timers/promises";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import { type FileSystem, nodeFileSystem } from "../wal/index.ts";
import { readAccess } from "./access.ts";
import type { Config } from "./config.ts";
import { floorplanCommands } from "./floorplan/commands.ts";
import { healthRoute } from "./floorplan/health.ts";
import { setUpHouse } from "./floorplan/house/set-up.ts";
import { loadPlan } from "./floorplan/load-plan.ts";
import { pageSettingsRoute } from "./floorplan/page-settings.ts";
import { PlanHolder } from "./floorplan/plan-holder.ts";
import { presenceCommands } from "./floorplan/presence/commands.ts";
import { Presences } from "./floorplan/presence/presences.ts";
import { type ImageDisk, nodeImageDisk } from "./floorplan/images/image-disk.ts";
import { setUpImages } from "./floorplan/images/setup.ts";
import { Channel } from "./host/channel/channel.ts";
import { registry } from "./host/channel/command.ts";
import { coreCommands } from "./host/channel/core-commands.ts";
import { websocketDoor } from "./host/channel/door.ts";
import { whyClosed } from "./host/channel/why-closed.ts";
import { forAdministrators } from "./host/http/bearer.ts";
import { builtFiles } from "./host/http/built-files.ts";
import { HttpServer, type Listening } from "./host/http/http-server.ts";
import { router } from "./host/http/router.ts";
import { LoopTurns } from "./host/loop-turns.ts";
import { RatedLog } from "./host/rated-log.ts";
import { Authenticator } from "./host/users/authenticator.ts";
import { Revocations } from "./host/users/revocations.ts";
import { createFirst, openUsers } from "./host/users/user-directory.ts";
import { makeYamlService } from "./host/yaml/service.ts";
import { webFolder } from "./place.ts";
import { setUpSignIn } from "./sign-in.ts";
import { admitOf, admitting } from "./storage/admitting.ts";
import { openStorage } from "./storage/open-storage.ts";

/** A plan that is ready. */
export interface Loaded {
  /** The recovered revision. */
  readonly rev: number;
  /** The administrator token that was made because there was none; it is stored nowhere, and must not be logged. */
  readonly firstToken: string | undefined;
}

/** A service that listens. */
export interface Service {
  readonly listening: Listening;
  /** How recovery ended; the left is why the plan was refused, which every command of the domain says as well. */
  readonly loaded: Promise<Either<string, Loaded>>;
  /** No new work, what was accepted is finished, everybody is told goodbye. */
  readonly stop: () => Promise<void>;
}

/** What a service is built on, beside its settings. */
export interface Surroundings {
  readonly log: Logger;
  /** The disk under the images; the machine's own by default. */
  readonly imageDisk?: ImageDisk;
  /** The disk under the log; the machine's own by default. */
  readonly fs?: FileSystem;
  /** The folder of what browsers load; the one that the build fills by default. */
  readonly web?: string;
}

/** Builds the service and starts listening. The left is the reason why that cannot be, and nothing is left running then. */
export const startService = async (
  config: Config,
  surroundings: Surroundings,
): Promise<Either<string, Service>> => {
  const { log } = surroundings;
  const access = readAccess(config, log);
  if (isLeft(access)) return access;
  const { origins, addresses, places, nodes } = access.right;
  const ratedLog = new RatedLog(log);
  const imageDisk = surroundings.imageDisk ?? nodeImageDisk;
  const fs = surroundings.fs ?? nodeFileSystem;
  const opening = await openStorage({ config, fs, imageDisk, log, ratedLog });
  if (isLeft(opening)) {
    ratedLog.close();
    return opening;
  }
  const storage = opening.right;
  const revocations = new Revocations();
  const users = openUsers(
    storage.users,
    (user) => {
      channel.closeUser(user);
      revocations.revoke(user);
    },
    (problem) => ratedLog.warn({ problem }, "the users cannot be read; they stay as they were"),
  );
  if (isLeft(users)) {
    await storage.close();
    return users;
  }
  const turns = new LoopTurns();
  const signIn = setUpSignIn({
    config,
    kept: storage.sessions,
    access: access.right,
    turns,
    connected: () => channel.users,
    closeUser: (user) => channel.closeUser(user),
    log,
    ratedLog,
  });
  if (isLeft(signIn)) {
    users.right.close();
    await storage.close();
    return signIn;
  }
  const { hass, identities } = signIn.right;
  const authenticator = new Authenticator(users.right, storage.bans, config, ratedLog, identities);
  const admit = admitOf(storage);
  const login = admitting(admit, (token, address) => authenticator.login(token, address));
  const yaml = makeYamlService(config);
  const letGo = async (): Promise<void> => {
    users.right.close();
    await signIn.right.close();
    await yaml.close();
    ratedLog.close();
    await storage.close();
  };
  const images = setUpImages({
    domain: config.domain,
    disk: imageDisk,
    store: storage.images,
    limits: config,
    forAdministrators: forAdministrators({
      login,
      admit,
      banOf: (address) => authenticator.banOf(address),
      revocations,
      places,
      addressOf: addresses.of,
      log: ratedLog,
    }),
    turns,
    log,
  });
  const holder = new PlanHolder();
  const integration = { domain: config.domain, plan: holder, yaml, limits: config };
  const house = setUpHouse({
    domain: config.domain,
    limits: config,
    upstream: hass?.context,
    log,
    ratedLog,
  });
  const commands = registry(
    [
      ...coreCommands,
      ...floorplanCommands(integration),
      ...presenceCommands(config.domain, new Presences(config)),
      ...house.commands,
    ],
    house.shared,
  );
  const channel = new Channel(
    {
      limits: config,
      registry: commands,
      login,
      admission: () => admission,
      places,
      turns,
      strangers: ratedLog,
    },
    log,
  );

  storage.shared?.whenCutOff(() => channel.closeAll(whyClosed.cutOff));
  const door = websocketDoor("/api/websocket", channel, authenticator, addresses.of);
  const routes = [
    healthRoute(holder, () => hass?.status.report, storage.shared?.report),
    door.route,
    pageSettingsRoute({ ...config, ...signIn.right.page, nodes }),
    ...signIn.right.routes(authenticator, admit),
    ...images.routes,
    ...builtFiles({
      folder: surroundings.web ?? webFolder,
      modules: ["floorplan-card.js", "floorplan-panel.js"],
      isFramed: access.right.ingress.isFrom,
      nodes,
    }),
  ];
  const server = new HttpServer({
    router: router(routes, origins, log),
    upgrades: new Map([[door.path, door.upgrade]]),
    ...access.right,
    turns,
    limits: config,
    log,
    ratedLog,
  });
  const listening = await server.listen(config.host, config.port);
  if (isLeft(listening)) {
    channel.terminate();
    await letGo();
    return listening;
  }
  log.info({ ...listening.right, ...storage.place, domain: config.domain }, "listening");
  const plan = loadPlan(storage.openLog(holder), config, holder, log).then((opened) => {
    if (isLeft(opened)) return opened;
    opened.right.actor.hub.onJump(() => channel.closeAll(whyClosed.overtaken));
    images.keeper.follow(opened.right.actor);
    void house.follow(opened.right.actor);
    return opened;
  });
  const admission = Promise.race([
    plan.then((opened) => (isLeft(opened) ? whyClosed.notLoaded(opened.left) : undefined)),
    sleep(config.loadWaitMs, undefined, { ref: false }),
  ]);

  const stop = async (): Promise<void> => {
    log.info("stopping: no new work, what was accepted is finished");
    const patience = new AbortController();
    await Promise.race([
      Promise.all([server.finish(), channel.finish(whyClosed.stopping)]),
      sleep(config.stopMs, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
    patience.abort();
    channel.terminate();
    server.terminate();
    await house.stop();
    const opened = await plan;
    if (!isLeft(opened)) {
      await opened.right.actor.idle();
      await images.keeper.stop();
      // What the keeper still asked of the plan may have been followed by a snapshot.
      await opened.right.actor.idle();
      await opened.right.log.close();
    }
    await letGo();
    log.info("stopped");
  };
  return right({
    listening: listening.right,
    loaded: plan.then(async (opened): Promise<Either<string, Loaded>> => {
      if (isLeft(opened)) return opened;
      const first = users.right.isEmpty() ? await createFirst(storage.users) : right(undefined);
      return isLeft(first)
        ? first
        : right({ rev: opened.right.actor.revision, firstToken: first.right });
    }),
    stop,
  });
};
