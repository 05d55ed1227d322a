import { type ScreenLimits, setUpScreens } from "../../hass/screens/set-up.ts";
import type { Hass } from "../../hass/setup.ts";
import type { Command } from "../../host/channel/command.ts";
import type { RatedLog } from "../../host/rated-log.ts";
import type { PlanActor } from "../../plan/actor.ts";
import type { MailboxLimits } from "../../plan/mailbox.ts";
import { FollowedNames } from "./follow-names.ts";
import { houseSubscribe } from "./house-subscribe.ts";
import type { NameLimits } from "./plan-names.ts";
import { ChecksOfSaves, nothingChecked, type SaveCheck } from "./save-check.ts";

/** What the house is built on. */
export interface HouseSurroundings {
  readonly domain: string;
  readonly limits: NameLimits & ScreenLimits & MailboxLimits;
  /** Undefined where no Home Assistant is configured. */
  readonly hass: Pick<Hass, "context" | "own"> | undefined;
  readonly log: RatedLog;
}

/** The house around the plan, as its screens have it. */
export interface House {
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
export const setUpHouse = (surroundings: HouseSurroundings): House => {
  const { domain, limits, hass, log } = surroundings;
  if (hass === undefined)
    return {
      commands: [houseSubscribe(domain, undefined)],
      shared: [],
      checkSave: nothingChecked,
      follow: () => Promise.resolve(),
      stop: () => Promise.resolve(),
    };
  const namesKnown = (): Promise<void> => names.known();
  const screens = setUpScreens(hass, { limits, namesKnown, log });
  const names = new FollowedNames(limits, hass.context.turns, screens.show, log);
  return {
    commands: [houseSubscribe(domain, screens)],
    shared: screens.commands,
    checkSave: new ChecksOfSaves(names, limits, hass.context.turns).check,
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
