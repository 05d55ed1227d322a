import type { Command } from "../host/channel/command.ts";
import type { Integration } from "./domain-command.ts";
import { historyGet } from "./history-get.ts";
import { historyList } from "./history-list.ts";
import { planGet } from "./plan-get.ts";
import { planSave } from "./plan-save.ts";
import { planSubscribe } from "./plan-subscribe.ts";
import { yamlDump } from "./yaml-dump.ts";
import { yamlParse } from "./yaml-parse.ts";

/** Every websocket command of the integration. */
export const floorplanCommands = (integration: Integration): readonly Command[] =>
  [planGet, planSubscribe, planSave, historyList, historyGet, yamlParse, yamlDump].map((make) =>
    make(integration),
  );
