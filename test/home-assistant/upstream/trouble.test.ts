import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server as HttpServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createServer as createTcpServer, type Server, type Socket } from "node:net";
import { test, type TestContext } from "node:test";
import { type WebSocket, WebSocketServer } from "ws";
import { linesAbout } from "../../server/log-lines.ts";
import {
  homeAssistantProblem,
  longestPauseAfter,
  problemOfError,
} from "../../../src/home-assistant/upstream/status.ts";
import { hourMs } from "../../../src/server/runtime/time.ts";
import { until } from "../../support/timeouts.ts";
import { startDouble } from "../../support/double-home-assistant.ts";
import { freePorts } from "../../support/free-ports.ts";
import { bytesOf, Peer } from "../../support/peer.ts";
import {
  asBearer,
  healthOf,
  homeStatus,
  madeUpToken,
  objectOf,
  startBeside,
  until as attempted,
} from "../service-beside.ts";
import { serviceOf } from "../service-with-token.ts";

/** Listens on a free port until the test ends, and returns it. */
const listen = async (t: TestContext, server: Server): Promise<number> => {
  const sockets = new Set<Socket>();
  const known = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  };
  server.on("connection", known);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  assert(typeof address === "object" && address !== null);
  return address.port;
};

const http = async (t: TestContext, answer: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listen(t, createServer(answer))}`;

const websockets = async (
  t: TestContext,
  serve: (ws: WebSocket) => void,
  server: HttpServer = createServer(),
): Promise<string> => {
  new WebSocketServer({ server }).on("connection", serve);
  return `http://127.0.0.1:${await listen(t, server)}`;
};

/** The address of a port on which nobody listens. */
const nobody = async (): Promise<string> => {
  const [port] = await freePorts(1);
  return `http://127.0.0.1:${port}`;
};

const samples = new URL("../../samples/certificate/", import.meta.url);
const greeting = '{"type":"auth_required","ha_version":"2026.11.0"}';

interface Trouble {
  readonly is: string;
  readonly start: (t: TestContext) => Promise<string>;
  readonly status: string;
  /** What the log says, and nobody else. */
  readonly reason: RegExp;
}

const troubles: readonly Trouble[] = [
  {
    is: "away",
    start: nobody,
    status: "unreachable",
    reason: /^Home Assistant cannot be reached at http:\S+: .*ECONNREFUSED/,
  },
  {
    is: "behind a proxy that does not reach it",
    start: (t) => http(t, (_, response) => response.writeHead(502).end()),
    status: "unreachable",
    reason: /^Home Assistant cannot be reached at .*: it answers with HTTP status 502$/,
  },
  {
    is: "no Home Assistant but a web server",
    start: (t) => http(t, (_, response) => response.end("Welcome")),
    status: "nonsense",
    reason: /^the server at http:\S+ is not a Home Assistant: it answers with HTTP status 200$/,
  },
  {
    is: "somewhere else",
    start: (t) =>
      http(t, (_, response) => response.writeHead(301, { Location: "https://else.where/" }).end()),
    status: "nonsense",
    reason: /is not a Home Assistant: it redirects to https:\/\/else\.where\/$/,
  },
  {
    is: "no web server",
    start: async (t) => {
      const server = createTcpServer((socket) => socket.end("220 mail.example ESMTP\r\n"));
      return `http://127.0.0.1:${await listen(t, server)}`;
    },
    status: "nonsense",
    reason: /^the server at \S+ is not a Home Assistant: Parse Error/,
  },
  {
    is: "a websocket that sends no JSON",
    start: (t) => websockets(t, (ws) => ws.send("hello")),
    status: "nonsense",
    reason: /is not a Home Assistant: it sends a message that is not JSON$/,
  },
  {
    is: "a websocket that sends no text",
    start: (t) => websockets(t, (ws) => ws.send(Buffer.from(greeting), { binary: true })),
    status: "nonsense",
    reason: /is not a Home Assistant: it sends a message that is not text$/,
  },
  {
    is: "a websocket of something else",
    start: (t) => websockets(t, (ws) => ws.send('{"hello":1}')),
    status: "nonsense",
    reason: /is not a Home Assistant: it does not ask for a login$/,
  },
  {
    is: "old",
    start: (t) =>
      websockets(t, (ws) => ws.send('{"type":"auth_required","ha_version":"2022.8.7"}')),
    status: "too-old",
    reason: /^Home Assistant 2022\.8\.7 is too old: 2022\.9 or newer is needed$/,
  },
  {
    is: "of another certificate",
    start: async (t) => {
      const [key, cert] = await Promise.all(
        ["key.pem", "self-signed.pem"].map((name) => readFile(new URL(name, samples))),
      );
      return (
        await websockets(t, (ws) => ws.send(greeting), createTlsServer({ key, cert }))
      ).replace("http", "https");
    },
    status: "certificate",
    reason: /^the certificate of https:\S+ is not trusted here: self-signed certificate/,
  },
  {
    is: "slow",
    start: async (t) =>
      `http://127.0.0.1:${await listen(
        t,
        createTcpServer(() => undefined),
      )}`,
    status: "slow",
    reason: /^Home Assistant at \S+ has not answered within home-assistant-ms, 300 ms$/,
  },
];

