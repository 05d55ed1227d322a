import { left } from "fp-ts/lib/Either.js";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import type { Point } from "../../../src/model/geometry/vector.ts";
import type { PlanPointer, ToolContext } from "../../../src/web/canvas/tools/tool.ts";
import { TrackerWatch } from "../../../src/web/canvas/trackers/tracker-watch.ts";
import type { PositionListener } from "../../../src/web/home-assistant/positions/position-store.ts";
import { EditorView } from "../../../src/web/canvas/view-state.ts";
import { EditorSession } from "../../../src/web/store/editor-session.ts";
import { textsIn } from "../i18n/texts-in.ts";

/** What tools work with, without a page: a plan that is never saved, and what people are told, sentence by sentence. */
export interface ToolsAtHand extends ToolContext {
  readonly said: readonly string[];
  /** Tells the positions of targets, as the service does. */
  readonly tellPositions: PositionListener;
}

/** What tools work with on a plan. */
export const toolsOn = (plan: PlanData): ToolsAtHand => {
  const refused = async () => left({ code: "unauthorized" as const, message: "" });
  const session = new EditorSession({ save: refused, revision: refused, current: refused });
  session.connection("live");
  session.arrived({ ...plan, rev: 1 });
  const said: string[] = [];
  const listeners = new Set<PositionListener>();
  const positions = new TrackerWatch({
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    follow: () => undefined,
    end: () => undefined,
    isRefused: false,
  });
  return {
    session,
    view: new EditorView(),
    positions,
    tellPositions: (changed) => {
      for (const listener of listeners) listener(changed);
    },
    texts: textsIn("en"),
    language: "en",
    askName: () => undefined,
    say: (sentence) => void said.push(sentence),
    said,
  };
};

/** A pointer at a place of the plan, which snaps to what is within 5 cm. */
export const pointerAt = (at: Point, more: Partial<PlanPointer> = {}): PlanPointer => ({
  at,
  isAdding: false,
  snapping: { isOn: true, tolerance: 0.05 },
  pixel: 0.01,
  ...more,
});
