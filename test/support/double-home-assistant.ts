import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { WebSocketServer } from "ws";
import { freePorts } from "./free-ports.ts";
import type { Command } from "./home-assistant/double-commands.ts";
import { type ReceivedMessage, ReceivedMessages } from "./home-assistant/received-messages.ts";
import { DoubleFailures } from "./home-assistant/double-failures.ts";
import { DoubleCore } from "./home-assistant/double-core.ts";
import { answerHttp } from "./home-assistant/double-http.ts";
import { DoublePeople } from "./home-assistant/double-users.ts";
import { DoubleSession, type Shared } from "./home-assistant/double-session.ts";
import type { HomeAssistant } from "./home-assistant/home-assistant-under-test.ts";
import type { TestScope } from "./service.ts";

/** A Home Assistant that tests can lead: `core` has its states, templates and registries. */
export interface DoubleHomeAssistant extends HomeAssistant {
  readonly core: DoubleCore;
  /** Sets the answer to a type of command; without `command` restores the double's own. */
  readonly answer: (type: string, command?: Command) => void;
  /** Sets the version that it reports to new connections. */
  readonly claim: (version: string) => void;
  /** Sends text, valid or not, to every connection. */
  readonly sendText: (text: string) => void;
  /** The current numbers of connections and subscriptions. */
  readonly connections: () => number;
  readonly subscriptions: () => number;
  /** All messages received so far, in order. */
  readonly received: readonly ReceivedMessage[];
  /** The received messages of a type. */
  readonly of: (type: string) => readonly ReceivedMessage[];
  /** Resolves with these once there are so many. */
  readonly whenReceived: (type: string, many: number) => Promise<readonly ReceivedMessage[]>;
  /** How often a type of command was received. */
  readonly count: (type: string) => number;
  /** The most logins that it refused in a row. */
  readonly maxFailures: () => number;
  /** From now on holds back counting refused logins and closing their connections, until the returned function is called. */
  readonly holdCounting: () => () => void;
}

/** Starts a double on a free port of 127.0.0.1; it ends with the test. */
export const startDouble = async (t: TestScope): Promise<DoubleHomeAssistant> => {
  const core = new DoubleCore();
  const failures = new DoubleFailures();
  const sessions = new Set<DoubleSession>();
  const told = new Map<string, Command>();
  const heard = new ReceivedMessages();
  let version = String(core.config["version"]);
  let isSilent = false;
  let goOn: (() => void)[] = [];
  /** Resolves as soon as it answers again. */
  const whenAwake = (): Promise<void> =>
    isSilent ? new Promise((resolve) => goOn.push(resolve)) : Promise.resolve();

  let server: Server | undefined;
  const start = async (port: number, people: () => DoublePeople): Promise<void> => {
    const shared: Shared = {
      core,
      get people() {
        return people();
      },
      failures,
      version: () => version,
      told,
      isSilent: () => isSilent,
      keep: (each) => heard.add(each),
    };
    const sockets = new WebSocketServer({ noServer: true });
    const http = createServer((request, response) => {
      void whenAwake().then(() => answerHttp(people(), core.pictures, failures, request, response));
    });
    http.on("upgrade", (request, socket, head) => {
      const welcome = (): void =>
        sockets.handleUpgrade(request, socket, head, (ws) => {
          const session = new DoubleSession(ws, shared);
          sessions.add(session);
          ws.once("close", () => sessions.delete(session));
        });
      void whenAwake().then(welcome);
    });
    server = http.listen(port, "127.0.0.1");
    await once(http, "listening");
  };

  const stop = async (): Promise<void> => {
    for (const session of sessions) session.terminate();
    sessions.clear();
    const ending = server;
    if (ending === undefined) return;
    server = undefined;
    ending.closeAllConnections();
    await new Promise((resolve) => ending.close(resolve));
  };
  const resume = (): Promise<void> => {
    isSilent = false;
    for (const session of sessions) session.resume();
    for (const each of goOn.splice(0)) each();
    return Promise.resolve();
  };

  let known: DoublePeople | undefined;
  const people = (): DoublePeople => {
    assert(known !== undefined);
    return known;
  };
  // No other process must get its port while it is down.
  const [port = 0] = await freePorts(1);
  await start(port, people);
  const url = `http://127.0.0.1:${port}`;
  known = new DoublePeople(`${url}/`, (_person, refreshToken) => {
    for (const session of sessions) if (session.isOf(refreshToken)) session.terminate();
  });
  t.after(async () => {
    await resume();
    await stop();
  });
  const { owner, user, guest, leaver, dropout } = known;
  return {
    kind: "double",
    url,
    get version() {
      return version;
    },
    owner,
    user,
    guest,
    leaver,
    dropout,
    setActive: (person, isActive) => {
      people().setActive(person, isActive);
      return Promise.resolve();
    },
    setLocalOnly: (person, isLocalOnly) => {
      people().setLocalOnly(person, isLocalOnly);
      return Promise.resolve();
    },
    stop,
    restart: async () => {
      await stop();
      await start(port, people);
    },
    kill: stop,
    pause: () => {
      isSilent = true;
      for (const session of sessions) session.pause();
      return Promise.resolve();
    },
    resume,
    core,
    answer: (type, command) => {
      if (command === undefined) told.delete(type);
      else told.set(type, command);
    },
    claim: (claimed) => {
      version = claimed;
    },
    sendText: (text) => {
      for (const session of sessions) session.sendText(text);
    },
    connections: () => sessions.size,
    subscriptions: () => [...sessions].reduce((sum, { subscriptions }) => sum + subscriptions, 0),
    received: heard.all,
    of: (type) => heard.of(type),
    whenReceived: (type, many) => heard.whenReceived(type, many),
    count: (type) => heard.of(type).length,
    maxFailures: () => failures.most,
    holdCounting: () => failures.hold(),
  };
};
