import type { Touch } from "../../model/bindings/touch-actions.ts";
import type { PlanData, Ref } from "../../model/elements/entities.ts";
import type { MovingTargets } from "../home-assistant/positions/moving-targets.ts";
import type { ShownHeat } from "../renderer/heat/heat-picture.ts";
import { type HomeAssistantState, isThere } from "../home-assistant/home-assistant.ts";
import type { PreferredLanguages } from "../i18n/translator.ts";
import type { DrawingWords, DrawOptions } from "../renderer/options.ts";
import type { SeenHouse } from "./seen-house.ts";
import type { ZoomWords } from "./view-3d-controls.ts";

/** What the editor needs of the view. Keys that the view does not use go on to the editor. */
export interface View3dEditing {
  /** Called after each frame, to place what lies over the picture. */
  readonly drawn: (house: SeenHouse) => void;
  /** Escape was pressed around the house. */
  readonly escaped: () => void;
}

/** What the view shows, and what its gestures do. */
export interface ShownView3d {
  readonly plan: PlanData;
  readonly level: string | undefined;
  /** The plan's revision, if the plan does not hold it. */
  readonly rev?: number;
  readonly homeAssistant: HomeAssistantState;
  /** The earlier moment that is shown, in ms since 1970; undefined for the present. */
  readonly pastAt: number | undefined;
  /** Whether nothing is drawn of what things are made of. */
  readonly isPlain?: boolean | undefined;
  /** The heat map that the plan shows. */
  readonly heat?: ShownHeat | undefined;
  /** The people and things that the plan tracks; undefined where it tracks none. */
  readonly targets?: MovingTargets | undefined;
  readonly languages: PreferredLanguages;
  readonly words: { readonly card: ZoomWords; readonly drawing: DrawingWords };
  /** An element is touched as in the plan, or a place beside all of them; `isAdding`: with Shift or Ctrl. */
  readonly touch: (ref: Ref | undefined, touch: Touch, isAdding: boolean) => void;
  /** Whether a second tap on an element has an action of its own. */
  readonly awaitsSecond: (ref: Ref) => boolean;
  /** Ends the view; because the browser took the graphics away if `isLost`. */
  readonly close: (isLost: boolean) => void;
  /** What else there is where the plan is edited. */
  readonly editing?: View3dEditing;
}

/** How a house is drawn, as the plan is. */
export const optionsOf = (
  { level, homeAssistant, words, pastAt, editing }: ShownView3d,
  language: string,
): DrawOptions => {
  const isLive = isThere(homeAssistant);
  return {
    ...homeAssistant,
    states: isLive ? homeAssistant.states : undefined,
    rendered: isLive ? homeAssistant.rendered : undefined,
    interactive: editing === undefined ? "view" : "edit",
    level,
    language,
    sunAt: pastAt ?? "now",
    words: words.drawing,
  };
};
