import { watchPulse } from "../../client/pulse.ts";
import { onWake } from "./wake.ts";

/** The same, which a browser's own signs hasten: that the network is lost, and that what was known may be out of date. */
export const watchPulseHere = (...given: Parameters<typeof watchPulse>): void => {
  const [connection, , signal] = given;
  const ask = watchPulse(...given);
  window.addEventListener("offline", () => connection.reconnect(true), { signal });
  onWake(ask, signal);
};
