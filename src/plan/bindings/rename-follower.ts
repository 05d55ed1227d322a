import { isLeft, right } from "fp-ts/lib/Either.js";
import type {
  EntityRegistry,
  RegistryEntries,
} from "../../home-assistant/shared/entity-registry.ts";
import {
  entitiesOfCalls,
  entitiesOfTemplate,
  joinedRenames,
  type Rename,
  renamesAuthor,
} from "../../model/bindings/rename-entities.ts";
import { entitiesOfTargets } from "../../model/trackers/tracker.ts";
import type { Audit } from "../../server/audit/audit.ts";
import type { Guarded } from "../../server/runtime/boundary.ts";
import { coalescing } from "../../server/runtime/coalescing.ts";
import {
  type EventLoopTurns,
  inTurns,
  type YieldTurn,
} from "../../server/runtime/event-loop-turns.ts";
import type { RatedLog } from "../../server/runtime/rated-log.ts";
import { type Backoff, RetryTimer } from "../../server/runtime/retry-timer.ts";
import { type RegistryIdsDocument, registryIdsKind } from "../../storage/registry-ids.ts";
import type { PlanActor } from "../actor.ts";
import { bytesOfOperation } from "../changes/patch.ts";
import type { PlanLimits } from "../read-plan.ts";
import type { BindingsFollower } from "./bindings-follower.ts";
import type { BindingLimits, PlanBindings } from "./plan-bindings.ts";
import { renameOperations } from "./rename-operations.ts";

type Saver = Pick<PlanActor, "save">;

/** Dependencies of the follower. */
interface RenameSetup {
  readonly registry: Pick<EntityRegistry, "list" | "entriesOf" | "follow">;
  /** What the newest plan names. */
  readonly names: Pick<BindingsFollower, "newest" | "known">;
  readonly document: Pick<RegistryIdsDocument, "read" | "change">;
  readonly limits: BindingLimits & PlanLimits;
  readonly pauses: Backoff;
  readonly turns: EventLoopTurns;
  readonly audit: Audit;
  readonly log: RatedLog;
}

/** Every entity that a plan names, in templates too. */
const entitiesIn = ({
  entities,
  controls,
  calls,
  templates,
  targets,
  sensors,
}: PlanBindings): readonly string[] => [
  ...new Set([
    ...entities,
    ...controls,
    ...entitiesOfCalls(calls),
    ...[...templates].flatMap(entitiesOfTemplate),
    ...entitiesOfTargets(targets),
    ...sensors,
  ]),
];

/**
 * Follows entities that are renamed in Home Assistant, in revisions of the plan of their own author. It remembers which
 * entries of Home Assistant's registry the plan's entities were, so that it also finds what was renamed while the
 * service was down. An id that a revision brings back is not followed again: the registry does not know it.
 */
export class RenameFollower {
  readonly #setup: RenameSetup;
  readonly #share: YieldTurn;
  readonly #run = coalescing(() => this.#look());
  /** Looks whether something is to be followed or remembered. */
  readonly look: Guarded;
  readonly #retry: RetryTimer;
  #actor: Saver | undefined;
  /** Whether the whole registry is to be read. */
  #isOutdated = false;
  /** Renames that were reported and not followed yet. */
  #reported: readonly Rename[] = [];
  /** Entities without an entry, as far as is known. */
  #unregistered: ReadonlySet<string> = new Set();
  #leave: () => void = () => undefined;
  #isStopped = false;

