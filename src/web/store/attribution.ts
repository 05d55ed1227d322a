import { isLeft } from "fp-ts/lib/Either.js";
import { deepEqual } from "../../model/json.ts";
import { choicesIn, type Conflict } from "../../model/merge/conflict.ts";
import type { PlanClient } from "../connection/plan-client.ts";
import type { SessionState } from "./session-state.ts";
import { listRevisions } from "./revisions.ts";

/** Stands for the name of this user, who saved in another window. */
export const yourTab = Symbol("your tab");

/** The distinct names of those who saved something; one undefined stands for all unknown ones. */
export type SaverNames = readonly (string | typeof yourTab | undefined)[];

/** The part of the session's state from which authors are derived. */
type Seen = Pick<SessionState, "rev" | "incoming" | "conflicts" | "draft">;

/** A conflict's overlap, and the revisions that brought it. */
interface Overlap {
  readonly theirs: Conflict["theirs"];
  readonly revs: readonly number[];
  readonly names: Promise<SaverNames>;
}

/** The names for several overlaps together. */
interface Joint {
  readonly parts: readonly Promise<SaverNames>[];
  readonly names: Promise<SaverNames>;
}

/** The current revision and the longest possible history; authors of older ones are unknown. */
const maxRevisions = 21;

const unknown: Promise<SaverNames> = Promise.resolve([undefined]);

/** The revisions after `before` up to `rev`; only `rev` if it is not later, as after the service went back. */
const after = (before: number, rev: number): readonly number[] => {
  const first = Math.min(rev, Math.max(before + 1, rev - maxRevisions));
  return Array.from({ length: rev - first + 1 }, (_, at) => first + at);
};

const eachOnce = (names: SaverNames): SaverNames => [...new Set(names)];

/** Returns the known promise if the overlaps are the same, so that the display stays stable. */
const jointOf = (overlaps: Iterable<Overlap>, known?: Joint): Joint => {
  const parts = [...new Set([...overlaps].map(({ names }) => names))];
  const isKnown =
    known?.parts.length === parts.length && parts.every((each, at) => each === known.parts[at]);
  if (isKnown) return known;
  const [first] = parts;
  return parts.length === 1 && first !== undefined
    ? { parts, names: first }
    : { parts, names: Promise.all(parts).then((lists) => eachOnce(lists.flat())) };
};

/** Finds out who saved the incoming changes not dismissed yet, and the other sides of the conflicts. */
export class Attribution {
  readonly #client: PlanClient;
  #seen: Seen = { rev: 0, incoming: [], conflicts: [], draft: undefined };
  /** The revisions that brought the incoming changes. */
  #revs: readonly number[] = [];
  #overlaps: ReadonlyMap<string, Overlap> = new Map();
  #choices: ReadonlyMap<string, Joint> = new Map();
  #all: Joint = jointOf([]);
  /** The names of resolved promises. */
  readonly #resolved = new WeakMap<Promise<SaverNames>, SaverNames>();
  /** The authors of the incoming changes. */
  names: Promise<SaverNames> = Promise.resolve([]);

  constructor(client: PlanClient) {
    this.#client = client;
  }

  /** The authors of the open conflicts. */
  get conflictNames(): Promise<SaverNames> {
    return this.#all.names;
  }

  /** The authors of a conflict, by its id, and of those decided together with it. */
  ofConflict(id: string): Promise<SaverNames> {
    return this.#choices.get(id)?.names ?? unknown;
  }

  /** The names of a promise; empty until it resolves, and `later` is called then. */
  resolved(names: Promise<SaverNames>, later: () => void): SaverNames {
    const known = this.#resolved.get(names);
    if (known !== undefined) return known;
    void this.#keep(names).then(later);
    return [];
  }

  async #keep(names: Promise<SaverNames>): Promise<void> {
    this.#resolved.set(names, await names);
  }

  /** Updates to a new state of the session. */
  follow(now: Seen): void {
    const before = this.#seen;
    this.#seen = now;
    if (now.incoming !== before.incoming) this.#followIncoming(now, before);
    if (now.conflicts !== before.conflicts) this.#followConflicts(now, before);
  }

  #followIncoming({ rev, incoming }: Seen, before: Seen): void {
    if (incoming.length === 0) return;
    const goesOn = before.incoming.length > 0 && incoming[0] === before.incoming[0];
    this.#revs = [...(goesOn ? this.#revs : []), ...after(before.rev, rev)].slice(-maxRevisions);
    this.names = this.#ask(this.#revs);
  }

  #followConflicts({ rev, conflicts, draft }: Seen, before: Seen): void {
    // An accepted draft was merged with everything saved after it.
    const taken = before.draft !== draft ? before.draft : undefined;
    const met = taken === undefined ? [] : after(taken.rev, rev);
    const came = rev === before.rev ? met : after(before.rev, rev);
    const asked = new Map<string, Promise<SaverNames>>();
    const overlapOf = ({ id, theirs }: Conflict): Overlap => {
      const known = this.#overlaps.get(id);
      if (known !== undefined && (came.length === 0 || deepEqual(known.theirs, theirs)))
        return { ...known, theirs };
      const revs = [...(known?.revs ?? []), ...came];
      const names = asked.get(String(revs)) ?? this.#ask(revs);
      asked.set(String(revs), names);
      return { theirs, revs, names };
    };
    const overlaps = new Map(conflicts.map((each) => [each.id, overlapOf(each)] as const));
    const choices = new Map<string, Joint>();
    for (const choice of choicesIn(conflicts)) {
      const parts = choice.flatMap(({ id }) => overlaps.get(id) ?? []);
      for (const { id } of choice) choices.set(id, jointOf(parts, this.#choices.get(id)));
    }
    this.#overlaps = overlaps;
    this.#choices = choices;
    this.#all = jointOf(overlaps.values(), this.#all);
  }

  async #ask(revs: readonly number[]): Promise<SaverNames> {
    if (revs.length === 0) return unknown;
    const [answer, user] = await Promise.all([listRevisions(this.#client), this.#client.user()]);
    if (isLeft(answer)) return unknown;
    const you = isLeft(user) ? undefined : user.right.id;
    const named = new Map(
      answer.right.map(({ rev, by, byId }): readonly [number, SaverNames[number]] => [
        rev,
        byId !== undefined && byId === you ? yourTab : by,
      ]),
    );
    return eachOnce(revs.map((rev) => named.get(rev)));
  }
}
