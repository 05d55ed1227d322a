import { html, nothing, type TemplateResult } from "lit";
import { chooseImport } from "../ui/choose-files.ts";
import { roomsOf } from "../../model/elements/rooms.ts";
import type { EditorContext } from "./context.ts";
import { shownImage } from "./image-box.ts";

/** What a blank sheet is greeted with, as long as its first room is to be drawn. */
export const welcome = ({
  session,
  view,
  texts: { editor },
}: EditorContext): TemplateResult | typeof nothing => {
  const { plan, connection } = session.state;
  // Over an image that is to be traced it would lie in the way.
  const isBlank =
    connection !== "waiting" &&
    roomsOf(plan).length === 0 &&
    shownImage(plan, view.state.level) === undefined;
  return isBlank && view.state.tool === "room"
    ? html`<div class="welcome">
        <p><strong>${editor.welcome}</strong>${editor.welcomeHint}</p>
        <button
          @click=${({ currentTarget }: Event) => {
            if (currentTarget instanceof Element) chooseImport(currentTarget);
          }}
        >
          ${editor.welcomeImport}
        </button>
      </div>`
    : nothing;
};
