import { type Either, isLeft, left, mapLeft, right } from "fp-ts/lib/Either.js";
import type { Command } from "../../server/websocket/command.ts";
import type { RatedLog } from "../../server/runtime/rated-log.ts";
import type { HassProblem } from "../upstream/status.ts";
import type { Hass } from "../home-assistant.ts";
import type { UpstreamConnection } from "../upstream/connection.ts";
import { EntityList, screenCommands, type ShownNames } from "./screen-commands.ts";
import { LongReadConnection, SharedConnection } from "./shared-connection.ts";
import { FairRateLimiter, readCommands } from "./read-commands.ts";
import { resourceCommands } from "./resource-commands.ts";
import { callService, type SwitchLimits } from "./call-service.ts";
import { SharedHass } from "./shared-hass.ts";
import { UpstreamClient } from "./upstream-client.ts";

/** What screens are bounded by. */
export interface ScreenLimits extends SwitchLimits {
  /** Least milliseconds between two reports of changed states. */
  readonly statesMs: number;
  /** Milliseconds of the past that may be asked for. */
  readonly historyMs: number;
  /** Entities of a plan, and so of a list of some. */
  readonly planEntities: number;
  /** Questions a second whose answers may be long: about the past, icons and words. */
  readonly historyReads: number;
}

/**
 * Nobody sees a light change in less than a tenth of a second; all screens together ask Home Assistant for no more than its
 * database answers besides what it does for others.
 */
export const screenLimits = { statesMs: 100, historyReads: 20 };

/** What they are set up with. */
interface ScreenSetup {
  readonly limits: ScreenLimits;
  /** Resolves when it was told what the newest plan names. */
  readonly namesKnown: () => Promise<void>;
  readonly log: RatedLog;
}

/** What screens with our own tokens have of Home Assistant. */
export interface ScreenAccess {
  readonly connection: SharedConnection;
  /** Whether the service has a token for it at all. */
  readonly hasToken: boolean;
  readonly commands: readonly Command[];
  /** A newer plan names this. */
  readonly show: (names: ShownNames) => void;
  /** Connects, and goes on trying. */
  readonly start: () => void;
  readonly stop: () => Promise<void>;
}

const noToken =
  "this service has no token of Home Assistant for its screens: --home-assistant-token-file names its file";

/** Sets up what connections of our own tokens may ask of Home Assistant: all of them over one connection of the service. */
export const setUpScreens = (
  { context, own }: Pick<Hass, "context" | "own">,
  { limits, namesKnown, log }: ScreenSetup,
): ScreenAccess => {
  const { settings } = context;
  const hasToken = own.isPossible;
  const connect = async (): Promise<Either<string, UpstreamConnection>> =>
    hasToken ? mapLeft(({ message }: HassProblem) => message)(await own.connect()) : left(noToken);
  const connection = new SharedConnection({
    connect: async () => {
      const connected = await connect();
      if (isLeft(connected)) return connected;
      const client = new UpstreamClient(connected.right, context);
      const closed = connected.right.closed.then(({ message }) => message);
      return right({ client, closed, close: client.close });
    },
    longestPauseMs: settings.homeAssistantPauseMs,
    reason: hasToken ? "Home Assistant was not reached yet" : noToken,
    boundary: log.boundary,
  });
  const readConnection = new LongReadConnection(async () => {
    const connected = await connect();
    return isLeft(connected) ? connected : right(new UpstreamClient(connected.right, context));
  }, log.boundary);
  const hass = new SharedHass(connection, limits.statesMs, log);
  let names: ShownNames = {
    entities: new Set(),
    templates: new Set(),
    controls: new Set(),
    calls: [],
  };
  const entityList = new EntityList(limits.planEntities);
  const screens = { hass, names: () => names, namesKnown, entityList };
  const rate = new FairRateLimiter(limits.historyReads);
  const reading = { ...screens, connection: readConnection, limits, rate };
  return {
    connection,
    hasToken,
    commands: [
      ...screenCommands(screens),
      callService(screens, limits),
      ...readCommands(reading),
      ...resourceCommands(reading),
    ],
    show: (newer) => {
      names = newer;
      hass.show(newer);
    },
    start: () => {
      if (hasToken) connection.start();
    },
    stop: async () => {
      rate.lift();
      hass.close();
      await readConnection.close();
    },
  };
};
