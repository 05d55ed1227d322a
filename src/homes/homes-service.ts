import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { FirstSignIn } from "../auth/tokens.ts";
import { checkBackupFolder } from "../backup/schedule.ts";
import type { Config, SettingName } from "../server/config.ts";
import { optionName } from "../server/config.ts";
import { pagesIn } from "../server/home-service.ts";
import { homesMetricsRoute } from "../server/homes-metrics.ts";
import { HttpServer } from "../server/http/http-server.ts";
import { router } from "../server/http/routes.ts";
import type { Listening } from "../server/http/tls.ts";
import { type ServiceConfig, withLimits } from "../server/limits.ts";
import { webFolder } from "../server/paths.ts";
import { Disposer } from "../server/runtime/disposer.ts";
import { type Host, openHost, type ServiceDependencies } from "../server/service-parts.ts";
import { within } from "../server/server.ts";
import { AwakeHomes } from "./awake-homes.ts";
import { HomeRound } from "./home-round.ts";
import { homeFinder, isHomeHost } from "./home-place.ts";
import { HomesRouter } from "./homes-router.ts";
import { type HomesStorage, openFolderHomes } from "./storage/homes-storage.ts";
import { homesHealthRoutes } from "./homes-health.ts";
import { setUpProvider } from "./provider/provider.ts";
import { homeShares } from "./quotas.ts";

/** A service of many homes that is listening. */
export interface HomesService {
  readonly listening: Listening;
  /** How many homes there are. */
  readonly homes: () => number;
  /** The provider's first token, if it was made now or is still in a file. */
  readonly first: FirstSignIn;
  /** Accepts no new work, finishes accepted work, and puts every home to sleep. */
  readonly stop: () => Promise<void>;
}

/** The address at which people open a service that listens at a URL; without a slash at its end. */
type AddressOfService = (url: string) => string;

/** Settings of one home's surroundings, which homes of others do not have in common. */
const ofOneHome = [
  "homeAssistant",
  "homeAssistantPublic",
  "homeAssistantTokenFile",
  "ingressProxy",
  "mqtt",
] as const satisfies readonly SettingName[];

const refusedSetting = (config: Config): Either<string, void> => {
  const name = ofOneHome.find((each) => config[each] !== "");
  return name === undefined
    ? right(undefined)
    : left(
        `--${optionName(name)}: many homes (--homes) have no Home Assistant and no broker in common`,
      );
};

/** Opens the homes of the settings: a cluster's, or else those of the data folder. Left: why they cannot be used. */
const openStorage = async (
  config: ServiceConfig,
  host: Host,
): Promise<Either<string, HomesStorage>> => {
  if (config.cluster === "") return openFolderHomes(config, host.log, host);
  // Loaded lazily: a service with a folder starts faster without it.
  const { openClusterHomes } = await import("./storage/cluster-homes.ts");
  return openClusterHomes({ ...host, config });
};

const start = async (
  given: Config,
  dependencies: ServiceDependencies,
  addressOf: AddressOfService,
  disposer: Disposer,
): Promise<Either<string, HomesService>> => {
  const fits = refusedSetting(given);
  if (isLeft(fits)) return fits;
  const limits = dependencies.limits ?? {};
  const config = withLimits(given, limits);
  const hosted = await openHost(config, dependencies, disposer);
  if (isLeft(hosted)) return hosted;
  const host = hosted.right;
  const { access, log, ratedLog, turns } = host;
  const suits = await checkBackupFolder(config);
  if (isLeft(suits)) return suits;
  const storage = await openStorage(config, host);
  if (isLeft(storage)) return storage;
  disposer.add(() => storage.right.close());
  const pages = pagesIn(dependencies.web ?? webFolder, access);
  const shares = homeShares(host, config);
  const homes = new AwakeHomes(
    { config: given, limits, host, shares, pages },
    storage.right,
    config,
  );
  const { directory, looksAfter } = storage.right;
  let address = "";
  const made = await setUpProvider({
    config,
    host,
    directory,
    homes,
    backups: storage.right.backups,
    documents: storage.right.provider,
    address: () => address,
  });
  if (isLeft(made)) return made;
  const provider = made.right;
  disposer.add(() => provider.close());
  const { guarded, usage } = provider;
  const own = [
    ...homesHealthRoutes(homes, directory, guarded, storage.right.report),
    homesMetricsRoute(host, guarded, { homes, directory, usage }),
    ...provider.routes,
  ];
  const homesRouter = new HomesRouter({
    find: homeFinder(config.homeHosts),
    waker: homes,
    pages,
    pageRouter: router(pages, access.origins, ratedLog),
    others: router(own, access.origins, ratedLog),
    ratedLog,
  });
  const server = new HttpServer({
    router: homesRouter.route,
    upgradeOf: homesRouter.upgradeOf,
    ...access,
    hostProblem: (request) =>
      isHomeHost(request, config.homeHosts) ? undefined : access.hostProblem(request),
    turns,
    limits: config,
    log,
    ratedLog,
  });
  const { socket: fd } = dependencies;
  const listening = await server.listen(
    fd === undefined ? { host: config.host, port: config.port } : { fd },
  );
  if (isLeft(listening)) return listening;
  address = addressOf(listening.right.url);
  const first = await provider.firstToken(dependencies.keepsFirstToken === true);
  if (isLeft(first)) {
    server.terminate();
    return first;
  }
  provider.start();
  log.info(
    { ...listening.right, ...storage.right.place, homes: directory.ids().length },
    "listening",
  );
  const round = new HomeRound({ directory, looksAfter, homes, config, ratedLog });
  round.start();
  // Every log is closed before the folder is another process's.
  disposer.add(() => homes.close());
  disposer.add(() => server.terminate());
  disposer.add(() => within(config.stopMs, [round.stop(), server.finish(), homes.close()]));
  return right({
    listening: listening.right,
    homes: () => directory.ids().length,
    first: first.right,
    stop: async () => {
      log.info("stopping: no new work, what was accepted is finished");
      await disposer.close();
      log.info("stopped");
    },
  });
};

/** Serves the homes of the settings. Left: why it failed; nothing is left running then. */
export const startHomes = async (
  config: Config,
  dependencies: ServiceDependencies,
  addressOf: AddressOfService = (url) => url,
): Promise<Either<string, HomesService>> => {
  const disposer = new Disposer();
  const started = await start(config, dependencies, addressOf, disposer);
  return isLeft(started) ? disposer.refuse(started, dependencies.log) : started;
};
