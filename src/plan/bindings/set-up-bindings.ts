import { isLeft } from "fp-ts/lib/Either.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import * as t from "io-ts";
import { describe, strictObject } from "../../model/codec.ts";
import {
  type ScreenLimits,
  type ScreenAccess,
  setUpScreens,
} from "../../home-assistant/shared/set-up.ts";
import { pictureCommand } from "../../home-assistant/shared/picture-command.ts";
import { meshCommands } from "../../home-assistant/shared/mesh/mesh-commands.ts";
import { positionsSubscribe } from "../../home-assistant/shared/positions-command.ts";
import { zoneCommands } from "../../home-assistant/shared/zones/zone-commands.ts";
import type { ZoneCounts } from "../../home-assistant/shared/zones/zone-counts.ts";
import { type Command, command, commandShape, value } from "../../server/websocket/command.ts";
import type { User } from "../../auth/user.ts";
import type { ScreenUpstream } from "../../home-assistant/shared/shared-connection.ts";
import type { EventLoopTurns } from "../../server/runtime/event-loop-turns.ts";
import type { RatedLog } from "../../server/runtime/rated-log.ts";
import type { Audit } from "../../server/audit/audit.ts";
import type { RegistryIdsDocument } from "../../storage/registry-ids.ts";
import type { PlanActor } from "../actor.ts";
import type { PlanLimits } from "../read-plan.ts";
import type { MailboxLimits } from "../mailbox.ts";
import { BindingsFollower } from "./bindings-follower.ts";
import type { BindingLimits, PlanBindings } from "./plan-bindings.ts";
import { RenameFollower } from "./rename-follower.ts";
import { type SaveCheck, SaveChecker } from "./save-check.ts";
import { ZoneReader } from "./zone-reader.ts";

const homeAssistantEventCodec = t.readonly(
  t.intersection([
    t.type({
      home_assistant: t.keyof({ connected: null, away: null, none: null }),
      control: describe("whether the caller may switch anything", t.boolean),
    }),
    t.partial({ reason: describe("a sentence", t.string) }),
  ]),
);

type HomeAssistantEvent = t.TypeOf<typeof homeAssistantEventCodec>;

/** Home Assistant itself serves its users, over connections of their own. */
const isOfHomeAssistant = ({ id }: User): boolean => id.startsWith("home-assistant:");

const homeAssistantEvent = (screens: ScreenAccess | undefined, user: User): HomeAssistantEvent => {
  if (screens === undefined) return { home_assistant: "none", control: false };
  const { control } = user;
  const { connection, hasToken } = screens;
  if (!hasToken && isOfHomeAssistant(user)) return { home_assistant: "connected", control };
  if (connection.state.kind === "connected") return { home_assistant: "connected", control };
  const { reason } = connection.state;
  return hasToken
    ? { home_assistant: "away", reason, control }
    : { home_assistant: "none", reason, control: false };
};

const homeAssistantSubscribeShape = commandShape({
  admin: false,
  about: {
    summary: "sends the state of Home Assistant for the caller, now and whenever it changes",
    result: t.null,
    event: homeAssistantEventCodec,
    errors: [],
  },
  fields: strictObject({}, {}),
});

/** `house/subscribe`: whether there is a Home Assistant, whether it is away, and whether the caller may control. */
const homeAssistantSubscribe = (domain: string, screens: ScreenAccess | undefined): Command =>
  command({
    ...homeAssistantSubscribeShape,
    type: `${domain}/house/subscribe`,
    run: (_fields, { user, openStream }) => {
      const stream = openStream();
      if (isLeft(stream)) return TE.left(stream.left);
      const { emit, endsWith } = stream.right;
      const tell = (): void =>
        emit([Buffer.from(JSON.stringify(homeAssistantEvent(screens, user)))]);
      tell();
      if (screens !== undefined) endsWith(screens.connection.use({ changed: tell }));
      return TE.right(value(null));
    },
  });

/** Dependencies of the bindings. */
interface BindingsDependencies {
  readonly domain: string;
  readonly limits: BindingLimits & ScreenLimits & MailboxLimits & PlanLimits;
  /** What following renamed entities needs; undefined if the plan does not follow them. */
  readonly following?:
    | { readonly document: RegistryIdsDocument; readonly audit: Audit }
    | undefined;
  /** Undefined without Home Assistant. */
  readonly homeAssistant: ScreenUpstream | undefined;
  readonly turns: EventLoopTurns;
  readonly log: RatedLog;
}

/** The plan's bindings to Home Assistant, for screens. */
export interface BindingsService {
  /** For every user. */
  readonly commands: readonly Command[];
  /** For users whose own commands are not passed on to Home Assistant. */
  readonly shared: readonly Command[];
  /** Undefined if every user who may save may save anything. */
  readonly checkSave: SaveCheck | undefined;
  /** How many are in the plan's zones; undefined if that is not known. */
  readonly zones: ZoneCounts | undefined;
  /** Connects to Home Assistant, and follows what the plan names. */
  readonly follow: (actor: PlanActor) => Promise<void>;
  /** Disconnects; resolves when no work is in progress. */
  readonly stop: () => Promise<void>;
}

/** Sets up the bindings; without Home Assistant nothing is read. */
export const setUpBindings = (dependencies: BindingsDependencies): BindingsService => {
  const { domain, limits, homeAssistant, turns, log, following } = dependencies;
  if (homeAssistant === undefined)
    return {
      commands: [
        homeAssistantSubscribe(domain, undefined),
        pictureCommand(domain, undefined),
        positionsSubscribe(domain, undefined),
        ...zoneCommands(domain, undefined),
        ...meshCommands(domain, undefined),
      ],
      shared: [],
      checkSave: undefined,
      zones: undefined,
      follow: () => Promise.resolve(),
      stop: () => Promise.resolve(),
    };
  const namesKnown = (): Promise<void> => names.known();
  const screens = setUpScreens(homeAssistant, {
    domain,
    limits,
    namesKnown,
    findZone: (id) => zones.find(id),
    log,
  });
  const shown = (newer: PlanBindings): void => {
    screens.show(newer);
    renames?.look();
  };
  const names = new BindingsFollower(limits, turns, shown, log);
  const zones = new ZoneReader(names, limits, turns);
  const { connection, registry, hasToken } = screens;
  const pauses = connection.pauses();
  const renames =
    following !== undefined && hasToken
      ? new RenameFollower({ registry, names, ...following, limits, pauses, turns, log })
      : undefined;
  return {
    commands: [homeAssistantSubscribe(domain, screens), ...screens.own],
    shared: screens.commands,
    checkSave: new SaveChecker(names, limits, turns).check,
    zones: screens.zones,
    follow: async (actor) => {
      renames?.follow(actor);
      screens.start();
      await names.follow(actor);
    },
    stop: async () => {
      await names.stop();
      await renames?.stop();
      await screens.stop();
    },
  };
};
