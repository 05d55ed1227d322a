import { html, LitElement } from "lit";

class FloorplanCard extends LitElement {
  override render() {
    return html`<p>…</p>`;
  }
}

if (customElements.get("floorplan-card") === undefined)
  customElements.define("floorplan-card", FloorplanCard);
