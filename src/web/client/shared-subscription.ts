import type { PlanData } from "../../model/elements/entities.ts";
import type { SubscriptionState, PlanSource } from "../connection/plan-client.ts";

type Subscribe = PlanSource["subscribe"];

interface Listener {
  readonly onPlan: (plan: PlanData) => void;
  readonly onState: (state: SubscriptionState) => void;
}

/**
 * Lets any number of listeners follow a plan over one subscription; who comes later gets at once what the
 * others have. The subscription ends with its last listener.
 */
export const sharedSubscription = (subscribe: Subscribe): Subscribe => {
  const listeners = new Set<Listener>();
  let plan: PlanData | undefined;
  let state: SubscriptionState | undefined;
  let end: (() => void) | undefined;
  const begin = (): (() => void) =>
    subscribe(
      (next) => {
        plan = next;
        for (const { onPlan } of listeners) onPlan(next);
      },
      (next) => {
        state = next;
        for (const { onState } of listeners) onState(next);
      },
    );
  return (onPlan, onState) => {
    const listener = { onPlan, onState };
    listeners.add(listener);
    if (plan !== undefined) onPlan(plan);
    if (state !== undefined) onState(state);
    end ??= begin();
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      end?.();
      end = undefined;
      plan = undefined;
      state = undefined;
    };
  };
};
