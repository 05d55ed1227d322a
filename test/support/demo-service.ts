import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { BrowserContext } from "playwright-core";
import { type WebSocket, WebSocketServer } from "ws";
import { shareBrowser } from "./browser-process.ts";
import { bytesOf, Peer } from "./peer.ts";
import type { TestScope, TestService, TestServiceOptions } from "./service.ts";
import { root } from "./source-files.ts";
import { serveFolder } from "./static-server.ts";

/** Whether the tests' service is the demo, as `npm run test:demo` says. */
export const isDemo = process.env["FLOORPLAN_TEST_SERVICE"] === "demo";

/** Where the page with the worker waits for the channels that it opens. */
const relayPath = "/relay";

/**
 * A page that opens the demo's worker for others: each channel is a port of it, by a number. What comes over the websocket
 * is [number, message]; a number without a message opens the channel.
 */
const relay = (worker: string): string => `new Promise((opened) => {
  const ports = new Map();
  const socket = new WebSocket("ws://" + location.host + "${relayPath}");
  socket.onopen = opened;
  socket.onmessage = ({ data }) => {
    const [channel, message] = JSON.parse(data);
    if (message !== undefined) return ports.get(channel).postMessage(message);
    const { port } = new SharedWorker("/assets/${worker}", { type: "module", name: "floorplan-demo" });
    ports.set(channel, port);
    port.onmessage = ({ data }) => socket.send(JSON.stringify([channel, data]));
  };
})`;

/** A worker's port that is a websocket to such a page. */
const portOverSocket = `globalThis.SharedWorker = class extends EventTarget {
  constructor() {
    super();
    const socket = new WebSocket("ws://" + location.host + "/api/websocket");
    const isOpen = new Promise((opened) => socket.addEventListener("open", opened));
    const port = new EventTarget();
    const tell = (data) => port.dispatchEvent(new MessageEvent("message", { data }));
    port.start = () => undefined;
    port.postMessage = (message) =>
      isOpen.then(() => (typeof message === "string" ? socket.send(message) : socket.close()));
    socket.addEventListener("message", ({ data }) => tell(data));
    socket.addEventListener("close", () => tell({ kind: "close" }));
    this.port = port;
  }
}`;

/** Lets the pages of a browser context find the demo that the test has started, which is in another context. */
export const connectDemo = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(portOverSocket);
};

/** Relays the websockets of a server to the page with the worker, which connects first. */
const relayChannels = (server: Server): void => {
  const sockets = new WebSocketServer({ server });
  const channels = new Map<number, WebSocket>();
  const open = (host: WebSocket, peer: WebSocket): void => {
    const channel = channels.size;
    channels.set(channel, peer);
    const send = (...message: readonly unknown[]): void =>
      host.send(JSON.stringify([channel, ...message]));
    send();
    peer.on("message", (data) => send(bytesOf(data).toString()));
    peer.on("close", () => send({ kind: "close" }));
  };
  sockets.once("connection", (host) => {
    host.on("message", (data) => {
      const [channel, message]: readonly [number, unknown] = JSON.parse(bytesOf(data).toString());
      if (typeof message === "string") channels.get(channel)?.send(message);
      else channels.get(channel)?.close();
    });
    sockets.on("connection", (peer) => open(host, peer));
  });
};

/** What a service has, but not the demo. */
type BesidesDemo =
  | "a connection that breaks"
  | "files for Home Assistant"
  | "images on its disk"
  | "limits that a test chooses"
  | "no house"
  | "pages of its own"
  | "users";

/** Whether the service of this run has something; where it is the demo, which has not, the test is skipped. */
export const serviceHas = (t: Pick<TestContext, "skip">, what: BesidesDemo): boolean => {
  if (isDemo) t.skip(`only a service has ${what}`);
  return !isDemo;
};

/** What the demo has none of, so that a test which needs it fails. */
const none = (): never => {
  throw new Error("the demo is not all of a service: it has no users, settings, disk or log");
};

/**
 * Starts the demo in a page of its own, and serves its files and a websocket to its worker. Its limits are its own, and
 * everybody may do everything, whatever the token.
 */
export const startDemo = async (
  t: TestScope,
  options: TestServiceOptions,
  folder = join(root, "dist/demo"),
): Promise<TestService> => {
  if (Object.keys(options).some((name) => name !== "config")) return none();
  const { server, url } = await serveFolder(t, folder);
  relayChannels(server);
  const { launched, leave } = shareBrowser();
  t.after(leave);
  const context = await (await launched()).newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(`${url}/settings.json`);
  const worker = readdirSync(join(folder, "assets")).find((name) => /^worker-.*\.js$/.test(name));
  assert(worker !== undefined);
  await page.evaluate(relay(worker));
  const port = Number(new URL(url).port);
  const admin = "an administrator's token";
  // A new service has no plan.
  await (await Peer.login(t, port, admin)).save({});
  return {
    url,
    port,
    admin,
    viewer: "a viewer's token",
    get service() {
      return none();
    },
    get config() {
      return none();
    },
    get data() {
      return none();
    },
    get log() {
      return none();
    },
    stop: none,
  };
};
