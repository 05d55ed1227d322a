import { html, type TemplateResult } from "lit";
import { type Entity, refOf } from "../../../model/elements/entities.ts";
import { hasLabelPlace } from "../../model/label.ts";
import type { PartContext } from "../part.ts";
import { putLabelBack } from "../put-label-back.ts";

/** A button that puts the name of a room back, where somebody has dragged it. */
export const labelBack = (room: Entity, context: PartContext): TemplateResult | undefined =>
  room.collection === "rooms" && hasLabelPlace(context.session.state.plan, room.data)
    ? html`<div class="row">
        <button type="button" @click=${() => putLabelBack(context, refOf(room))}>
          ${context.texts.walls.labelBack}
        </button>
      </div>`
    : undefined;
