import assert from "node:assert/strict";
import { test } from "node:test";
import { upload } from "../images/image-requests.ts";
import { opcodes, rawFrame, RawPeer } from "../server/raw-peer.ts";
import { greyPng } from "../support/grey-png.ts";
import { startTestHomes, type TestHome } from "../support/homes.ts";
import { numberedPlan } from "../support/plans.ts";
import { startTestService } from "../support/service.ts";
import { ofMany } from "../support/timeouts.ts";
import { homeHosts } from "./home-surface.ts";

/** An address as a request has it: what is before the path of a home's own, and the `Host` headers. */
interface Address {
  readonly before: string;
  readonly hosts: readonly string[];
  /** The home that it leads to; none by default. */
  readonly leadsTo?: string;
}

const host = (id: string): string => homeHosts.replace("*", id);

const machine = "127.0.0.1";

const long = "a".repeat(300);

/** Paths below which no home is, whatever else the address has. */
const oddPaths = [
  "/H/two",
  "/h/TWO",
  "/h/Two",
  "/h/two.",
  "/h/two%2e",
  "/h/two%00",
  "/h/two%20",
  "/h/two;x",
  "/h/one%2f..%2ftwo",
  "/h/%74wo",
  "/h/.",
  "/h/../h/two",
  "/h/%2e%2e/h/two",
  "/./h/two",
  "/%2e/h/two",
  "/x/../h/two",
  "/%68/two",
  "//h/two",
  "/h//two",
  "/h\\two",
  "\\h\\two",
  `/h/${long}`,
  `/h/${long}/../two`,
  "/h/one/../two",
  "/h/one/%2e%2e/two",
  "/h/one/.%2E/two",
  "/h/one/..;/two",
  "/h/one//h/two",
  "/h/one/h/two",
  "/h/constructor",
  "/h/__proto__",
  "/provider/homes/two",
  "/provider/../h/two",
];

/** Host names that are none of a home, nor of this machine. */
const oddHosts = [
  "two.plans.example..",
  "two..plans.example",
  ".two.plans.example",
  "two.plans.example.evil.example",
  "two.plans.example@127.0.0.1",
  "two.plans.example/127.0.0.1",
  "two.plans.example#",
  "two.plans.example:80:80",
  "two.plans.example:x",
  "two.plans.example, 127.0.0.1",
  "x two.plans.example",
  "x.two.plans.example",
  "xn--two.plans.example.",
  "tw%6f.plans.example",
  `${long}.plans.example`,
  "plans.example",
  "*.plans.example",
];

const addresses: readonly Address[] = [
  { before: "/h/two", hosts: [machine], leadsTo: "two" },
  { before: "/h/two", hosts: [`${machine}:1`], leadsTo: "two" },
  { before: "/h/two", hosts: ["LOCALHOST.:99999"], leadsTo: "two" },
  { before: "", hosts: [host("two")], leadsTo: "two" },
  { before: "", hosts: [host("TWO")], leadsTo: "two" },
  { before: "", hosts: [`${host("two")}.`], leadsTo: "two" },
  { before: "", hosts: [`${host("two")}:1`], leadsTo: "two" },
  { before: "", hosts: [`${host("Two")}.:65536`], leadsTo: "two" },
  { before: "/h/..", hosts: [machine] },
  { before: "/h/..", hosts: [host("two")], leadsTo: "two" },
  // A host name that contradicts the path: nothing is below the path of a home at another's name, or its own.
  { before: "/h/two", hosts: [host("one")] },
  { before: "/h/two", hosts: [host("two")] },
  { before: "/h/one", hosts: [host("two")] },
  { before: "/h/two", hosts: [host("nobody")] },
  { before: "", hosts: [host("one")], leadsTo: "one" },
  { before: "", hosts: [machine] },
  // A second name, which a proxy may have gone by.
  { before: "", hosts: [host("two"), host("one")] },
  { before: "", hosts: [host("two"), host("two")] },
  { before: "", hosts: [machine, host("two")] },
  { before: "/h/two", hosts: [machine, host("one")] },
  // A name in the target.
  { before: `http://${host("two")}`, hosts: [host("two")], leadsTo: "two" },
  { before: `http://${host("Two")}.:80`, hosts: [`${host("two")}:8125`], leadsTo: "two" },
  { before: `http://${host("one")}`, hosts: [host("two")] },
  { before: `http://${host("two")}`, hosts: [host("one")] },
  { before: `http://${host("two")}`, hosts: [machine] },
  { before: `http://${machine}`, hosts: [host("two")] },
  { before: `http://${machine}/h/two`, hosts: [machine], leadsTo: "two" },
  { before: `http://${host("one")}/h/two`, hosts: [machine] },
  { before: `http://two@${machine}/h/one`, hosts: [machine], leadsTo: "one" },
  ...oddPaths.flatMap((before) =>
    [machine, host("two")].map((name) => ({ before, hosts: [name] })),
  ),
  ...oddHosts.flatMap((name) => ["", "/h/two"].map((before) => ({ before, hosts: [name] }))),
];

