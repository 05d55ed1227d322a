import { html, LitElement } from "lit";

class FloorplanEditor extends LitElement {
  override render() {
    return html`<p>…</p>`;
  }
}

if (customElements.get("floorplan-editor") === undefined)
  customElements.define("floorplan-editor", FloorplanEditor);
