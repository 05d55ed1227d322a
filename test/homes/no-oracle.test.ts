import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { upload } from "../images/image-requests.ts";
import { RawPeer, upgradeRequest } from "../server/raw-peer.ts";
import { greyPng } from "../support/grey-png.ts";
import { Peer } from "../support/peer.ts";
import { makeLink } from "../support/access-links.ts";
import { numberedPlan } from "../support/plans.ts";
import { bounded } from "../support/timeouts.ts";
import {
  ask,
  type Asked,
  asleep,
  newHomeRecord,
  startTestHomes,
  type TestHomes,
} from "../support/homes.ts";

/** Homes with the same length of the id: one that is used, one that is new, one that is suspended, and one that is not. */
const ids = ["used", "bare", "idle", "none"] as const;

const wrong = { Authorization: `Bearer ${"w".repeat(43)}` };
const code = { code: "c".repeat(43), nonce: "n".repeat(22) };
const pixel = greyPng({ width: 1, height: 1, data: new Uint8Array([7]) });

const paths = [
  ["/", "/wall", "/settings.json", "/manifest.webmanifest", "/floorplan-card.js", "/assets/x.js"],
  ["/api/websocket", "/api/openapi.json", "/api/asyncapi.json", "/api/floorplan/background"],
  [
    "/local/floorplan/bg_ground.png",
    "/local/floorplan/bg_ground.png?v=1",
    "/local/x/y",
    "/auth/link",
  ],
  [
    "/auth/session",
    "/auth/ingress",
    "/healthz",
    "/livez",
    "/metrics",
    "/provider/homes",
    "/h/used/",
  ],
  [
    "/nothing",
    "/users.json",
    "/home.json",
    "/log/",
    "/../used/",
    "//",
    "/%00",
    `/${"x".repeat(300)}`,
  ],
].flat();

const requests: readonly (readonly [path: string, asked: Asked])[] = [
  ...paths.flatMap((path) =>
    ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"].map(
      (method) => [path, { method }] as const,
    ),
  ),
  ...paths.map(
    (path) => [path, { headers: { Origin: "https://evil.example" }, method: "POST" }] as const,
  ),
  ...["", "{", "[]", JSON.stringify({ ...code, nonce: "short" }), "x".repeat(100_000)].map(
    (body) => ["/auth/link", { method: "POST", body }] as const,
  ),
  ["/auth/session", { method: "POST", body: "{}" }],
  ["/auth/session", { method: "POST", headers: { Cookie: "session=x" }, body: "{}" }],
];

/** Those with a token or a code, which count as failed logins. */
const guesses: readonly (readonly [path: string, asked: Asked])[] = [
  ["/api/floorplan/background", { method: "POST", headers: wrong, body: "x" }],
  ["/api/floorplan/background?level=ground", { method: "DELETE", headers: wrong }],
  ["/auth/link", { method: "POST", body: JSON.stringify(code) }],
  ["/api/floorplan/background", { method: "POST", headers: { Authorization: "Basic eDp5" } }],
];

/** What differs though nobody learns anything by it. */
const comparable = (text: string, id: string): string =>
  text.replaceAll(`/h/${id}`, "/h/ID").replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "MOMENT");

const answerTo = async (
  { port }: TestHomes,
  id: string,
  [path, asked]: readonly [string, Asked],
) => {
  const { status, headers, body } = await ask(port, `/h/${id}${path}`, asked);
  const { date: _, ...others } = headers;
  return comparable(JSON.stringify({ status, headers: others, body }), id);
};

/** Everything that a websocket tells somebody without a valid token. */
const conversation = async (
  t: Parameters<typeof Peer.open>[0],
  { port }: TestHomes,
  id: string,
  said: readonly unknown[],
): Promise<string> => {
  const peer = await Peer.open(t, port, { url: `ws://127.0.0.1:${port}/h/${id}/api/websocket` });
  for (const message of said) peer.send(message);
  const closed = await peer.closed;
  return comparable(JSON.stringify([peer.received, closed]), id);
};

const token = "w".repeat(43);
const conversations: readonly (readonly unknown[])[] = [
  [{ type: "auth", access_token: token }],
  [{ type: "auth", access_token: "" }],
  [{ type: "auth", access_token: "é".repeat(50) }],
  [{ type: "auth" }],
  [{ type: "auth", api_password: "x" }],
  [{ id: 1, type: "floorplan/plan/get" }],
  ["not JSON"],
];

