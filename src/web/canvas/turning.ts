import { browserChoice } from "../ui/browser-choice.ts";
import type { EditorContext } from "./component.ts";
import type { Turning } from "./view-state.ts";

/** Turned comes first, as in the view. */
const choice = browserChoice<Turning>("floorplan-turning", ["turned", "upright"]);

/** Whether this browser turns wide plans on an upright screen. */
export const storedTurning = choice.stored;

/** Turns wide plans, or no longer, and says what holds now. */
export const switchTurning = ({ view, texts, say }: EditorContext): void => {
  const turning = view.state.turning === "turned" ? "upright" : "turned";
  view.update({ turning });
  choice.store(turning);
  say(texts.editor.turnings[turning]);
};
