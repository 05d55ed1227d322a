import { monitorHeartbeat } from "../../client/heartbeat.ts";
import { onWake } from "../connection/retry.ts";

/** The same, which a browser's own signs hasten: that the network is lost, and that what was known may be out of date. */
export const watchHeartbeat = (...given: Parameters<typeof monitorHeartbeat>): void => {
  const [connection, , signal] = given;
  const ask = monitorHeartbeat(...given);
  window.addEventListener("offline", () => connection.reconnect(true), { signal });
  onWake(ask, signal);
};
