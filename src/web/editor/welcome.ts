import { html, nothing, type TemplateResult } from "lit";
import { roomsOf } from "../../elements/rooms.ts";
import type { EditorContext } from "./context.ts";

/** What a blank sheet is greeted with, as long as its first room is to be drawn. */
export const welcome = ({
  session,
  view,
  texts: { editor },
}: EditorContext): TemplateResult | typeof nothing => {
  const { plan, connection } = session.state;
  const isBlank = connection !== "waiting" && roomsOf(plan).length === 0;
  return isBlank && view.state.tool === "room"
    ? html`<p class="welcome"><strong>${editor.welcome}</strong>${editor.welcomeHint}</p>`
    : nothing;
};
