import { type ScreenLimits, setUpScreens } from "../../hass/screens/set-up.ts";
import type { Hass } from "../../hass/setup.ts";
import type { Command } from "../../host/channel/command.ts";
import type { RatedLog } from "../../host/rated-log.ts";
import type { PlanActor } from "../actor.ts";
import type { MailboxLimits } from "../mailbox.ts";
import { BindingsFollower } from "./bindings-follower.ts";
import { homeAssistantSubscribe } from "../../floorplan/house/house-subscribe.ts";
import type { BindingLimits } from "./plan-bindings.ts";
import { nothingChecked, type SaveCheck, SaveChecker } from "./save-check.ts";

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
