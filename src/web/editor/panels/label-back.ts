import { html, type TemplateResult } from "lit";
import { type Entity, refOf } from "../../../model/elements/entities.ts";
import { hasLabelPlace } from "../../../model/editing/room-annotations.ts";
import type { ComponentContext } from "../../canvas/component.ts";
import { resetLabelPlace } from "../put-label-back.ts";

/** A button that puts the name of a room back, where somebody has dragged it. */
export const resetLabelButton = (
  room: Entity,
  context: ComponentContext,
): TemplateResult | undefined =>
  room.collection === "rooms" && hasLabelPlace(context.session.state.plan, room.data)
    ? html`<div class="row">
        <button type="button" @click=${() => resetLabelPlace(context, refOf(room))}>
          ${context.texts.walls.labelBack}
        </button>
      </div>`
    : undefined;
