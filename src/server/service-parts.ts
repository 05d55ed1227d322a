import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import { type FileSystem, nodeFileSystem } from "../../wal/index.ts";
import { type Authentication, setUpAuthentication } from "../auth/auth.ts";
import { type NetworkAccess, readNetworkAccess } from "../auth/network-access.ts";
import { forAdministrators } from "../auth/route-guard.ts";
import { backupCommand } from "../backup/backup-command.ts";
import { type BackupSchedule, setUpBackupSchedule } from "../backup/schedule.ts";
import { screenUpstream } from "../home-assistant/shared/upstream-client.ts";
import { type SetUpImages, setUpImages } from "../images/image-routes.ts";
import { type ImageDisk, nodeImageDisk } from "../images/image-store.ts";
import type { UploadQuotas } from "../images/upload-route.ts";
import { type BindingsService, setUpBindings } from "../plan/bindings/set-up-bindings.ts";
import { type Occupancy, setUpOccupancy } from "../mqtt/occupancy.ts";
import { changeCommands } from "../plan/commands/change-commands.ts";
import { type CommandDependencies, planCommands } from "../plan/commands/plan-commands.ts";
import { yamlCommands } from "../plan/commands/yaml-commands.ts";
import { PlanHolder } from "../plan/plan-holder.ts";
import { presenceCommands } from "../plan/presence/presence-commands.ts";
import { PresenceRegistry } from "../plan/presence/presence.ts";
import type { LogTimings } from "../plan/plan-log.ts";
import type { ClusterStorageParts } from "../storage/etcd/cluster-session.ts";
import { openFolderStorage } from "../storage/folder/folder-storage.ts";
import type { OpenedStorage, Storage } from "../storage/storage.ts";
import type { UserSlots } from "./http/connection-slots.ts";
import type { Audit } from "./audit/audit.ts";
import { openAudit } from "./audit/audit-log.ts";
import { type ServiceMetrics, serviceMetrics } from "./metrics/service-metrics.ts";
import type { Disposer } from "./runtime/disposer.ts";
import { EventLoopTurns } from "./runtime/event-loop-turns.ts";
import { RatedLog } from "./runtime/rated-log.ts";
import type { Clock } from "./runtime/time.ts";
import type { Limits, ServiceConfig } from "./limits.ts";
import type { CloseReason } from "./websocket/close.ts";
import { coreCommands, registry, type Registry } from "./websocket/command.ts";
import { Connections } from "./websocket/connections.ts";
import { makeYamlService, type YamlService } from "./yaml/service.ts";

/** Dependencies of a service that tests or hosts may replace, besides its settings. */
export interface ServiceDependencies {
  readonly log: Logger;
  /** The disk under the images; by default the machine's. */
  readonly imageDisk?: ImageDisk;
  /** The disk under the log; by default the machine's. */
  readonly fs?: FileSystem;
  /** The clock by which tokens expire; by default the machine's. */
  readonly clock?: Clock;
  /** Whether an administrator's first token goes to a file, because the printed output is not private. */
  readonly keepsFirstToken?: boolean;
  /** The descriptor of a socket that already listens; by default the service listens on `host` and `port`. */
  readonly socket?: number | undefined;
  /** The folder of the browsers' files; by default the build's. */
  readonly web?: string;
  /** Limits that differ from the defaults; no flag, file or variable sets them. */
  readonly limits?: Partial<Limits>;
  /** By default new metrics. */
  readonly metrics?: ServiceMetrics;
}

/** What a process has once, however many homes it serves. */
export interface Host {
  readonly access: NetworkAccess;
  readonly fs: FileSystem;
  readonly imageDisk: ImageDisk;
  readonly clock: Clock | undefined;
  readonly measured: ServiceMetrics;
  readonly turns: EventLoopTurns;
  readonly yaml: YamlService;
  readonly share: HomeShare;
  readonly log: Logger;
  readonly ratedLog: RatedLog;
}

/** What a home may use of what it shares with others; a single home has no quotas. */
export interface HomeShare {
  readonly slots: UserSlots;
  readonly admitSave: CommandDependencies["admitSave"];
  readonly uploads: UploadQuotas | undefined;
  /** Bounds the backups for which the home's users ask. */
  readonly backupOf: ((make: BackupSchedule["makeNow"]) => BackupSchedule["makeNow"]) | undefined;
}

/** Opens what a process has once. Left: why it failed; the disposer closes what was opened. */
export const openHost = async (
  config: ServiceConfig,
  dependencies: ServiceDependencies,
  disposer: Disposer,
): Promise<Either<string, Host>> => {
  const { log, imageDisk = nodeImageDisk, fs = nodeFileSystem, clock } = dependencies;
  const access = await readNetworkAccess(config, log);
  if (isLeft(access)) return access;
  disposer.add(() => access.right.tls?.close());
  const ratedLog = new RatedLog(log);
  disposer.add(() => ratedLog.close());
  const yaml = makeYamlService(config, ratedLog.boundary);
  disposer.add(() => yaml.close());
  return right({
    access: access.right,
    fs,
    imageDisk,
    clock,
    measured: dependencies.metrics ?? serviceMetrics(),
    turns: new EventLoopTurns(),
    yaml,
    share: {
      slots: access.right.slots,
      admitSave: undefined,
      uploads: undefined,
      backupOf: undefined,
    },
    log,
    ratedLog,
  });
};

