import { FloorplanDetails } from "../home-assistant/details/details.ts";

// A page may load it twice, from two addresses.
if (customElements.get("floorplan-details") === undefined)
  customElements.define("floorplan-details", FloorplanDetails);
