import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { inBrowser } from "../support/timeouts.ts";
import { Peer } from "../support/peer.ts";
import { numberedPlan, samplePlan } from "../support/plans.ts";
import { startTestService } from "../support/service.ts";
import { useBrowser } from "./browser.ts";

const open = useBrowser();

/** Ids of subscriptions, each of a websocket of its own. More of them than get events as they are on this machine. */
const ids = [1, 10, 100, 1000, 10_000];

/** Has a page subscribe over websockets of its own; resolves when each had its first event, with what grows as more come. */
const subscribe = async (page: Page, userToken: string) =>
  page.evaluateHandle(
    async ({ subscriptions, token }) => {
      const extensions: string[] = [];
      const events: string[][] = [];
      const listen = (id: number): Promise<void> =>
        new Promise((resolve) => {
          const texts: string[] = [];
          events.push(texts);
          const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/websocket`);
          socket.addEventListener("open", () => {
            extensions.push(socket.extensions);
            socket.send(JSON.stringify({ type: "auth", access_token: token }));
            socket.send(JSON.stringify({ id, type: "floorplan/plan/subscribe" }));
          });
          socket.addEventListener("message", ({ data }) => {
            const text = String(data);
            if (!text.startsWith('{"type":"event"')) return;
            texts.push(text);
            resolve();
          });
        });
      await Promise.all(subscriptions.map(listen));
      return { extensions, events };
    },
    { subscriptions: ids, token: userToken },
  );

test(
  "CHAN-36, CHAN-37: a browser takes compressed events, and reads of them what was saved",
  inBrowser,
  async (t) => {
    const service = await startTestService(t);
    const editor = await Peer.login(t, service.port, service.admin);
    const plans = [
      { note: "Küche 🏠 ".repeat(10_000), tail: ',"id":1}' },
      samplePlan("house", 2),
      { note: "x".repeat(2 ** 21) },
      samplePlan("flat", 4),
    ] as const;
    await editor.save(plans[0]);
    const page = await open(t, service);
    if (page === undefined) return;
    const received = await subscribe(page, service.viewer);
    for (const plan of plans.slice(1)) await editor.save(plan);
    await page.waitForFunction(
      ([{ events }, many]) => events.every((texts) => texts.length === many),
      [received, plans.length] as const,
    );
    const { extensions, events } = await received.jsonValue();
    assert.equal(extensions.length, ids.length);
    for (const extension of extensions) assert.match(extension, /^permessage-deflate/);
    for (const [at, id] of ids.entries())
      assert.deepEqual(
        events[at]?.map((text): unknown => JSON.parse(text)),
        plans.map((plan, before) => ({ type: "event", event: { rev: before + 1, ...plan }, id })),
      );
  },
);

test(
  "CHAN-36, CHAN-37: the page of somebody elsewhere draws plans that come compressed",
  inBrowser,
  async (t) => {
    const service = await startTestService(t, { config: { trustedProxies: "127.0.0.1" } });
    const editor = await Peer.login(t, service.port, service.admin);
    const note = "x".repeat(2000);
    await editor.save({ ...numberedPlan(1), note });
    const answers: unknown[] = [];
    const page = await open(t, service, {
      token: service.viewer,
      extraHTTPHeaders: { "X-Forwarded-For": "192.168.1.20" },
      prepare: async (blank) => {
        const session = await blank.context().newCDPSession(blank);
        session.on("Network.webSocketHandshakeResponseReceived", ({ response }) =>
          answers.push(response.headers["Sec-WebSocket-Extensions"]),
        );
        await session.send("Network.enable");
      },
    });
    if (page === undefined) return;
    await page.getByText("Room 1", { exact: true }).first().waitFor();
    await editor.save({ ...numberedPlan(2), note });
    await page.getByText("Room 2", { exact: true }).first().waitFor();
    assert.match(String(answers[0]), /^permessage-deflate/);
  },
);