const requestAt = ({ before, hosts }: Address, rest: string, headers: readonly string[]): string =>
  [
    `GET ${before}${rest} HTTP/1.1`,
    ...hosts.map((name) => `Host: ${name}`),
    ...headers,
    "",
    "",
  ].join("\r\n");

const upgrading = [
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
];

/** The status of an image at an address. */
const statusOfImage = async (
  t: Parameters<typeof RawPeer.connect>[0],
  port: number,
  address: Address,
  image: string,
): Promise<string> => {
  const peer = await RawPeer.connect(t, port);
  peer.write(requestAt(address, image, ["Connection: close"]));
  const head = await peer.responseHead();
  peer.leave();
  return head.split(" ")[1] ?? "";
};

/** Whether a token is valid for a websocket at an address, for a page of an origin if one is given. */
const isValidAt = async (
  t: Parameters<typeof RawPeer.connect>[0],
  port: number,
  address: Address,
  token: string,
  origin?: string,
): Promise<boolean> => {
  const peer = await RawPeer.connect(t, port);
  const headers = origin === undefined ? upgrading : [...upgrading, `Origin: ${origin}`];
  peer.write(requestAt(address, "/api/websocket", headers));
  const head = await peer.responseHead();
  let said = "";
  if (head.startsWith("HTTP/1.1 101 ")) {
    await peer.nextFrame();
    peer.write(rawFrame(opcodes.text, JSON.stringify({ type: "auth", access_token: token })));
    said = String((await peer.nextFrame())?.payload);
  }
  peer.leave();
  return said.includes('"auth_ok"');
};

const furnish = async (home: TestHome): Promise<string> => {
  const desk = await home.login(home.admin);
  await desk.save(numberedPlan(1));
  const pixel = greyPng({ width: 1, height: 1, data: new Uint8Array([7]) });
  return upload(home, home.id, pixel, "plan.png");
};

const config = { loginDelayMs: 0, loginFailures: 1_000_000, homeHosts };

test(
  "HOMES-133: whatever an address has of host names and paths, it leads to one home or to none",
  ofMany,
  async (t) => {
    const { port, home } = await startTestHomes(t, { config });
    const homes = [home("one"), home("two")];
    const images = await Promise.all(homes.map(furnish));
    for (const address of addresses)
      for (const [at, { id, admin }] of homes.entries()) {
        const what = `${id} by ${JSON.stringify(address)}`;
        const isThere = address.leadsTo === id;
        const status = await statusOfImage(t, port, address, images[at] ?? "");
        assert.equal(status === "200", isThere, `image of ${what}: ${status}`);
        assert.equal(await isValidAt(t, port, address, admin), isThere, `token of ${what}`);
      }
  },
);

test(
  "HOMES-133: a page of one home's name, or of any other, gets no websocket at another home's name",
  ofMany,
  async (t) => {
    const { port, home } = await startTestHomes(t, { config });
    const { admin } = home("two");
    const address = { before: "", hosts: [host("two")] };
    for (const scheme of ["http", "https"])
      assert(await isValidAt(t, port, address, admin, `${scheme}://${host("two")}`));
    for (const origin of [
      `http://${host("one")}`,
      `http://${host("two")}.`,
      `http://${host("two")}:8125`,
      `http://${host("two")}@${host("one")}`,
      `http://${host("one")}#${host("two")}`,
      `http://x.${host("two")}`,
      `http://${machine}`,
      "null",
      host("two"),
      "",
    ])
      assert(!(await isValidAt(t, port, address, admin, origin)), origin);
    const byPath = { before: "/h/two", hosts: [machine] };
    for (const origin of [`http://${host("two")}`, `http://${host("one")}`, "http://localhost"])
      assert(!(await isValidAt(t, port, byPath, admin, origin)), origin);
  },
);

test(
  "HOMES-134: a request with several host names is answered with 400, and opens no websocket, by a single home too",
  ofMany,
  async (t) => {
    const many = await startTestHomes(t, { config });
    const single = await startTestService(t);
    for (const { port, before } of [
      { port: many.port, before: "/h/two" },
      { port: single.port, before: "" },
    ])
      for (const hosts of [
        [machine, host("one")],
        [machine, machine],
        [machine, "localhost", machine],
      ])
        for (const headers of [["Connection: close"], upgrading]) {
          const peer = await RawPeer.connect(t, port);
          peer.write(requestAt({ before, hosts }, "/api/websocket", headers));
          const head = await peer.responseHead();
          assert.match(head, /^HTTP\/1\.1 400 /, hosts.join());
          assert.match(await peer.rest(), /a request has one Host header/);
        }
  },
);
