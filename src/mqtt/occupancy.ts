import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import type { ZoneCounts } from "../home-assistant/shared/zones/zone-counts.ts";
import { coalescing } from "../server/runtime/coalescing.ts";
import type { RatedLog } from "../server/runtime/rated-log.ts";
import type { Storage } from "../storage/storage.ts";
import { type BrokerLimits, readBrokerAddress } from "./broker-address.ts";
import { BrokerStatus } from "./broker-status.ts";
import type { ZoneTeller } from "./zone-teller.ts";

interface OccupancySetup {
  /** `mqtt`: the broker's address; empty for none. */
  readonly limits: BrokerLimits & { readonly mqtt: string };
  readonly storage: Pick<Storage, "homeId" | "shared">;
  /** Undefined if the service has no token of Home Assistant, and so knows of nobody. */
  readonly zones: Pick<ZoneCounts, "follow"> | undefined;
  readonly log: Logger;
  readonly ratedLog: RatedLog;
}

/** What tells Home Assistant by MQTT whether zones are occupied. */
export interface Occupancy {
  readonly status: BrokerStatus;
  /** Begins to tell, or to wait until this node of a cluster is the one that does. */
  readonly start: () => Promise<void>;
  /** Tells that nothing is known any more. */
  readonly stop: () => Promise<void>;
}

/** Sets it up; undefined without a broker. Left: which setting is at fault, without its value. */
export const setUpOccupancy = ({
  limits,
  storage,
  zones,
  log,
  ratedLog,
}: OccupancySetup): Either<string, Occupancy | undefined> => {
  if (limits.mqtt === "") return right(undefined);
  const address = readBrokerAddress(limits.mqtt);
  if (isLeft(address)) return left(`--mqtt: ${address.left}`);
  if (zones === undefined)
    return left("--mqtt: needs --home-assistant and --home-assistant-token-file");
  const { boundary } = ratedLog;
  const status = new BrokerStatus(log, ratedLog);
  let teller: ZoneTeller | undefined;
  let leads = storage.shared === undefined;
  let leave: (() => Promise<void>) | undefined;
  let isOver = false;
  // One after the other: a farewell takes a moment.
  const follow = coalescing(async () => {
    if (leads && !isOver) return teller?.start();
    await teller?.stop();
    if (!isOver) status.standby();
  });
  const changed = boundary("zones could not be told by this node", (now: boolean) => {
    leads = now;
    return follow();
  });
  return right({
    status,
    start: async () => {
      const home = await storage.homeId();
      if (isLeft(home)) {
        ratedLog.warn({ problem: home.left }, "zones cannot be told: the home has no id");
        return;
      }
      // Loaded lazily: a service that tells nothing needs none of it.
      const { ZoneTeller: Teller } = await import("./zone-teller.ts");
      if (isOver) return;
      teller = new Teller({
        address: address.right,
        home: home.right,
        follow: (listener) => zones.follow(listener),
        limits,
        boundary,
        status,
      });
      leave = storage.shared?.lead(changed);
      await follow();
    },
    stop: async () => {
      isOver = true;
      await follow();
      await leave?.();
    },
  });
};
