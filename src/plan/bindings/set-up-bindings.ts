import { isLeft } from "fp-ts/lib/Either.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import * as t from "io-ts";
import { describe, strictObject } from "../../model/codec.ts";
import {
  type ScreenLimits,
  type ScreenAccess,
  setUpScreens,
} from "../../home-assistant/shared/set-up.ts";
import { type Command, command, value } from "../../server/websocket/command.ts";
import type { User } from "../../auth/user.ts";
import type { Hass } from "../../home-assistant/home-assistant.ts";
import type { RatedLog } from "../../server/runtime/rated-log.ts";
import type { PlanActor } from "../actor.ts";
import type { MailboxLimits } from "../mailbox.ts";
import { BindingsFollower } from "./bindings-follower.ts";
import type { BindingLimits } from "./plan-bindings.ts";
import { nothingChecked, type SaveCheck, SaveChecker } from "./save-check.ts";

const houseEventCodec = t.readonly(
  t.intersection([
    t.type({
      home_assistant: t.keyof({ connected: null, away: null, none: null }),
      control: describe("whether who asks may switch something", t.boolean),
    }),
    t.partial({ reason: describe("a sentence", t.string) }),
  ]),
);

/** How Home Assistant is for somebody. */
type HouseEvent = t.TypeOf<typeof houseEventCodec>;

/** Users of Home Assistant have what they ask for from itself, over connections of their own. */
const isOfHomeAssistant = ({ id }: User): boolean => id.startsWith("home-assistant:");

const houseEvent = (screens: ScreenAccess | undefined, user: User): HouseEvent => {
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

/** `house/subscribe`: whether there is a Home Assistant, whether it is away, and whether who asks may switch something. */
const homeAssistantSubscribe = (domain: string, screens: ScreenAccess | undefined): Command =>
  command({
    type: `${domain}/house/subscribe`,
    admin: false,
    about: {
      summary: "tells at once and whenever it changes how Home Assistant is doing for who asks",
      result: t.null,
      event: houseEventCodec,
      errors: [],
    },
    fields: strictObject({}, {}),
    run: (_fields, { user, openStream }) => {
      const stream = openStream();
      if (isLeft(stream)) return TE.left(stream.left);
      const { emit, endsWith } = stream.right;
      const tell = (): void => emit([Buffer.from(JSON.stringify(houseEvent(screens, user)))]);
      tell();
      if (screens !== undefined) endsWith(screens.connection.use({ changed: tell }));
      return TE.right(value(null));
    },
  });

/** What the house is built on. */
export interface BindingsDependencies {
  readonly domain: string;
  readonly limits: BindingLimits & ScreenLimits & MailboxLimits;
  /** Undefined where no Home Assistant is configured. */
  readonly hass: Pick<Hass, "context" | "own"> | undefined;
  readonly log: RatedLog;
}

/** The house around the plan, as its screens have it. */
export interface BindingsService {
  /** Commands of everybody. */
  readonly commands: readonly Command[];
  /** Commands of those whose own are passed on to nobody. */
  readonly shared: readonly Command[];
  readonly checkSave: SaveCheck;
  /** Connects to Home Assistant, and follows what the plan names of it. */
  readonly follow: (actor: PlanActor) => Promise<void>;
  /** Ends the connection; resolves when nothing goes on any more. */
  readonly stop: () => Promise<void>;
}

/** Sets up what screens have of the house. Without a Home Assistant nothing of it is looked at. */
export const setUpBindings = (surroundings: BindingsDependencies): BindingsService => {
  const { domain, limits, hass, log } = surroundings;
  if (hass === undefined)
    return {
      commands: [homeAssistantSubscribe(domain, undefined)],
      shared: [],
      checkSave: nothingChecked,
      follow: () => Promise.resolve(),
      stop: () => Promise.resolve(),
    };
  const namesKnown = (): Promise<void> => names.known();
  const screens = setUpScreens(hass, { limits, namesKnown, log });
  const names = new BindingsFollower(limits, hass.context.turns, screens.show, log);
  return {
    commands: [homeAssistantSubscribe(domain, screens)],
    shared: screens.commands,
    checkSave: new SaveChecker(names, limits, hass.context.turns).check,
    follow: async (actor) => {
      screens.start();
      await names.follow(actor);
    },
    stop: async () => {
      await names.stop();
      await screens.stop();
    },
  };
};
