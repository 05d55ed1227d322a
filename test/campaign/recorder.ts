import assert from "node:assert/strict";
import type { Attempt, Operation, Subscription } from "./linearizability.ts";
import { savedRev, type WireClient } from "./wire-client.ts";
import { type PlanKind, planText, readPlan } from "./wire-plans.ts";

/** A subscription whose events are still coming. */
export type Recorded = Subscription & { readonly events: Subscription["events"][number][] };

/** A save whose answer never came, or which nobody knows to be stored. */
type Pending = Omit<Attempt, "returned">;

/** All that clients did and saw, on one clock. The value of a plan is its number. */
export class Recorder {
  readonly operations: Operation[] = [];
  readonly subscriptions: Recorded[] = [];
  readonly #kinds = new Map<number, PlanKind>();
  readonly #pending: Pending[] = [];
  readonly #firstValue: number;
  #clock = 0;

  /** `firstValue` tells the plans of several recorders apart. */
  constructor(firstValue = 1) {
    this.#firstValue = firstValue;
  }

  /** The time: later with every call. */
  now(): number {
    this.#clock += 1;
    return this.#clock;
  }

  newValue(kind: PlanKind): number {
    const value = this.#firstValue + this.#kinds.size;
    this.#kinds.set(value, kind);
    return value;
  }

  /** Reads a message with a plan in it, and compares the plan with what was sent. */
  shown(message: Buffer): { readonly rev: number; readonly value: number | undefined } {
    const { rev, number } = readPlan(message, (value) => this.kindOf(value));
    return { rev, value: number };
  }

  kindOf(value: number): PlanKind {
    const kind = this.#kinds.get(value);
    assert(kind !== undefined, `plan ${value} was sent`);
    return kind;
  }

  lost(operation: Pending): void {
    this.#pending.push(operation);
  }

  /** Says that what was lost until now was made before now, or never will be. */
  settle(): void {
    const returned = this.now();
    for (const each of this.#pending.splice(0))
      this.operations.push({ kind: "lost", ...each, returned });
  }

  count(kind: Operation["kind"]): number {
    return this.operations.filter((operation) => operation.kind === kind).length;
  }
}

/** A connection, and what is asked over it. */
export interface Asking {
  readonly client: WireClient;
  readonly recorder: Recorder;
  /** What it tells was so at a moment since then; since the question came unless it is given. */
  readonly since?: number;
}

/** What became of a save. `gone`: the connection ended before the answer. */
export type Saved =
  | { readonly kind: "write" | "conflict"; readonly rev: number }
  | { readonly kind: "refused" | "unknown" | "gone"; readonly rev?: never };

/** Whether a reply says that the plan is not loaded. */
export const isNotLoaded = (reply: Buffer): boolean =>
  /^\{(?:"id":\d+,)?"type":"result","success":false,"error":\{"code":"not_loaded"/.test(
    reply.toString("latin1", 0, 120),
  );

const conflict = /"code":"conflict".*the stored revision is (\d+)"/;
const refusal = /"code":"(not_loaded|outcome_unknown)"/;

/**
 * Saves once, with `guard` only while that is the stored revision; `by` a change of the number alone only where the plan
 * of that revision, or every plan, is of this kind.
 */
export const save = async (
  { client, recorder, since }: Asking,
  kind: PlanKind,
  guard: number | undefined,
  by: "save" | "change" = "save",
): Promise<Saved> => {
  const value = recorder.newValue(kind);
  const given = guard === undefined ? { value } : { value, guard };
  const fields = guard === undefined ? "" : `,"rev":${guard}`;
  const invoked = recorder.now();
  const content =
    by === "save"
      ? `"plan":${planText(kind, value)}`
      : `"changes":[{"op":"replace","path":"/number","value":${value}}]`;
  const reply = await client.request(`plan/${by}`, `,${content}${fields}`);
  const returned = recorder.now();
  if (reply === undefined) {
    recorder.lost({ ...given, invoked });
    return { kind: "gone" };
  }
  const rev = savedRev(reply);
  if (rev !== undefined) {
    recorder.operations.push({ kind: "write", ...given, rev, invoked, returned });
    return { kind: "write", rev };
  }
  const text = reply.toString();
  const stored = conflict.exec(text)?.[1];
  if (stored !== undefined && guard !== undefined) {
    const told = { value, guard, rev: Number(stored), invoked: since ?? invoked, returned };
    recorder.operations.push({ kind: "conflict", ...told });
    return { kind: "conflict", rev: told.rev };
  }
  const code = refusal.exec(text)?.[1];
  assert(code !== undefined, `a save, a conflict or a refusal: ${text}`);
  if (code === "outcome_unknown") {
    recorder.lost({ ...given, invoked });
    return { kind: "unknown" };
  }
  recorder.operations.push({ kind: "refused", ...given, invoked, returned });
  return { kind: "refused" };
};

/** Reads once; what was stored, or undefined where the connection ended or the plan is not loaded. */
export const readOnce = async ({
  client,
  recorder,
  since,
}: Asking): Promise<{ readonly rev: number; readonly value: number | undefined } | undefined> => {
  const invoked = since ?? recorder.now();
  const reply = await client.request("plan/get");
  if (reply === undefined || isNotLoaded(reply)) return undefined;
  const plan = recorder.shown(reply);
  recorder.operations.push({ kind: "read", ...plan, invoked, returned: recorder.now() });
  return plan;
};

/** The same; the revision alone. */
export const read = async (asking: Asking): Promise<number | undefined> =>
  (await readOnce(asking))?.rev;
