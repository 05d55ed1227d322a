/**
 * Checks after the fact whether what several clients saw fits one order.
 *
 * The register is the plan: its state number `rev` holds the value of the
 * write that made it. Since every answer names its revision, the order is
 * known, and only two things can be wrong: the answers contradict it, or it
 * contradicts time. Sorting by time makes the check near linear.
 */
import { type Either, left, right } from "fp-ts/lib/Either.js";

/** When something began and was over, on one clock that never shows the same time twice. */
interface Interval {
  readonly invoked: number;
  readonly returned: number;
}

/** An attempt to write `value`; with `guard` only while that is the state. Each value is written once. */
export interface Attempt extends Interval {
  readonly value: number;
  readonly guard?: number;
}

/** It was made, and the state is `rev` since. */
interface Write extends Attempt {
  readonly kind: "write";
  readonly rev: number;
}

/** It was not made since the state was `rev`, and not `guard`. */
interface Conflict extends Attempt {
  readonly kind: "conflict";
  readonly guard: number;
  readonly rev: number;
}

/** `lost`: the answer never came, and it was made before `returned` or never. `refused`: it was not made. */
interface Failure extends Attempt {
  readonly kind: "lost" | "refused";
}

/** `read`: the state at a moment in between. `seen`: that state was there by `returned`, now or earlier. */
interface Observation extends Interval {
  readonly kind: "read" | "seen";
  readonly rev: number;
  /** Undefined for state 0. */
  readonly value: number | undefined;
}

/** What somebody did or saw. */
export type Operation = Write | Conflict | Failure | Observation;

const isAttempt = (operation: Operation): operation is Exclude<Operation, Observation> =>
  operation.kind !== "read" && operation.kind !== "seen";

/** What one subscription got: its first event is a read, since nobody may subscribe into the past. */
export interface Subscription {
  readonly invoked: number;
  readonly events: readonly {
    readonly at: number;
    readonly rev: number;
    readonly value: number | undefined;
  }[];
}

/** The one order that was found. */
export interface Order {
  /** The value of each state from 1 on, the first one first. */
  readonly values: readonly number[];
  /** How many operations and events were checked. */
  readonly checked: number;
}

const operationsOf = ({ invoked, events }: Subscription): Operation[] =>
  events.map(({ at, rev, value }, position) => ({
    kind: position === 0 ? "read" : "seen",
    invoked,
    returned: at,
    rev,
    value,
  }));

const gapIn = (subscriptions: readonly Subscription[]): string | undefined => {
  for (const { events } of subscriptions)
    for (const [position, { rev }] of events.entries()) {
      const before = events[position - 1]?.rev;
      if (before !== undefined && rev !== before + 1)
        return `event out of order: revision ${rev} after ${before}`;
    }
  return undefined;
};

/** The value of every state, and the state of every value, where all that named them agree. */
class States {
  readonly values = new Map<number, number>();
  readonly revs = new Map<number, number>();

  /** Says what contradicts what was known before. */
  note(rev: number, value: number | undefined): string | undefined {
    if (rev === 0 || value === undefined)
      return rev === 0 && value === undefined ? undefined : `revision ${rev} has value ${value}`;
    const known = this.values.get(rev) ?? value;
    if (known !== value) return `revision ${rev} has two values, ${known} and ${value}`;
    const other = this.revs.get(value) ?? rev;
    if (other !== rev) return `value ${value} is at two revisions, ${other} and ${rev}`;
    this.values.set(rev, value);
    this.revs.set(value, rev);
    return undefined;
  }
}

