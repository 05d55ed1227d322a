import { isLeft, left, right } from "fp-ts/lib/Either.js";
import { noZones } from "../../model/zones/zone-occupants.ts";
import type { Call, Command } from "../../server/websocket/command.ts";
import type { RatedLog } from "../../server/runtime/rated-log.ts";
import { EntityList, screenCommands, type ReferencedNames } from "./screen-commands.ts";
import {
  LongReadConnection,
  noToken,
  type ScreenUpstream,
  SharedConnection,
} from "./shared-connection.ts";
import { EntityRegistry } from "./entity-registry.ts";
import { type PositionLimits, Positions } from "./positions.ts";
import { type MeshLimits, meshLimits } from "./mesh/house.ts";
import { meshCommands } from "./mesh/mesh-commands.ts";
import { MeshReader } from "./mesh/mesh-reader.ts";
import { positionsSubscribe } from "./positions-command.ts";
import { pictureCommand } from "./picture-command.ts";
import { FairRateLimiter, readCommands } from "./read-commands.ts";
import { resourceCommands } from "./resource-commands.ts";
import { callService, type SwitchLimits } from "./call-service.ts";
import { SharedHomeAssistant } from "./shared-home-assistant.ts";
import { vacuumMapLimits } from "./vacuum-maps.ts";
import { type FindZone, zoneCommands, type ZoneLimits, zoneLimits } from "./zones/zone-commands.ts";
import { type CountLimits, countLimits, ZoneCounts } from "./zones/zone-counts.ts";

/** Limits on screens. */
export interface ScreenLimits
  extends SwitchLimits, PositionLimits, ZoneLimits, CountLimits, MeshLimits {
  /** How far back history may be requested, in milliseconds. */
  readonly historyMs: number;
  /** Entities in a plan, and so in a list. */
  readonly planEntities: number;
  /** Requests per second with potentially long answers: history, icons and translations. */
  readonly historyReads: number;
  /** Levels of nesting in the parsed parts of a message. */
  readonly messageDepth: number;
}

/**
 * Nobody notices a light that changes a tenth of a second late. The reads of all screens leave Home Assistant's
 * database room for its other work.
 */
export const screenLimits = {
  statesMs: 100,
  historyReads: 20,
  ...vacuumMapLimits,
  ...zoneLimits,
  ...countLimits,
  ...meshLimits,
};

/** Dependencies of access for screens. */
interface ScreenSetup {
  readonly domain: string;
  readonly limits: ScreenLimits;
  /** Resolves once `show` was called with the newest plan's names. */
  readonly namesKnown: () => Promise<void>;
  /** Finds a zone of the stored plan. */
  readonly findZone: FindZone;
  readonly log: RatedLog;
}

/** Home Assistant, for screens with our own tokens. */
export interface ScreenAccess {
  readonly connection: SharedConnection;
  readonly registry: EntityRegistry;
  /** Whether the service has a token for Home Assistant. */
  readonly hasToken: boolean;
  readonly commands: readonly Command[];
  /** For everyone: Home Assistant has no such commands. */
  readonly own: readonly Command[];
  /** How many are in the plan's zones; undefined without a token, as nobody is anywhere then. */
  readonly zones: ZoneCounts | undefined;
  /** A newer plan names these. */
  readonly show: (names: ReferencedNames) => void;
  /** Connects, and keeps trying. */
  readonly start: () => void;
  readonly stop: () => Promise<void>;
}

/** Sets up what connections with our own tokens may ask of Home Assistant, all over one connection of the service. */
export const setUpScreens = (
  { hasToken, longestPauseMs, connect, picture }: ScreenUpstream,
  { domain, limits, namesKnown, findZone, log }: ScreenSetup,
): ScreenAccess => {
  const connection = new SharedConnection({
    connect,
    longestPauseMs,
    reason: hasToken ? "Home Assistant was not reached yet" : noToken,
    boundary: log.boundary,
  });
  const readConnection = new LongReadConnection(async () => {
    const connected = await connect();
    return isLeft(connected) ? left(connected.left.reason) : right(connected.right.client);
  }, log.boundary);
  const homeAssistant = new SharedHomeAssistant(connection, limits.statesMs, log);
  let names: ReferencedNames = {
    entities: new Set(),
    templates: new Set(),
    controls: new Set(),
    calls: [],
    targets: [],
    floors: {},
    zones: noZones,
  };
  const positions = hasToken ? new Positions(connection, picture, limits, log) : undefined;
  const zones = positions && new ZoneCounts(positions, connection, limits, log.boundary);
  const reader = hasToken ? new MeshReader({ connect }, limits, log.boundary) : undefined;
  const entityList = new EntityList(limits.planEntities);
  const screens = { homeAssistant, names: () => names, namesKnown, entityList };
  const rate = new FairRateLimiter(limits.historyReads);
  const reading = { ...screens, connection: readConnection, limits, rate };
  const meshes = reader && {
    homeAssistant,
    reader,
    past: (call: Call) => ({ connection: readConnection, limits, next: () => rate.next(call) }),
    historyMs: limits.historyMs,
  };
  return {
    connection,
    registry: new EntityRegistry(homeAssistant, readConnection, limits.messageDepth),
    hasToken,
    commands: [
      ...screenCommands(screens),
      callService(screens, limits),
      ...readCommands(reading),
      ...resourceCommands(reading),
    ],
    own: [
      pictureCommand(domain, { ...screens, read: picture, rate }),
      positionsSubscribe(domain, positions),
      ...zoneCommands(domain, { connection, findZone, limits }),
      ...meshCommands(domain, meshes),
    ],
    zones,
    show: (newer) => {
      names = newer;
      homeAssistant.show(newer);
      positions?.show(newer);
      zones?.show(newer.zones);
    },
    start: () => {
      if (hasToken) connection.start();
    },
    stop: async () => {
      rate.lift();
      homeAssistant.close();
      zones?.close();
      positions?.close();
      reader?.close();
      await readConnection.close();
    },
  };
};
