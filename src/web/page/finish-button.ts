import { html, type TemplateResult } from "lit";
import { choose, readConfig } from "../card/config.ts";
import { type Finish, finishChoice } from "../ui/browser-choice.ts";

/** How the card draws with each finish. */
export const configOf = {
  materials: readConfig({ heat_map: choose }),
  plain: readConfig({ plain: true, heat_map: choose }),
};

/** A plank floor, half of which is bare. */
const sign = "M4 4h16v16H4zM12 4v16M4 9h8M4 15h8M8 4v5M6 9v6M9 15v5";

/** A button that draws the plan in plain colours, or with its materials again; this browser remembers it. */
export const finishButton = (
  { plain }: { readonly plain: string },
  finish: Finish,
  chosen: (finish: Finish) => void,
): TemplateResult =>
  html`<button
    class="finish"
    aria-label=${plain}
    title=${plain}
    aria-pressed=${finish === "plain"}
    @click=${() => {
      const next = finish === "plain" ? "materials" : "plain";
      finishChoice.store(next);
      chosen(next);
    }}
  >
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${sign}></path></svg>
  </button>`;
