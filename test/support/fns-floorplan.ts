import type { DoubleHomeAssistant } from "./double-home-assistant.ts";
import type { Message } from "./peer.ts";

/** Whole plans as they are saved, to whom they are sent. */
export interface FnsFloorplan {
  /** The stored plan; `{}` before the first save. */
  readonly plan: () => Message;
  /** Replaces the stored plan, as somebody else does. */
  readonly save: (plan: Message) => void;
}

/**
 * Gives a double the commands that FNS Floorplan has for the plan, under this service's domain: they read, save and send
 * it whole. All others are unknown.
 */
export const installFnsFloorplan = (home: DoubleHomeAssistant): FnsFloorplan => {
  let stored: Message = {};
  const subscribers = new Set<(plan: Message) => void>();
  const revision = (): number => Number(stored["rev"] ?? 0);
  const save = (plan: Message): void => {
    stored = { ...plan, rev: revision() + 1 };
    for (const send of subscribers) send(stored);
  };
  home.answer("floorplan/plan/get", () => ({ result: stored }));
  home.answer("floorplan/plan/save", (_asked, { plan, rev }) => {
    if (rev !== undefined && rev !== revision())
      return { error: { code: "conflict", message: `the stored revision is ${revision()}` } };
    save(Object(plan));
    return { result: { ok: true, rev: revision() } };
  });
  home.answer("floorplan/plan/subscribe", ({ send, keep, afterwards }) => {
    afterwards(() => {
      send(stored);
      subscribers.add(send);
    });
    keep(() => subscribers.delete(send));
    return { result: null };
  });
  return { plan: () => stored, save };
};
