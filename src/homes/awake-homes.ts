import { type Either, isLeft, left, mapLeft } from "fp-ts/lib/Either.js";
import { BoundedMap } from "../server/runtime/bounded-map.ts";
import { type CloseReason, closeReasons } from "../server/websocket/close.ts";
import { type HomeSetup, type OpenHome, openHome } from "./awake-home.ts";
import { DecoyHomes } from "./decoys/decoy-homes.ts";
import { concernsUsers } from "./directory/home-record.ts";
import {
  addedTo,
  type CountedUsage,
  type HomeUsage,
  lastUse,
  noUsage,
  type Homes,
  type HomeState,
  type LinkProblem,
} from "./homes.ts";
import type { HomesStorage } from "./storage/homes-storage.ts";
import type { wakerLimits } from "./home-limits.ts";
import { type Lease, Waker, type WakeRefusal } from "./waker.ts";
import { WakingLine } from "./waking-line.ts";

/** Problems of homes that are remembered: an operator looks at the first of them. */
const rememberedProblems = 10_000;

/** Milliseconds that the moment of the last use, as it is kept, may lag behind. */
const usedAtLagMs = 60 * 60 * 1000;

const isAlike = (before: HomeUsage, now: HomeUsage): boolean => {
  const counts = ["rev", "planBytes", "imageBytes", "saves", "uploads"] as const;
  return (
    counts.every((name) => before[name] === now[name]) &&
    lastUse(now) - lastUse(before) < usedAtLagMs
  );
};

/** Why a home cannot be opened or saved, and which home of its id that was. */
interface Problem {
  readonly identity: string | undefined;
  readonly message: string;
}

const unreadable = "see the service's log";

/** The homes of a process: opens them when they wake, and remembers which cannot be. */
export class AwakeHomes implements Homes {
  readonly #setup: HomeSetup;
  readonly #storage: HomesStorage;
  readonly #homes: Waker<OpenHome>;
  readonly #decoys: DecoyHomes;
  readonly #unfollow: () => void;
  readonly #problems = new BoundedMap<string, Problem>(rememberedProblems);
  /** Homes whose record could not be read after a change: they are looked at again. */
  readonly #unread = new Map<string, NodeJS.Timeout>();
  readonly #lookAgainMs: number;

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
    const awakeHomes = (): number => this.#homes.counts.awake;
    this.#decoys = new DecoyHomes(setup, storage, { ...parts, awakeHomes });
    this.#lookAgainMs = limits.homesLookAgainMs;
    const changed = boundary("a change of a home could not be followed", (id: string) =>
      this.#follow(id),
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
    const now = new Map(Array.from(this.#problems, ([id, { message }]) => [id, message]));
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
    for (const timer of this.#unread.values()) clearTimeout(timer);
    const closing = [this.#homes.close(), this.#decoys.close()];
    await Promise.allSettled(closing);
    await Promise.all(closing);
  }

  /**
   * A home's record is read when it wakes: after a change by others it wakes again, if it may. So does one whose id is
   * another home's now.
   */
  async #follow(id: string): Promise<void> {
    const { directory } = this.#storage;
    if (this.#problems.get(id)?.identity !== directory.identity(id)) this.#problems.delete(id);
    const home = await this.#homes.woken(id);
    if (home === undefined) return;
    const now = await directory.record(id);
    if (isLeft(now) && now.left.kind === "failed" && this.#isStill(id, home.identity))
      return this.#lookAgain(id);
    if (isLeft(now) || concernsUsers(home.record, now.right) || !this.#isStill(id, home.identity))
      await this.whileAsleep(id, closeReasons.homeMoved, async () => undefined);
  }

  /** Whether an id is still that of the same home, as far as can be told. */
  #isStill(id: string, identity: string | undefined): boolean {
    const { directory } = this.#storage;
    return directory.has(id) && (directory.identity(id) ?? identity) === identity;
  }

  #lookAgain(id: string): void {
    clearTimeout(this.#unread.get(id));
    const { boundary } = this.#setup.host.ratedLog;
    const again = boundary("a change of a home could not be followed", () => {
      this.#unread.delete(id);
      return this.#follow(id);
    });
    this.#unread.set(id, setTimeout(again, this.#lookAgainMs).unref());
  }

  async #open(id: string): Promise<Either<string, OpenHome>> {
    const began = performance.now();
    const { directory, folderOf, opener, usageOf } = this.#storage;
    const { log, ratedLog } = this.#setup.host;
    const failed = ratedLog.boundary("a home that failed could not be closed", (): Promise<void> =>
      this.#closeFailed(id, opening),
    );
    // Before anything is read: if the id becomes another home's meanwhile, this one sleeps again.
    const identity = directory.identity(id);
    const [usage, record] = await Promise.all([usageOf(id).read(), directory.record(id)]);
    const opening: Promise<Either<string, OpenHome>> = isLeft(record)
      ? Promise.resolve(left(record.left.message))
      : openHome(
          this.#setup,
          {
            id,
            folder: folderOf(id),
            identity,
            record: record.right,
            before: isLeft(usage) ? noUsage : (usage.right ?? noUsage),
          },
          opener(id),
          { asleep: (counted, problem) => this.#asleep(id, identity, counted, problem), failed },
        );
    const opened = await opening;
    if (isLeft(opened)) {
      log.error({ home: id, reason: opened.left }, "a home cannot be opened");
      this.#note(id, identity, opened.left);
      return left(unreadable);
    }
    this.#decoys.noteWaking(performance.now() - began);
    this.#note(id, identity, opened.right.problem());
    return opened;
  }

  /** Whoever comes back to it finds what a restart of the process would find. */
  async #closeFailed(id: string, opening: Promise<Either<string, OpenHome>>): Promise<void> {
    const [opened, home] = [await opening, await this.#homes.woken(id)];
    if (isLeft(opened) || opened.right !== home) return;
    await this.whileAsleep(id, closeReasons.reopened, async () => undefined);
  }

  /** For the provider, who sees homes and not folders. */
  #inWords(id: string, problem: string): string {
    return problem.replaceAll(`${this.#storage.folderOf(id)}/`, "");
  }

  #note(id: string, identity: string | undefined, problem: string | undefined): void {
    if (problem === undefined) this.#problems.delete(id);
    else this.#problems.set(id, { identity, message: this.#inWords(id, problem) });
  }

  async #asleep(
    id: string,
    identity: string | undefined,
    counted: CountedUsage,
    problem: string | undefined,
  ): Promise<void> {
    // The place is another home's, or nobody's, who would get one by it.
    if (this.#storage.directory.identity(id) !== identity) return;
    this.#note(id, identity, problem);
    const store = this.#storage.usageOf(id);
    const stored = await store.read();
    // A home that is only looked at now and then writes nothing.
    const before = isLeft(stored) ? undefined : stored.right;
    if (before !== undefined && isAlike(before, addedTo(before, counted))) return;
    const kept = await store.keep((now) => addedTo(now, counted));
    if (isLeft(kept))
      this.#setup.host.log.warn({ home: id, problem: kept.left }, "a home's usage is not kept");
  }
}
