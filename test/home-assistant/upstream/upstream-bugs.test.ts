import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { isRight, right } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { testConfig } from "../../support/config.ts";
import { UpstreamProxy } from "../../../src/home-assistant/proxy/upstream-proxy.ts";
import { Sockets } from "../../../src/home-assistant/upstream/handshake.ts";
import { FailedLogins } from "../../../src/home-assistant/upstream/failed-logins.ts";
import { HomeAssistantStatus } from "../../../src/home-assistant/upstream/status.ts";
import {
  connectUpstream,
  type UpstreamContext,
} from "../../../src/home-assistant/upstream/connection.ts";
import type { ProxiedCommand } from "../../../src/server/websocket/command.ts";
import type { CloseReason } from "../../../src/server/websocket/close.ts";
import { EventLoopTurns } from "../../../src/server/runtime/event-loop-turns.ts";
import { RatedLog } from "../../../src/server/runtime/rated-log.ts";
import { startDouble } from "../../support/double-home-assistant.ts";
import type { LogLine } from "../../support/service.ts";
import { until } from "../service-beside.ts";

/** A home, what connections to it need, and the lines of its log. */
const startContext = async (t: TestContext) => {
  const home = await startDouble(t);
  const log: LogLine[] = [];
  const logger = pino({}, { write: (line: string) => void log.push(JSON.parse(line)) });
  const ratedLog = new RatedLog(logger);
  const sockets = new Sockets();
  t.after(() => {
    sockets.terminate();
    ratedLog.close();
  });
  const settings = { ...testConfig(), homeAssistant: home.url };
  const context: UpstreamContext = {
    settings,
    failures: new FailedLogins(settings, undefined, ratedLog.boundary),
    status: new HomeAssistantStatus(logger, ratedLog),
    turns: new EventLoopTurns(),
    sockets,
    log: ratedLog,
  };
  return { home, context, log };
};

const text = (type: string) => (id: number) => [Buffer.from(JSON.stringify({ id, type }))];

const fault = (): never => {
  throw new Error("a fault");
};

for (const [how, long] of [
  ["short", 1],
  ["long", 100_000],
] as const)
  test(`OPS-14: a ${how} message of Home Assistant that cannot be taken is a bug of its own, and the next are taken`, async (t) => {
    const { home, context, log } = await startContext(t);
    for (const type of ["a", "b"]) home.answer(type, () => ({ result: "x".repeat(long) }));
    const connected = await connectUpstream(context, home.owner.accessToken, "stranger");
    assert(isRight(connected));
    const told: string[] = [];
    const asked = (type: string, take: () => void): unknown =>
      connected.right.send(text(type), {
        take,
        failed: () => void told.push(`${type} failed`),
        lost: () => void told.push(`${type} is lost`),
      });
    asked("a", fault);
    asked("b", () => void told.push("b is answered"));
    await until("both", () => told.length === 2);
    assert.deepEqual(told, ["a failed", "b is answered"]);
    assert(connected.right.isOpen);
    const line = log.find(({ level }) => Number(level) === 50);
    assert.match(JSON.stringify(line?.["err"]), /a fault.*upstream-bugs\.test\.ts:\d+/);
  });

test("OPS-14: a bug in what is passed on closes the connection that it was passed on for with 1011", async (t) => {
  const { home, context, log } = await startContext(t);
  home.answer("a", () => ({ result: 1 }));
  const closed = new Promise<CloseReason>((close) => {
    const source = {
      key: "a",
      holds: () => true,
      accessToken: () => Promise.resolve(right(home.owner.accessToken)),
    };
    const returns = {
      send: fault,
      refuse: fault,
      keepsUp: () => undefined,
      noRoom: () => undefined,
      close,
    };
    const passing = new UpstreamProxy(
      context,
      source,
      returns,
      () => undefined,
      () => undefined,
    );
    const command: ProxiedCommand = { id: 1, type: "a", withId: text("a") };
    passing.pass(command);
    t.after(() => passing.end());
  });
  assert.equal((await closed).code, 1011);
  assert.equal(log.filter(({ level }) => Number(level) === 50).length, 1);
});

test("OPS-14: where the end of a connection to Home Assistant is not taken, it is over all the same, for everybody who waits", async (t) => {
  const { home, context, log } = await startContext(t);
  home.answer("a", () => undefined);
  context.status.opened = () => fault;
  const connected = await connectUpstream(context, home.owner.accessToken, "stranger");
  assert(isRight(connected));
  const lost = new Promise<unknown>((resolve) => {
    connected.right.send(text("a"), { take: fault, failed: fault, lost: resolve });
  });
  await home.whenReceived("a", 1);
  await home.restart();
  assert.equal((await connected.right.closed).kind, "unreachable");
  assert.equal(await lost, await connected.right.closed);
  const line = log.find(({ level }) => Number(level) === 50);
  assert.match(JSON.stringify(line?.["err"]), /a fault/);
});