  constructor(setup: RenameSetup) {
    this.#setup = setup;
    this.#share = setup.turns.share();
    this.look = setup.log.boundary("renamed entities could not be followed", this.#run);
    this.#retry = new RetryTimer(this.look);
  }

  /** Starts with the loaded plan. */
  follow(actor: Saver): void {
    this.#actor = actor;
    this.#leave = this.#setup.registry.follow({
      opened: () => this.#outdated(),
      renamed: (rename) => {
        this.#reported = joinedRenames([...this.#reported, rename]);
        this.#outdated();
      },
    });
  }

  /** Stops; resolves when no work is in progress. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#leave();
    this.#retry.close();
    await this.#run();
  }

  #outdated(): void {
    this.#isOutdated = true;
    this.look();
  }

  async #look(): Promise<void> {
    const { names, registry } = this.#setup;
    if (this.#isStopped || this.#actor === undefined) return;
    await names.known();
    const named = entitiesIn(names.newest.names);
    const before = this.#remembered;
    if (this.#isOutdated) return this.#compare(this.#actor, named, before);
    const fresh = named.filter((id) => !before.has(id) && !this.#unregistered.has(id));
    if (fresh.length === 0) return;
    const entries = await registry.entriesOf(fresh)();
    // An older Home Assistant has no such command, and one that is away is read when it is back.
    if (isLeft(entries)) return;
    this.#unregistered = new Set([...this.#unregistered, ...fresh]);
    await this.#remember(named, [before, entries.right]);
  }

  /** Reads the whole registry, follows what has another id there, and remembers the rest. */
  async #compare(actor: Saver, named: readonly string[], before: RegistryEntries): Promise<void> {
    const reported = this.#reported;
    this.#isOutdated = false;
    this.#reported = [];
    const list = await this.#setup.registry.list();
    const known: RegistryEntries = isLeft(list) ? new Map() : list.right;
    const entityOf = new Map([...known].map(([entity, id]) => [id, entity]));
    const renames = named.flatMap((from): readonly Rename[] => {
      // An id that belongs to another entity now is left alone.
      if (known.has(from)) return [];
      const to =
        entityOf.get(before.get(from) ?? "") ?? reported.find((each) => each.from === from)?.to;
      return to !== undefined && known.has(to) ? [{ from, to }] : [];
    });
    let isFollowed = false;
    try {
      isFollowed = !isLeft(list) && (await this.#rename(actor, renames));
    } finally {
      if (!isFollowed) {
        this.#reported = joinedRenames([...reported, ...this.#reported]);
        this.#isOutdated = true;
        this.#retry.start(this.#setup.pauses);
      }
    }
    if (!isFollowed) return;
    this.#setup.pauses.reset();
    const followed = new Map(renames.map(({ from, to }) => [from, to]));
    const now = named.map((id) => followed.get(id) ?? id);
    this.#unregistered = new Set(now.filter((id) => !known.has(id)));
    await this.#remember(now, [before, known]);
  }

  /** Whether the plan has no renamed entity any more. */
  async #rename(actor: Saver, renames: readonly Rename[]): Promise<boolean> {
    const { names, limits, log, audit } = this.#setup;
    if (renames.length === 0) return true;
    while (!this.#isStopped) {
      const { rev, text } = names.newest;
      const steps = renameOperations(text, renames, limits.planElementBytes);
      const operations = await inTurns(steps, this.#share);
      if (operations.length === 0) return true;
      const bytes = operations.reduce((sum, each) => sum + bytesOfOperation(each), 0);
      const content = { operations, bytes, limits };
      const saved = await actor.save({ content, guard: rev, by: renamesAuthor })();
      if (!isLeft(saved)) {
        const { id, name } = renamesAuthor;
        audit.note("saved", { user: name, user_id: id, may_save: true }, { rev: saved.right });
        return true;
      }
      if (saved.left.kind !== "conflict") {
        log.warn({ problem: saved.left }, "the plan cannot follow renamed entities yet");
        return false;
      }
      await names.known();
      // A plan that could not be read leaves the older one, which conflicts again.
      if (names.newest.rev <= rev) return false;
    }
    return false;
  }

  /** The entries of the plan's entities, from this run, an earlier one or another node. */
  get #remembered(): RegistryEntries {
    const content = this.#setup.document.read();
    if (isLeft(content))
      this.#setup.log.warn({ problem: content.left }, "the registry's ids cannot be read");
    const { ids } = isLeft(content) ? registryIdsKind.empty : content.right;
    return new Map(Object.entries(ids));
  }

  /** Remembers the entries of the named entities; later ones count. */
  async #remember(named: readonly string[], entries: readonly RegistryEntries[]): Promise<void> {
    const { document, log } = this.#setup;
    const all = new Map(entries.flatMap((each) => [...each]));
    const ids = Object.fromEntries(
      named.toSorted().flatMap((id): readonly [string, string][] => {
        const entry = all.get(id);
        return entry === undefined ? [] : [[id, entry]];
      }),
    );
    const before = this.#remembered;
    const isSame = Object.entries(ids).every(([id, entry]) => before.get(id) === entry);
    if (isSame && before.size === Object.keys(ids).length) return;
    const kept = await document.change((content) => right([{ ...content, ids }, undefined]));
    if (isLeft(kept)) log.warn({ problem: kept.left }, "the registry's ids cannot be kept");
  }
}
