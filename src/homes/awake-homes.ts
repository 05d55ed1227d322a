import { type Either, isLeft, left, mapLeft } from "fp-ts/lib/Either.js";
import { BoundedMap } from "../server/runtime/bounded-map.ts";
import { type CloseReason, closeReasons } from "../server/websocket/close.ts";
import { type HomeSetup, type OpenHome, openHome } from "./awake-home.ts";
import { DecoyHomes } from "./decoy-homes.ts";
import { type HomeRecord, quotaNames } from "./home-record.ts";
import { type HomeUsage, noUsage } from "./home-usage.ts";
import type { Homes, HomeState, LinkProblem } from "./homes.ts";
import type { HomesStorage } from "./homes-storage.ts";
import type { wakerLimits } from "./home-limits.ts";
import { WakeTimes } from "./wake-times.ts";
import { type Lease, Waker, type WakeRefusal } from "./waker.ts";
import { WakingLine } from "./waking-line.ts";

/** Problems of homes that are remembered: an operator looks at the first of them. */
const rememberedProblems = 10_000;

/** Milliseconds that the moment of the last use, as it is kept, may lag behind. */
const usedAtLagMs = 60 * 60 * 1000;

/** Milliseconds since 1970; 0 if nobody was seen. */
const lastUse = ({ usedAt }: HomeUsage): number => (usedAt === undefined ? 0 : Date.parse(usedAt));

const isAlike = (before: HomeUsage, now: HomeUsage): boolean => {
  const counts = ["rev", "planBytes", "imageBytes", "saves", "uploads"] as const;
  return (
    counts.every((name) => before[name] === now[name]) &&
    lastUse(now) - lastUse(before) < usedAtLagMs
  );
};

/** Whether a change of a record concerns those who are connected. */
const differs = (before: HomeRecord, now: HomeRecord): boolean =>
  before.suspended_at !== now.suspended_at ||
  quotaNames.some((name) => before.quotas[name] !== now.quotas[name]);

const unreadable = "see the service's log";

/** The homes of a process: opens them when they wake, and remembers which cannot be. */
export class AwakeHomes implements Homes {
  readonly #setup: HomeSetup;
  readonly #storage: HomesStorage;
  readonly #homes: Waker<OpenHome>;
  readonly #decoys: DecoyHomes;
  readonly #unfollow: () => void;
  readonly #times = new WakeTimes();
  readonly #problems = new BoundedMap<string, string>(rememberedProblems);

  constructor(
    setup: HomeSetup,
    storage: HomesStorage,
    limits: typeof wakerLimits & { readonly stopMs: number },
  ) {
    const { boundary } = setup.host.ratedLog;
    const { homeIdle, cluster } = setup.config;
    const places = cluster === "" ? limits.homesWaking : limits.clusterHomesWaking;
    const line = new WakingLine(places, limits.homesWaiting);
    const parts = { limits: { ...limits, homeIdle }, boundary, line };
    this.#setup = setup;
    this.#storage = storage;
    this.#homes = new Waker({ ...parts, most: limits.homesAwake, open: (id) => this.#open(id) });
    const isAwake = (id: string): boolean =>
      this.#times.isAwake(id, this.#homes.counts.awake, storage.directory.ids().length);
    this.#decoys = new DecoyHomes(setup, storage, {
      ...parts,
      isAwake,
      takesMs: (id) => this.#times.of(id),
    });
    const changed = boundary("a change of a home could not be followed", (id: string) =>
      this.#changed(id),
    );
    this.#unfollow = storage.directory.watch(changed);
  }

  /** Wakes a home, or what stands in for one that does not exist. */
  use(id: string, hasLeft?: () => boolean): Promise<Either<WakeRefusal, Lease<OpenHome>>> {
    const waker = this.#storage.directory.has(id) ? this.#homes : this.#decoys;
    return waker.use(id, hasLeft);
  }

  state(id: string): HomeState {
    return this.#homes.state(id);
  }

  /** How many homes are in each state but asleep. */
  get counts(): Waker<OpenHome>["counts"] {
    return this.#homes.counts;
  }

  async usage(id: string): Promise<HomeUsage> {
    const home = this.#homes.peek(id);
    if (home !== undefined) return home.usage();
    const stored = await this.#storage.usageOf(id).read();
    return isLeft(stored) ? noUsage : (stored.right ?? noUsage);
  }

  problems(): ReadonlyMap<string, string> {
    const now = new Map(this.#problems);
    for (const [id, home] of this.#homes.awake()) {
      const problem = home.problem();
      if (problem !== undefined) now.set(id, this.#inWords(id, problem));
    }
    return now;
  }

  whileAsleep<A>(id: string, why: CloseReason, work: () => Promise<A>): Promise<A> {
    return this.#homes.whileAsleep(id, why, work);
  }

  async createLink(id: string, name: string): Promise<Either<LinkProblem, string>> {
    const used = await this.#homes.use(id);
    if (isLeft(used)) return used;
    const { home, release } = used.right;
    const created = await home.createLink(name).finally(release);
    return mapLeft((message: string): LinkProblem => ({ kind: "refused", message }))(created);
  }

  async close(): Promise<void> {
    this.#unfollow();
    await Promise.all([this.#homes.close(), this.#decoys.close()]);
  }

  /** A home's record is read when it wakes: after a change at another node it wakes again, if it may. */
  async #changed(id: string): Promise<void> {
    const home = await this.#homes.woken(id);
    if (home === undefined) return;
    const now = await this.#storage.directory.record(id);
    const isGone = isLeft(now) && now.left.kind === "not_found";
    if (isGone || (!isLeft(now) && differs(home.record, now.right)))
      await this.whileAsleep(id, closeReasons.homeMoved, async () => undefined);
  }

  async #open(id: string): Promise<Either<string, OpenHome>> {
    const began = performance.now();
    const { directory, folderOf, opener, usageOf } = this.#storage;
    const { log } = this.#setup.host;
    const [usage, record] = await Promise.all([usageOf(id).read(), directory.record(id)]);
    const opened = isLeft(record)
      ? left(record.left.message)
      : await openHome(
          this.#setup,
          {
            id,
            folder: folderOf(id),
            record: record.right,
            before: isLeft(usage) ? noUsage : (usage.right ?? noUsage),
          },
          opener(id),
          (last, problem) => this.#asleep(id, last, problem),
        );
    if (isLeft(opened)) {
      log.error({ home: id, reason: opened.left }, "a home cannot be opened");
      this.#note(id, opened.left);
      return left(unreadable);
    }
    this.#times.add(performance.now() - began);
    this.#note(id, opened.right.problem());
    return opened;
  }

  /** For the provider, who sees homes and not folders. */
  #inWords(id: string, problem: string): string {
    return problem.replaceAll(`${this.#storage.folderOf(id)}/`, "");
  }

  #note(id: string, problem: string | undefined): void {
    if (problem === undefined) this.#problems.delete(id);
    else this.#problems.set(id, this.#inWords(id, problem));
  }

  async #asleep(id: string, last: HomeUsage, problem: string | undefined): Promise<void> {
    this.#note(id, problem);
    const store = this.#storage.usageOf(id);
    const before = await store.read();
    // A home that is only looked at now and then writes nothing.
    if (!isLeft(before) && before.right !== undefined && isAlike(before.right, last)) return;
    const kept = await store.keep(last);
    if (isLeft(kept))
      this.#setup.host.log.warn({ home: id, problem: kept.left }, "a home's usage is not kept");
  }
}
