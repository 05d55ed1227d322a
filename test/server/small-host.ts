import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { isRight, right } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { testConfig } from "../support/config.ts";
import { noAudit } from "../../src/server/audit/audit.ts";
import { Connections } from "../../src/server/websocket/connections.ts";
import { type Command, registry } from "../../src/server/websocket/command.ts";
import { addressReader } from "../../src/server/http/client-address.ts";
import { hostRule, Origins } from "../../src/server/http/origins.ts";
import { HttpServer, type Upgrade } from "../../src/server/http/http-server.ts";
import { ConnectionSlots, slotLimitsFor } from "../../src/server/http/connection-slots.ts";
import { type Route, router } from "../../src/server/http/routes.ts";
import { EventLoopTurns } from "../../src/server/runtime/event-loop-turns.ts";
import { RatedLog } from "../../src/server/runtime/rated-log.ts";
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
  const limits = testConfig();
  const slots = new ConnectionSlots(slotLimitsFor({ ...limits, descriptors: Infinity }));
  const turns = new EventLoopTurns();
  const ratedLog = new RatedLog(logger);
  const context = {
    limits,
    slots,
    turns,
    ratedLog,
    boundary: ratedLog.boundary,
    audit: noAudit,
    registry: registry(commands),
    login: () =>
      Promise.resolve(right({ user, by: "token" as const, key: "1", holds, proxy: undefined })),
    admission: () => Promise.resolve(undefined),
  };
  const channel = new Connections(context, logger);
  const upgrade: Upgrade = (request, socket, head) => {
    channel.accept(request, socket, head, "127.0.0.1");
    return undefined;
  };
  const origins = Origins.read("");
  const addresses = addressReader("");
  assert(isRight(origins) && isRight(addresses));
  const server = new HttpServer({
    router: router(routes, origins.right, ratedLog),
    upgradeOf: ({ url }) => (url === "/api/websocket" ? upgrade : undefined),
    hostProblem: hostRule("test", "127.0.0.1", []),
    tls: undefined,
    origins: origins.right,
    addresses: addresses.right,
    slots,
    limits,
    log: logger,
    ratedLog,
    turns,
  });
  const listening = await server.listen({ host: "127.0.0.1", port: 0 });
  assert(isRight(listening));
  t.after(async () => {
    const closed = server.finish();
    channel.terminate();
    server.terminate();
    await closed;
  });
  return { port: listening.right.port, log };
};
