import type { Command } from "../host/channel/command.ts";
import type { CommandDependencies } from "../plan/commands/domain-command.ts";
import { historyDetails, historyGet, historyList, historyTimes } from "./history-commands.ts";
import { planGet, planSave, planSubscribe } from "../plan/commands/plan-commands.ts";
import { yamlDump, yamlParse } from "../plan/commands/yaml-commands.ts";

/** Every websocket command of the integration. */
export const floorplanCommands = (integration: CommandDependencies): readonly Command[] =>
  [
    planGet,
    planSubscribe,
    planSave,
    historyList,
    historyGet,
    historyTimes,
    historyDetails,
    yamlParse,
    yamlDump,
  ].map((make) => make(integration));