/** What a home needs before anybody can connect to it: what the process has, and its own storage and records. */
export interface Resources extends Host {
  readonly storage: Storage;
  /** Undefined without scheduled backups. */
  readonly backups: BackupSchedule | undefined;
  readonly audit: Audit;
  /** Why nobody may come in now, though their token is valid; by default everybody may. */
  readonly refuses?: (() => string | undefined) | undefined;
  /** Called when the plan can be saved or followed only once the home is opened again. */
  readonly onFailure?: (() => void) | undefined;
}

/** What storage needs; `fs` is the disk under a folder's log. */
export interface StorageParts extends ClusterStorageParts {
  readonly fs: FileSystem;
  readonly timings: LogTimings;
}

/** Opens a home's storage. */
export type StorageOpener = (parts: StorageParts) => Promise<OpenedStorage>;

/** Opens the storage of the settings: a cluster, or else the data folder. Left: why it cannot be used. */
export const openStorage: StorageOpener = async (parts) => {
  const { config, log } = parts;
  if (config.cluster === "") return openFolderStorage(config, log, parts);
  // Loaded lazily: a service with a folder starts faster without it.
  const { openClusterStorage: openNode } = await import("../storage/etcd/cluster-storage.ts");
  return openNode(parts);
};

/** Opens the resources of a home. Left: why it failed; the disposer closes what was opened. */
export const openResources = async (
  config: ServiceConfig,
  host: Host,
  open: StorageOpener,
  disposer: Disposer,
): Promise<Either<string, Resources>> => {
  const { fs, imageDisk, log, ratedLog, measured } = host;
  const backups = await setUpBackupSchedule(config, log);
  if (isLeft(backups)) return backups;
  const { timings } = measured;
  const storage = await open({ config, fs, imageDisk, log, ratedLog, timings });
  if (isLeft(storage)) return storage;
  disposer.add(() => storage.right.close());
  const audit = openAudit(config, ratedLog);
  disposer.add(() => audit.close());
  return right({ ...host, storage: storage.right, backups: backups.right, audit });
};

/** The parts that answer requests and commands. */
export interface Parts {
  /** Holds the plan, once it is loaded. */
  readonly holder: PlanHolder;
  readonly auth: Authentication;
  readonly images: SetUpImages;
  readonly bindings: BindingsService;
  /** Undefined if no broker is told of zones. */
  readonly occupancy: Occupancy | undefined;
  readonly commands: Registry;
  readonly connections: Connections;
}

/**
 * Makes the parts from the resources. `admission` resolves when logged-in users may start, see `ConnectionsContext`. The
 * left names the setting or the stored document at fault; the disposer closes what was made.
 */
export const makeParts = async (
  config: ServiceConfig,
  resources: Resources,
  admission: () => Promise<CloseReason | undefined>,
  disposer: Disposer,
): Promise<Either<string, Parts>> => {
  const { access, storage, imageDisk, backups, measured, log, ratedLog, audit } = resources;
  const { clock, turns, yaml, share } = resources;
  const { admitSave, backupOf } = share;
  const { boundary } = ratedLog;
  const { domain } = config;
  const holder = new PlanHolder(resources.onFailure);
  let connected: Connections | undefined;
  const auth = await setUpAuthentication({
    config,
    storage,
    access,
    slots: share.slots,
    channel: () => connected,
    planSettled: async () => {
      const { actor } = holder;
      if (!isLeft(actor)) await actor.right.settled();
    },
    clock,
    refuses: resources.refuses,
    turns,
    log,
    ratedLog,
    audit,
  });
  if (isLeft(auth)) return auth;
  disposer.add(() => auth.right.close());
  const { guarded, homeAssistant, login } = auth.right;
  const images = setUpImages({
    domain,
    disk: imageDisk,
    store: storage.images,
    limits: config,
    forAdministrators: forAdministrators(guarded),
    turns,
    quotas: share.uploads,
    boundary,
    log,
  });
  const bindings = setUpBindings({
    domain,
    limits: config,
    following: config.followRenames === "on" ? { document: storage.registryIds, audit } : undefined,
    homeAssistant: homeAssistant && screenUpstream(homeAssistant),
    turns,
    log: ratedLog,
  });
  const { checkSave, zones } = bindings;
  const occupancy = setUpOccupancy({ limits: config, storage, zones, log, ratedLog });
  if (isLeft(occupancy)) return occupancy;
  const commands = registry(
    [
      ...coreCommands,
      ...auth.right.commands,
      ...planCommands({ domain, plan: holder, limits: config, checkSave, admitSave }),
      ...changeCommands({ domain, plan: holder, limits: config, checkSave, admitSave }),
      ...yamlCommands({ domain, plan: holder, yaml }),
      backupCommand({ domain, backups, backupOf }),
      ...presenceCommands(domain, new PresenceRegistry(config, boundary)),
      ...bindings.commands,
    ],
    bindings.shared,
  );
  const connections = new Connections(
    {
      limits: config,
      registry: commands,
      login,
      admission,
      slots: share.slots,
      turns,
      ratedLog,
      delivered: measured.timings.delivered,
      audit,
      boundary,
    },
    log,
  );
  connected = connections;
  return right({
    holder,
    auth: auth.right,
    images,
    bindings,
    occupancy: occupancy.right,
    commands,
    connections,
  });
};
