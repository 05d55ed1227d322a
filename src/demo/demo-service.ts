import { isLeft, right } from "fp-ts/lib/Either.js";
import * as TE from "fp-ts/lib/TaskEither.js";
import * as t from "io-ts";
import type { User } from "../auth/user.ts";
import { strictObject } from "../model/codec.ts";
import type { ScreenUpstream } from "../home-assistant/shared/shared-connection.ts";
import { screenLimits } from "../home-assistant/shared/set-up.ts";
import { switchLimits } from "../home-assistant/shared/call-service.ts";
import { bindingLimits } from "../plan/bindings/plan-bindings.ts";
import { setUpBindings } from "../plan/bindings/set-up-bindings.ts";
import { changeLimits } from "../plan/changes/read-patch.ts";
import { changeCommands } from "../plan/commands/change-commands.ts";
import { planCommands } from "../plan/commands/plan-commands.ts";
import { yamlCommands } from "../plan/commands/yaml-commands.ts";
import { mailboxLimits } from "../plan/mailbox.ts";
import { loadPlan, PlanHolder } from "../plan/plan-holder.ts";
import { presenceCommands } from "../plan/presence/presence-commands.ts";
import { PresenceRegistry, presenceLimits } from "../plan/presence/presence.ts";
import { planLimits } from "../plan/read-plan.ts";
import { defaultConfig } from "../server/config.ts";
import { EventLoopTurns } from "../server/runtime/event-loop-turns.ts";
import { RatedLog } from "../server/runtime/rated-log.ts";
import {
  type Command,
  command,
  coreCommands,
  registry,
  value,
} from "../server/websocket/command.ts";
import { DeliveryQueue } from "../server/websocket/event-stream.ts";
import { connectionLimits, Viewers } from "../server/websocket/limits.ts";
import type { HomeYaml } from "../server/yaml/service.ts";
import { yamlLimits } from "../server/yaml/types.ts";
import type { OpenedStore } from "./plan-store.ts";
import { type Port, servePort } from "./port-session.ts";

/** The settings and limits of a service, as far as the demo's parts have any. */
const config = {
  ...defaultConfig(),
  ...bindingLimits,
  ...changeLimits,
  ...connectionLimits,
  ...mailboxLimits,
  ...planLimits,
  ...presenceLimits,
  ...screenLimits,
  ...switchLimits,
  ...yamlLimits,
};

/** Everybody who opens the demo: may do everything. */
const visitor: User = {
  id: "visitor",
  name: "Demo",
  owner: true,
  admin: true,
  control: true,
  positions: true,
};

/** YAML in the worker itself, whose only user waits for it. It is loaded when it is wanted. */
const yaml: HomeYaml = {
  parse: (text) => async () => (await import("../server/yaml/parse.ts")).yamlToJson(text, config),
  dump: (json) => async () => (await import("../server/yaml/dump.ts")).dumpYaml(json, config),
  refusal: () => undefined,
};

/** `demo/lasting`: tells the demo's page what becomes of what is saved. */
const lastingCommand = (domain: string, isLasting: boolean): Command =>
  command({
    type: `${domain}/demo/lasting`,
    admin: false,
    about: {
      summary: "says whether what is saved stays in this browser",
      result: t.boolean,
      errors: [],
    },
    fields: strictObject({}, {}),
    run: () => TE.right(value(isLasting)),
  });

/** A service without a socket, a disk or anybody but its visitor. */
export interface DemoService {
  /** Serves a page over its end of a channel. */
  readonly serve: (port: Port) => void;
}

/** Composes the service of the demo from the parts of the real one. */
export const startDemoService = async (
  { log: planLog, isLasting }: OpenedStore,
  homeAssistant: ScreenUpstream,
): Promise<DemoService> => {
  const { domain } = config;
  const log = new RatedLog({ warn: console.warn, error: console.error });
  const { boundary } = log;
  const turns = new EventLoopTurns();
  const plan = new PlanHolder();
  const bindings = setUpBindings({ domain, limits: config, homeAssistant, turns, log });
  const dependencies = { domain, plan, limits: config, checkSave: bindings.checkSave };
  const runner = {
    limits: config,
    registry: registry(
      [
        ...coreCommands,
        ...planCommands(dependencies),
        ...changeCommands(dependencies),
        ...yamlCommands({ domain, plan, yaml }),
        ...presenceCommands(domain, new PresenceRegistry(config, boundary)),
        ...bindings.commands,
        lastingCommand(domain, isLasting),
      ],
      bindings.shared,
    ),
    turns,
    durable: {
      kind: "durable" as const,
      deliveries: new DeliveryQueue(boundary, () => undefined),
    },
    latest: {
      kind: "latest" as const,
      deliveries: new DeliveryQueue(boundary, () => undefined),
    },
    viewers: new Viewers(config),
  };
  const opened = await loadPlan(async () => right(planLog), plan, {
    limits: config,
    boundary,
    log: { info: () => undefined, error: console.error },
    recovered: () => undefined,
  });
  if (isLeft(opened)) throw new Error(opened.left);
  boundary("the plan's bindings could not be followed", bindings.follow)(opened.right.actor);
  return { serve: (port) => servePort(port, visitor, { runner, boundary, log }) };
};
