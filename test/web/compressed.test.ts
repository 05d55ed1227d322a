import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { bounded, inBrowser } from "../support/bounded.ts";
import { Peer } from "../support/peer.ts";
import { samplePlan } from "../support/plans.ts";
import { startTestService } from "../support/service.ts";
import { useBrowser } from "./browser.ts";

const open = useBrowser();

const subscribers = 5;

/** What a page's own websockets got: the extension of each, and the events of each as text. */
interface Received {
  readonly extensions: readonly string[];
  readonly events: readonly (readonly string[])[];
}

/** Has the page subscribe over several websockets, each under an id of its own, until each has so many events. */
const receive = (page: Page, token: string, many: number): Promise<Received> =>
  page.evaluate(
    async ({ subscribers, token, many }) => {
      const extensions: string[] = [];
      const listen = (id: number): Promise<string[]> =>
        new Promise((resolve, reject) => {
          const events: string[] = [];
          const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/websocket`);
          socket.onclose = () => reject(new Error("the connection ended"));
          socket.onopen = () => {
            extensions.push(socket.extensions);
            socket.send(JSON.stringify({ type: "auth", access_token: token }));
            socket.send(JSON.stringify({ id, type: "floorplan/plan/subscribe" }));
          };
          socket.onmessage = ({ data }) => {
            const text = String(data);
            if (!text.startsWith('{"type":"event"')) return;
            events.push(text);
            if (events.length < many) return;
            socket.onclose = null;
            socket.close();
            resolve(events);
          };
        });
      const ids = Array.from({ length: subscribers }, (_none, at) => 10 ** at);
      const events = await Promise.all(ids.map(listen));
      return { extensions, events };
    },
    { subscribers, token, many },
  );

test(
  "CHAN-36, CHAN-37: a browser takes compressed events, and reads of them what was saved",
  { timeout: inBrowser.timeout + bounded.timeout },
  async (t) => {
    const service = await startTestService(t, { config: { trustedProxies: "127.0.0.1" } });
    const editor = await Peer.login(t, service.port, service.admin);
    const first = { note: "Küche 🏠 ".repeat(10_000), tail: ',"id":1}' };
    await editor.save(first);
    const page = await open(t, service, {
      extraHTTPHeaders: { "X-Forwarded-For": "192.168.1.20" },
    });
    if (page === undefined) return;
    const receiving = receive(page, service.viewer, 3);
    // Each has its first event before the next revision, or gets that one first: both are whole.
    const plans: Readonly<Record<string, unknown>>[] = [first];
    let isOver = false;
    const received = receiving.finally(() => (isOver = true));
    while (!isOver) {
      const plan = samplePlan(plans.length % 2 === 0 ? "house" : "flat", plans.length);
      plans.push(plan);
      await editor.save(plan);
    }
    const { extensions, events } = await received;
    for (const extension of extensions) assert.match(extension, /^permessage-deflate/);
    assert.equal(extensions.length, subscribers);
    for (const [at, texts] of events.entries()) {
      const id = 10 ** at;
      for (const text of texts) {
        const message: unknown = JSON.parse(text);
        assert(typeof message === "object" && message !== null && "event" in message);
        const { event } = message;
        assert(typeof event === "object" && event !== null && "rev" in event);
        const { rev } = event;
        assert(typeof rev === "number");
        const expected = { rev, ...plans[rev - 1] };
        assert.deepEqual(message, { type: "event", event: expected, id });
      }
    }
  },
);
