import { FloorplanReplay } from "../home-assistant/replay/replay-bar.ts";

// A dashboard may load the module twice, under two addresses.
if (customElements.get("floorplan-replay") === undefined)
  customElements.define("floorplan-replay", FloorplanReplay);
