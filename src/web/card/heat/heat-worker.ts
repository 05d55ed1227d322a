import { heatMapOf, type HeatMap, type HeatRequest } from "../../../model/heat/heat-map.ts";

/** Where this module was loaded from: a page loads it for this alone, and starts a worker from there. */
export const workerAddress = import.meta.url;

/** What the worker answers: the map, or undefined if there is nothing to show. */
export type HeatAnswer = HeatMap | undefined;

// In the worker, which has no document.
if (typeof document === "undefined")
  addEventListener("message", ({ data }: MessageEvent<HeatRequest>) =>
    postMessage(heatMapOf(data)),
  );
