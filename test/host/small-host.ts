import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { isRight, right } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { defaultConfig } from "../../src/config.ts";
import { noAudit } from "../../src/host/audit.ts";
import { Channel } from "../../src/host/channel/channel.ts";
import { type Command, registry } from "../../src/host/channel/command.ts";
import { addressReader } from "../../src/host/http/client-address.ts";
import { hostRule } from "../../src/host/http/hosts.ts";
import { HttpServer, type Upgrade } from "../../src/host/http/http-server.ts";
import { Origins } from "../../src/host/http/origins.ts";
import { Places, placesIn } from "../../src/host/http/places.ts";
import type { Route } from "../../src/host/http/route.ts";
import { router } from "../../src/host/http/router.ts";
import { LoopTurns } from "../../src/host/loop-turns.ts";
import { RatedLog } from "../../src/host/rated-log.ts";
import type { LogLine } from "../support/service.ts";

const user = {
  id: "1",
  name: "anybody",
  admin: true,
  owner: true,
  control: false,
} as const;

/** What a test may choose of it. */
export interface SmallHostChoices {
  /** Whether tokens still do. */
  readonly holds?: () => boolean;
  readonly routes?: readonly Route[];
}

/** The host alone, with the commands that a test gives it; every token is let in, as long as it holds. */
export const startSmallHost = async (
  t: TestContext,
  commands: readonly Command[],
  { holds = (): boolean => true, routes = [] }: SmallHostChoices = {},
): Promise<{ readonly port: number; readonly log: readonly LogLine[] }> => {
  const log: LogLine[] = [];
  const stream = { write: (line: string) => void log.push(JSON.parse(line)) };
  const logger = pino({ level: "debug" }, stream);
  const limits = defaultConfig();
  const places = new Places(placesIn({ ...limits, descriptors: Infinity }));
  const turns = new LoopTurns();
  const ratedLog = new RatedLog(logger);
  const context = {
    limits,
    places,
    turns,
    ratedLog,
    boundary: ratedLog.boundary,
    audit: noAudit,
    registry: registry(commands),
    login: () =>
      Promise.resolve(right({ user, by: "token" as const, key: "1", holds, elsewhere: undefined })),
    admission: () => Promise.resolve(undefined),
  };
  const channel = new Channel(context, logger);
  const upgrade: Upgrade = (request, socket, head) => {
    channel.accept(request, socket, head, "127.0.0.1");
    return undefined;
  };
  const upgrades = new Map([["/api/websocket", upgrade]]);
  const origins = Origins.read("");
  const addresses = addressReader("");
  assert(isRight(origins) && isRight(addresses));
  const server = new HttpServer({
    router: router(routes, origins.right, ratedLog),
    upgrades,
    hostProblem: hostRule("test", "127.0.0.1", []),
    tls: undefined,
    origins: origins.right,
    addresses: addresses.right,
    places,
    limits,
    log: logger,
    ratedLog,
    turns,
  });
  const listening = await server.listen("127.0.0.1", 0);
  assert(isRight(listening));
  t.after(async () => {
    const closed = server.finish();
    channel.terminate();
    server.terminate();
    await closed;
  });
  return { port: listening.right.port, log };
};
