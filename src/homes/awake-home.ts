import { join } from "node:path";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { firstRights } from "../auth/user-directory.ts";
import { createLink } from "../auth/link-code.ts";
import type { Config } from "../server/config.ts";
import { makeHome } from "../server/home-service.ts";
import { type Limits, type ServiceConfig, withLimits } from "../server/limits.ts";
import type { StateUnknown } from "../server/runtime/boundary.ts";
import { Disposer } from "../server/runtime/disposer.ts";
import { RatedLog } from "../server/runtime/rated-log.ts";
import { momentText } from "../server/runtime/time.ts";
import type { Route } from "../server/http/routes.ts";
import type { Host, StorageOpener } from "../server/service-parts.ts";
import { type CloseReason, closeReasons } from "../server/websocket/close.ts";
import { homesPath, preferredNodes } from "./home-place.ts";
import type { CountedUsage, HomeUsage } from "./homes.ts";
import type { HomeRecord } from "./directory/home-record.ts";
import { type HomeShares, makeQuotas } from "./quotas.ts";
import type { AwakeHome } from "./homes-router.ts";

/** What every home of the process is opened with. */
export interface HomeSetup {
  readonly config: Config;
  readonly limits: Partial<Limits>;
  readonly host: Host;
  /** Makes each home's share of the host. */
  readonly shares: HomeShares;
  /** The browsers' files. */
  readonly pages: readonly Route[];
}

/** A home's settings: the process's, with its own folders and quotas. */
const configOf = (
  { config, limits }: HomeSetup,
  folder: string,
  id: string,
  { quotas }: HomeRecord,
): ServiceConfig =>
  withLimits(
    {
      ...config,
      ...quotas,
      data: folder,
      backupTo: config.backupTo === "" ? "" : join(config.backupTo, id),
    },
    limits,
  );

/**
 * Where browsers reach the home on each node. Pages at a host name of the home's own stay there: the others' names lead
 * to other homes.
 */
const nodesOf = ({ config, host }: HomeSetup, id: string): readonly string[] =>
  config.homeHosts === ""
    ? preferredNodes(id, host.access.nodes).map((node) => `${node}${homesPath}${id}`)
    : [];

/** An awake home, and what it uses. */
export interface OpenHome extends AwakeHome {
  /** What its provider said of it as it woke. */
  readonly record: HomeRecord;
  /** Which home it was as it woke: see `HomeDirectory`. */
  readonly identity: string | undefined;
  /** Why its plan cannot be saved, in words for its provider; undefined if it can. */
  readonly problem: () => string | undefined;
  readonly usage: () => Promise<HomeUsage>;
  /**
   * Resolves when nothing is due any more that a home does by itself: a backup is made if it is due. The signal ends it
   * early.
   */
  readonly tidied: (signal: AbortSignal) => Promise<void>;
  /** Creates an administrator with a link; the right is the link's code. */
  readonly createLink: (name: string) => Promise<Either<string, string>>;
}

/** What is known of a home before it is opened. */
export interface HomeFile {
  readonly id: string;
  /** The folder of what it keeps on this machine. */
  readonly folder: string;
  readonly identity: string | undefined;
  readonly record: HomeRecord;
  /** What it used when it fell asleep. */
  readonly before: HomeUsage;
}

/** What whoever opened a home hears of it. */
export interface HomeEvents {
  /** It was closed: what was counted, and why its plan cannot be saved. */
  readonly asleep: (counted: CountedUsage, problem: string | undefined) => Promise<void>;
  /** Its plan can be served again only once it is opened again. */
  readonly failed: () => void;
}

/** Opens a home. Left: why it cannot be opened, with the place that is at fault, for the log. */
export const openHome = async (
  setup: HomeSetup,
  { id, folder, identity, record, before }: HomeFile,
  open: StorageOpener,
  { asleep, failed }: HomeEvents,
): Promise<Either<string, OpenHome>> => {
  const { host, shares, pages } = setup;
  const disposer = new Disposer();
  const log = host.log.child({ home: id });
  const ratedLog = new RatedLog(log);
  disposer.add(() => ratedLog.close());
  const config = configOf(setup, folder, id, record);
  let { saves, uploads, usedAt } = before;
  const { timings } = host.measured;
  const counted: Host["measured"] = {
    ...host.measured,
    timings: {
      ...timings,
      saved: (outcome, ms) => {
        if (outcome === "saved") saves += 1;
        timings.saved(outcome, ms);
      },
    },
  };
  const place = {
    pages,
    isAlone: false,
    // Asked at each login with a valid token.
    refuses: () => {
      usedAt = momentText(Date.now());
      return record.suspended_at === undefined ? undefined : closeReasons.suspended.reason;
    },
    onFailure: (bug?: StateUnknown) => {
      if (bug !== undefined)
        log.error({ err: bug }, "a bug: the home is closed; nothing that was saved is lost");
      failed();
    },
  };
  const access = { ...host.access, nodes: nodesOf(setup, id) };
  const share = shares(id, makeQuotas(record.quotas, setup.config), () => {
    uploads += 1;
  });
  const made = await makeHome(
    config,
    { ...share, access, log, ratedLog, measured: counted },
    open,
    place,
    disposer,
  );
  if (isLeft(made)) return disposer.refuse(made, log);
  const service = made.right;
  const { connections, holder, storage, auth, router, endpoint } = service;
  if (isLeft(await service.load())) {
    // Those who try again and again would keep it awake as it is.
    const closed = ratedLog.boundary("a home that failed could not be closed", failed);
    const closing = setTimeout(closed, config.homesFailedMs).unref();
    disposer.add(() => clearTimeout(closing));
  }
  const usage = async (): Promise<HomeUsage> => {
    const { actor } = holder;
    const { bytes } = await storage.images.size();
    const plan = isLeft(actor)
      ? { rev: before.rev, planBytes: before.planBytes }
      : { rev: actor.right.revision, planBytes: actor.right.planBytes };
    const seen = usedAt === undefined ? {} : { usedAt };
    return {
      ...plan,
      imageBytes: bytes,
      connections: connections.users.length,
      saves,
      uploads,
      ...seen,
    };
  };
  const problem = (): string | undefined =>
    holder.status.kind === "failed" ? holder.status.reason : undefined;
  return right({
    record,
    identity,
    router,
    endpoint,
    problem,
    usage,
    tidied: async (signal) => service.backups?.makeDue(signal),
    createLink: async (name) => {
      const until = momentText(Date.now() + config.linkWithin);
      const { users } = auth;
      return createLink(users, name, firstRights, until, config.tokens);
    },
    finish: (why: CloseReason) => service.finish(why),
    close: async () => {
      connections.terminate();
      const last = await usage().catch(() => before);
      const why = problem();
      await disposer.close();
      await asleep({ before, last: { ...last, connections: 0 } }, why);
    },
  });
};
