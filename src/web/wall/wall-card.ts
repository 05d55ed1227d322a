import { css, type PropertyValues } from "lit";
import { FloorplanCard } from "../card/card.ts";

const bareStyle = css`
  .card {
    min-height: 0;
    border-radius: 0;
  }
  /* Below the floors, which it would cover on a narrow screen. */
  :host(:not([pinned])) .head ~ .mark {
    top: 64px;
  }
  .controls,
  :host([pinned]) .head {
    display: none;
  }
`;

/** A card without its buttons, `pinned` without its floors as well; whatever happens, it goes on showing its last plan. */
export class KioskCard extends FloorplanCard {
  static override readonly styles = [...FloorplanCard.styles, bareStyle];

  protected override willUpdate(changed: PropertyValues<this>): void {
    // Nobody stands before it who could do something about a refusal.
    if (this.plan !== undefined && typeof this.following === "object") this.following = "away";
    super.willUpdate(changed);
  }
}

customElements.define("floorplan-wall-card", KioskCard);