/** What every answer says by itself, and together. */
const contradictionIn = (operations: readonly Operation[], states: States): string | undefined => {
  for (const operation of operations) {
    const { kind } = operation;
    if (kind === "conflict" && operation.guard === operation.rev)
      return `a conflict that was none: the stored revision was ${operation.rev}`;
    if (kind !== "write" && kind !== "read" && kind !== "seen") continue;
    const problem = states.note(operation.rev, operation.value);
    if (problem !== undefined) return problem;
  }
  const written = new Set<number>();
  for (const { kind, value, guard } of operations.filter(isAttempt)) {
    const rev = states.revs.get(value);
    if ((kind === "refused" || kind === "conflict") && rev !== undefined)
      return `value ${value} was refused, and is revision ${rev} all the same`;
    if (rev === undefined) continue;
    written.add(rev);
    if (guard !== undefined && guard !== rev - 1)
      return `lost update: revision ${rev} was guarded by ${guard}`;
  }
  const last = Math.max(0, ...states.values.keys());
  for (let rev = 1; rev <= last; rev += 1)
    if (!written.has(rev)) return `nobody wrote revision ${rev}`;
  return undefined;
};

/** A moment that an operation claims: 2 × rev for the write that makes a state, one more while it stands. */
interface Claim extends Interval {
  readonly place: number;
  readonly what: string;
}

const claimOf = (operation: Operation, states: States): Claim[] => {
  const { kind, invoked, returned } = operation;
  const at = (place: number, rev: number, from = invoked): Claim[] => [
    { invoked: from, returned, place, what: `${kind} at revision ${rev}` },
  ];
  switch (kind) {
    case "write":
      return at(2 * operation.rev, operation.rev);
    case "lost": {
      const rev = states.revs.get(operation.value);
      return rev === undefined ? [] : at(2 * rev, rev);
    }
    case "read":
    case "conflict":
      return at(2 * operation.rev + 1, operation.rev);
    case "seen":
      // It was there by then: whatever begins later comes after its write.
      return at(2 * operation.rev, operation.rev, -Infinity);
    case "refused":
      return [];
    default:
      return kind satisfies never;
  }
};

/** What was over before another began must not come after it in the order. */
const anachronismIn = (claims: readonly Claim[]): string | undefined => {
  const byReturn = claims.toSorted((a, b) => a.returned - b.returned);
  let over = 0;
  let newest: Claim | undefined;
  for (const claim of claims.toSorted((a, b) => a.invoked - b.invoked)) {
    for (let next = byReturn[over]; next !== undefined; next = byReturn[over]) {
      if (next.returned >= claim.invoked) break;
      if (newest === undefined || next.place > newest.place) newest = next;
      over += 1;
    }
    if (newest !== undefined && newest.place > claim.place)
      return `stale: ${claim.what} began after ${newest.what} was over`;
  }
  return undefined;
};

/** A state cannot be seen before its write began. */
const prophecyIn = (operations: readonly Operation[], states: States): string | undefined => {
  const began = new Map<number, number>();
  for (const operation of operations) {
    if (operation.kind !== "write" && operation.kind !== "lost") continue;
    const rev = states.revs.get(operation.value);
    if (rev !== undefined) began.set(rev, operation.invoked);
  }
  for (const { kind, rev, returned } of operations.filter((each) => "rev" in each))
    if (rev > 0 && returned < (began.get(rev) ?? Infinity))
      return `${kind} of revision ${rev} before its write began`;
  return undefined;
};

/**
 * Finds the order that all operations and subscriptions fit, or says what
 * does not fit. Every state must have been named by somebody.
 */
export const linearize = (
  operations: readonly Operation[],
  subscriptions: readonly Subscription[],
): Either<string, Order> => {
  const all = [...operations, ...subscriptions.flatMap(operationsOf)];
  const states = new States();
  const problem =
    gapIn(subscriptions) ??
    contradictionIn(all, states) ??
    prophecyIn(all, states) ??
    anachronismIn(all.flatMap((operation) => claimOf(operation, states)));
  if (problem !== undefined) return left(problem);
  const values = [...states.values].toSorted(([a], [b]) => a - b).map(([, value]) => value);
  return right({ values, checked: all.length });
};
