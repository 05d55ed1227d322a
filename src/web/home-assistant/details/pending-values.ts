import type { EntityState } from "../../../model/bindings/entity-state.ts";
import { answerMs } from "../actions/service-call.ts";
import type { Control, Label } from "./control.ts";

/** What names a control of an entity. */
export type ControlKey = Label | "power" | "hue";

type Value = number | string | boolean | undefined;

/** The name of a control, and the value that its entity has. */
export const valueOf = (
  control: Control,
): { readonly key: ControlKey; readonly value: Value } | undefined => {
  switch (control.kind) {
    case "switch":
      return { key: "power", value: control.isOn };
    case "slider":
    case "choice":
      return { key: control.label, value: control.value };
    case "colour":
      return { key: "hue", value: control.hue };
    case "buttons":
      return undefined;
  }
};

/** Degrees by which a lamp may miss a hue that it was given, as its own colour space rounds it. */
const hueTolerance = 5;

/** Whether an entity has the value that its control was given, as exactly as devices can tell. */
const isConfirmed = (control: Control, given: Value): boolean => {
  const { value } = valueOf(control) ?? {};
  if (typeof value !== "number" || typeof given !== "number") return value === given;
  const tolerance = control.kind === "slider" ? control.step / 2 : hueTolerance;
  return Math.abs(value - given) <= tolerance;
};

interface PendingValue {
  readonly value: Value;
  /** What the entity had when it was last looked at; undefined while the user still drags. */
  seen: string | undefined;
  /** Whether the entity has changed since. */
  hasMoved: boolean;
  timer?: ReturnType<typeof setTimeout>;
}

const sameAs = (state: EntityState | undefined, value: Value): string =>
  `${state?.state ?? ""} ${String(value)}`;

/**
 * The values that controls were given and that their entities do not have yet. Controls show these, so that a slow
 * device takes nothing back and the next step counts from the last. A value ends once the entity has it, when the call
 * fails, or `answerMs` after the entity last moved.
 */
export class PendingValues {
  readonly #values = new Map<string, PendingValue>();
  readonly #changed: () => void;
  readonly #unanswered: (entity: string) => void;

  /** `unanswered` is called for an entity that has not moved at all. */
  constructor(changed: () => void, unanswered: (entity: string) => void) {
    this.#changed = changed;
    this.#unanswered = unanswered;
  }

  /** The value that a control was given or is dragged to. */
  of(entity: string, key: ControlKey): Value {
    return this.#values.get(`${entity} ${key}`)?.value;
  }

  /** Whether a given value is not confirmed yet. */
  isSent(entity: string, key: ControlKey): boolean {
    return this.#values.get(`${entity} ${key}`)?.seen !== undefined;
  }

  /** Shows a value that is not final yet, as a slider's while it is dragged; undefined ends that. */
  drag(entity: string, key: ControlKey, value: number | undefined): void {
    this.drop(entity, key);
    if (value !== undefined)
      this.#values.set(`${entity} ${key}`, { value, seen: undefined, hasMoved: false });
    this.#changed();
  }

  /** A value was sent, while the control had the value `before`. */
  send(
    entity: string,
    key: ControlKey,
    value: Value,
    before: { readonly state: EntityState | undefined; readonly value: Value },
  ): void {
    this.drop(entity, key);
    const seen = sameAs(before.state, before.value);
    const pending: PendingValue = { value, seen, hasMoved: false };
    this.#values.set(`${entity} ${key}`, pending);
    this.#wait(entity, key, pending);
    this.#changed();
  }

  /** Ends a value; with `only`, unless the control was given another one since. */
  drop(entity: string, key: ControlKey, only?: { readonly value: Value }): void {
    const pending = this.#values.get(`${entity} ${key}`);
    if (pending === undefined || (only !== undefined && pending.value !== only.value)) return;
    clearTimeout(pending.timer);
    this.#values.delete(`${entity} ${key}`);
  }

  /** Compares with what the entity has now. */
  compare(entity: string, state: EntityState, controls: readonly Control[]): void {
    for (const control of controls) {
      const { key, value } = valueOf(control) ?? {};
      const pending = key && this.#values.get(`${entity} ${key}`);
      if (pending?.seen === undefined || key === undefined) continue;
      const seen = sameAs(state, value);
      if (isConfirmed(control, pending.value)) this.drop(entity, key);
      else if (seen !== pending.seen) {
        pending.seen = seen;
        pending.hasMoved = true;
        this.#wait(entity, key, pending);
      }
    }
  }

  /** Ends all of them. */
  clear(): void {
    for (const { timer } of this.#values.values()) clearTimeout(timer);
    this.#values.clear();
  }

  #wait(entity: string, key: ControlKey, pending: PendingValue): void {
    clearTimeout(pending.timer);
    pending.timer = setTimeout(() => {
      this.drop(entity, key);
      if (!pending.hasMoved) this.#unanswered(entity);
      this.#changed();
    }, answerMs);
  }
}