/** Makes the homes: one with a plan, an image, bans and links, one that is new, and one that is suspended. */
const startHomes = async (t: Parameters<typeof startTestHomes>[0]): Promise<TestHomes> => {
  const config = { loginDelayMs: 0, loginFailures: 40 };
  const homes = await startTestHomes(t, { ids: ids.slice(0, 3), config });
  const used = homes.home("used");
  const desk = await used.login(used.admin);
  await desk.save(numberedPlan(1));
  await upload(used, "ground", pixel, "plan.png");
  await makeLink(desk, "Anna");
  await writeFile(
    join(homes.home("idle").data, "home.json"),
    JSON.stringify({ ...newHomeRecord, suspended_at: new Date().toISOString() }),
  );
  return homes;
};

test(
  "HOMES-9: without a valid token, a home that does not exist answers like any other",
  bounded,
  async (t) => {
    const homes = await startHomes(t);
    for (const request of [...requests, ...guesses]) {
      const answers = [];
      for (const id of ids) answers.push(await answerTo(homes, id, request));
      const [expected] = answers;
      for (const [at, answer] of answers.entries())
        assert.equal(answer, expected, `${JSON.stringify(request)} at ${ids[at]}`);
    }
  },
);

test(
  "HOMES-9: a websocket to a home that does not exist goes like any other without a valid token",
  bounded,
  async (t) => {
    const homes = await startHomes(t);
    for (const said of conversations) {
      const heard = [];
      for (const id of ids) heard.push(await conversation(t, homes, id, said));
      const [expected] = heard;
      for (const [at, one] of heard.entries())
        assert.equal(one, expected, `${JSON.stringify(said)} at ${ids[at]}`);
    }
    for (const path of ["/", "/api/websocket/", "/api/websocket?x", "/api", "//api/websocket"]) {
      const heads = [];
      for (const id of ids) {
        const peer = await RawPeer.connect(t, homes.port);
        peer.write(upgradeRequest(`/h/${id}${path}`));
        heads.push(await peer.responseHead());
        peer.leave();
      }
      assert.equal(new Set(heads).size, 1, `${path}: ${heads.join()}`);
    }
  },
);

test(
  "HOMES-9: guesses at a home that does not exist are banned like others, also after it slept",
  bounded,
  async (t) => {
    // Long enough that no home sleeps between two guesses: it would count them from the start.
    const config = { loginDelayMs: 0, loginFailures: 3, homeIdle: 3000 };
    const homes = await startTestHomes(t, { ids: ids.slice(0, 3), config });
    const [guess] = guesses;
    assert(guess !== undefined);
    const heard = new Map<string, readonly string[]>();
    for (const id of ids) {
      const all: string[] = [];
      for (let count = 0; count < 4; count += 1) {
        all.push(await conversation(t, homes, id, [{ type: "auth", access_token: token }]));
        if (count < 3) continue;
        for (const request of [...guesses, ["/api/websocket", {}] as const])
          all.push(await answerTo(homes, id, request));
      }
      heard.set(id, all);
    }
    const expected = heard.get("used");
    assert.match(String(expected?.at(-1)), /banned until MOMENT/);
    for (const id of ids) assert.deepEqual(heard.get(id), expected, id);
    for (const id of ids.slice(0, 3)) await asleep(homes.home(id));
    for (const id of ids) assert.equal(await answerTo(homes, id, guess), expected?.[4], id);
  },
);

test(
  "HOMES-11: whoever has a valid token of a suspended home is told so, and nobody else",
  bounded,
  async (t) => {
    const homes = await startHomes(t);
    const { admin, viewer, id } = homes.home("idle");
    for (const valid of [admin, viewer]) {
      const said = await conversation(t, homes, id, [{ type: "auth", access_token: valid }]);
      assert.match(said, /the home is suspended by its provider/);
      assert(!said.includes("auth_ok"));
    }
    const headers = { Authorization: `Bearer ${admin}` };
    const asked = { method: "POST", headers, body: "x" };
    const { status, body } = await ask(homes.port, "/h/idle/api/floorplan/background", asked);
    assert.equal(status, 503);
    assert.match(body, /suspended by its provider/);
    // Another home's token is a wrong one.
    const strange = homes.home("used").admin;
    const heard = await conversation(t, homes, id, [{ type: "auth", access_token: strange }]);
    assert(!heard.includes("suspended"), heard);
  },
);