for (const { is, start, status, reason } of troubles)
  test(`UPSTREAM-11, UPSTREAM-12, UPSTREAM-3: Home Assistant that is ${is} has its words, and plan commands know nothing of it`, async (t) => {
    const url = await start(t);
    // Nothing else is to be taken for slow where this process gets no processor for a while.
    const slow = status === "slow" ? { homeAssistantMs: 300 } : {};
    const service = await startBeside(t, { url }, { ...slow, loginFailures: 1 });
    const admin = await Peer.login(t, service.port, service.admin);
    assert.equal(await admin.save({ rooms: [] }), 1);
    const report = await homeStatus(service, status);
    assert.match(String(report["reason"]), /Home Assistant/);
    assert.doesNotMatch(String(report["reason"]), /http|127\.0\.0\.1|else\.where/);
    const health = await healthOf(service);
    assert.deepEqual([health["status"], health["rev"]], ["ready", 1]);
    const [line] = linesAbout(service.log, "Home Assistant cannot be used");
    assert.deepEqual([line?.["kind"], line?.["level"]], [status, 40]);
    assert.match(String(line?.["message"]), reason);
    const user = await Peer.open(t, service.port);
    user.send({ type: "auth", access_token: madeUpToken("anybody") });
    const closed = await user.closed;
    assert.equal(closed.code, 1013);
    // A close has room for 123 bytes.
    assert.equal(closed.reason, String(report["reason"]).slice(0, 123));
    assert.deepEqual(
      user.received.map(({ type }) => type),
      ["auth_required"],
    );
    const asked = await asBearer(service, madeUpToken("anybody"));
    assert.equal(asked.status, 503);
    assert.deepEqual(JSON.parse(asked.text), { message: report["reason"] });
    const [judged] = linesAbout(service.log, "a login cannot be checked");
    assert.match(String(judged?.["problem"]), reason, "the log has the whole of it");
    assert.equal(await admin.save({ rooms: [] }), 2);
  });

test("UPSTREAM-8, SCREEN-18: while nothing listens there, Home Assistant is tried again and again after short pauses, whatever the longest one is", async (t) => {
  let attempts = 0;
  const url = await http(t, (_, response) => {
    attempts += 1;
    response.writeHead(502).end();
  });
  await serviceOf(
    t,
    { url, owner: { longLivedToken: "any" } },
    { homeAssistantPauseMs: hourMs, refusedPauseMs: 10 },
  );
  // As many attempts with pauses that only double would take hours.
  await attempted("30 attempts", () => attempts > 30);
  const refused = await fetch(await nobody()).catch((error: unknown) => error);
  assert(refused instanceof Error && refused.cause instanceof Error);
  const [short, long] = [1, 2];
  const settings = { homeAssistantPauseMs: long, refusedPauseMs: short };
  assert.equal(longestPauseAfter(problemOfError(url, refused.cause), settings), short);
  assert.equal(longestPauseAfter(homeAssistantProblem.lost(url), settings), long);
});

test("UPSTREAM-11: without a Home Assistant `/healthz` says nothing of one", async (t) => {
  const service = await startBeside(t, { url: "" });
  assert(!Object.hasOwn(await healthOf(service), "home_assistant"));
});

test("UPSTREAM-11: `/healthz` and the log follow Home Assistant as it dies and comes back, whether anybody uses it or not", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home);
  const connected = await homeStatus(service, "connected");
  assert.deepEqual(connected, { status: "connected", version: home.version });
  await home.kill();
  await homeStatus(service, "unreachable");
  await home.restart();
  await homeStatus(service, "connected");
  const user = await Peer.login(t, service.port, home.user.accessToken);
  await user.result("get_config");
  await home.kill();
  await homeStatus(service, "unreachable");
  await home.restart();
  await homeStatus(service, "connected");
  const about = service.log.flatMap(({ msg }) => /^Home Assistant (\w+)/.exec(msg)?.[1] ?? []);
  assert.deepEqual(about, ["answers", "cannot", "answers", "cannot", "answers"]);
});

test("UPSTREAM-11: one answer that was late is no lasting problem, though connections of others stay open", async (t) => {
  const unanswered: (() => void)[] = [];
  let isLate = false;
  const home = await websockets(t, (ws) => {
    ws.send(greeting);
    ws.on("message", (data) => {
      const message = objectOf(JSON.parse(bytesOf(data).toString("utf8")));
      const answer = (): void =>
        ws.send(
          message["type"] === "auth"
            ? '{"type":"auth_ok","ha_version":"2026.11.0"}'
            : JSON.stringify({
                id: message["id"],
                type: "result",
                success: true,
                result: somebody,
              }),
        );
      if (isLate && message["type"] === "auth/current_user") unanswered.push(answer);
      else answer();
    });
  });
  const somebody = { id: "somebody", name: "Anna", is_owner: false, is_admin: true };
  // Whoever is connected is asked about again so late that only the one answer is.
  const service = await startBeside(
    t,
    { url: home },
    { homeAssistantMs: 2000, homeAssistantCheckMs: 25_000 },
  );
  const user = await Peer.login(t, service.port, madeUpToken("a"));
  await user.result("some/thing");
  isLate = true;
  assert.equal((await asBearer(service, madeUpToken("b"))).status, 503);
  assert.equal(unanswered.length, 1);
  assert.deepEqual(linesAbout(service.log, "Home Assistant cannot be used").length, 1);
  await homeStatus(service, "connected");
  await user.result("some/thing");
});

test("UPSTREAM-11, UPSTREAM-12: Home Assistant that begins to lie is left, and its users come back", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home);
  const user = await Peer.login(t, service.port, home.owner.accessToken);
  const id = user.newId();
  user.send({ id, type: "subscribe_entities" });
  await user.replyTo(id);
  await user.nextEvent();
  const events = (): number => user.received.filter(({ type }) => type === "event").length;
  const before = events();
  home.sendText('{"id":1,"type":"event","event":');
  assert.equal(await user.save({ rooms: [] }), 1);
  // The states come anew, maybe before the save is answered.
  await until(() => events() > before);
});
