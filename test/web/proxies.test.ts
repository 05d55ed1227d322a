import assert from "node:assert/strict";
import { request } from "node:https";
import { after, type TestContext, test } from "node:test";
import { formOf } from "../images/image-requests.ts";
import { pngOf } from "../images/pictures.ts";
import { bounded, inBrowser, until } from "../support/timeouts.ts";
import { type CertificateFiles, makeCertificate } from "../support/certificates.ts";
import { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { mayUse } from "../support/programs.ts";
import {
  configurationsOf,
  type ProxyProgram,
  startProxyProgram,
} from "../support/proxy-programs.ts";
import {
  type TestScope,
  startTestService,
  temporaryFolder,
  type TestService,
} from "../support/service.ts";
import { useBrowser } from "./browser.ts";

const open = useBrowser();

/** Somebody else than the proxy, whose address on this machine is 127.0.0.1. */
const client = "127.0.0.2";

interface Behind {
  readonly service: TestService;
  /** The service as browsers see it, without a slash at its end. */
  readonly url: string;
  readonly pair: CertificateFiles;
  /** How a peer comes in through the proxy. */
  readonly at: { readonly url: string; readonly ca: string; readonly localAddress: string };
}

const ends: (() => unknown)[] = [];
after(async () => {
  for (const end of ends.toReversed()) await end();
});
/** The end of what all these tests share. */
const file: TestScope = { after: (end) => void ends.push(end) };

let making: Promise<CertificateFiles> | undefined;
const makePair = async (): Promise<CertificateFiles> =>
  makeCertificate(await temporaryFolder(file), "home");

/** How a service behind a proxy differs. */
interface Differences {
  readonly config?: Readonly<Record<string, number | string>>;
  /** For times that a test cannot wait for. */
  readonly change?: (configuration: string) => string;
}

const startBehind = async (
  t: TestScope,
  program: ProxyProgram,
  isBelow: boolean,
  { config = {}, change = (configuration) => configuration }: Differences = {},
): Promise<Behind> => {
  const pair = await (making ??= makePair());
  const service = await startTestService(t, {
    config: { trustedProxies: "127.0.0.1", loginDelayMs: 0, ...config },
  });
  const configuration = configurationsOf(program)[isBelow ? 1 : 0];
  assert(configuration !== undefined, "the page has a block for it");
  const folder = await temporaryFolder(t);
  const port = await startProxyProgram(t, program, folder, change(configuration), {
    service: service.port,
    pair,
  });
  const url = `https://localhost:${port}${isBelow ? "/plan" : ""}`;
  const websocket = `${url.replace(/^https/, "wss")}/api/websocket`;
  return { service, url, pair, at: { url: websocket, ca: pair.ca, localAddress: client } };
};

/** A service of its own behind a proxy; undefined, and the test skipped, where that is not here. */
const behind = async (
  t: TestContext,
  program: ProxyProgram,
  isBelow: boolean,
  differences?: Differences,
): Promise<Behind | undefined> =>
  mayUse(t, program) && mayUse(t, "openssl")
    ? startBehind(t, program, isBelow, differences)
    : undefined;

const known = new Map<string, Promise<Behind>>();

/** Such a service that tests share, with any plan. */
const sharedBehind = async (
  t: TestContext,
  program: ProxyProgram,
  isBelow: boolean,
): Promise<Behind | undefined> => {
  if (!mayUse(t, program) || !mayUse(t, "openssl")) return undefined;
  const key = `${program} ${isBelow}`;
  const starting = known.get(key) ?? startBehind(file, program, isBelow);
  known.set(key, starting);
  return starting;
};

/** Asks through the proxy; resolves with status, headers and body. */
const ask = (
  { url, pair }: Behind,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: Buffer,
) =>
  new Promise<{ status: number; location: string; text: string }>((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST";
    const options = { agent: false as const, ca: pair.ca, localAddress: client, method, headers };
    const asking = request(`${url}${path}`, options, (answer) => {
      let text = "";
      answer.on("data", (part: Buffer) => (text += part.toString()));
      answer.on("end", () => {
        const { statusCode: status = 0, headers: told } = answer;
        resolve({ status, location: told.location ?? "", text });
      });
    });
    asking.on("error", reject);
    asking.end(body);
  });

/** Uploads an image of so many bytes. */
const upload = async (proxied: Behind, bytes: number) => {
  const form = new Response(formOf("ground", pngOf(bytes), "ground.png"));
  const type = form.headers.get("content-type") ?? "";
  const headers = { Authorization: `Bearer ${proxied.service.admin}`, "Content-Type": type };
  const body = Buffer.from(await form.arrayBuffer());
  return ask(proxied, "/api/floorplan/background", headers, body);
};

const imageBytes = 15 * 1024 * 1024;

for (const program of ["caddy", "nginx"] as const)
  for (const isBelow of [false, true]) {
    const where = isBelow ? "below a path" : "at the root";

    test(
      `PROXY-1: ${program} of docs/proxies.md passes everything on ${where}`,
      inBrowser,
      async (t) => {
        const proxied = await sharedBehind(t, program, isBelow);
        if (proxied === undefined) return;
        const { service, at } = proxied;
        const page = await ask(proxied, "/");
        assert.equal(page.status, 200);
        const [, script = ""] = /src="(assets\/[^"]+\.js)"/.exec(page.text) ?? [];
        assert.equal((await ask(proxied, `/${script}`)).status, 200);
        const editor = await Peer.login(t, 0, service.admin, at);
        const viewer = await Peer.login(t, 0, service.viewer, at);
        await viewer.result("floorplan/plan/subscribe");
        await viewer.nextEvent();
        const rev = await editor.save(numberedPlan(1));
        const event = await viewer.nextEvent();
        assert(JSON.stringify(event).includes(`"rev":${rev},`), JSON.stringify(event));
        const accepted = await upload(proxied, imageBytes);
        assert.equal(accepted.status, 200, accepted.text);
        const refused = await upload(proxied, imageBytes + 1);
        assert.equal(refused.status, 413, refused.text);
        assert.match(refused.text, /image-bytes/, "the service itself has said so");
      },
    );

    test(
      `PROXY-2: through ${program} ${where} the address in the log is the client's`,
      bounded,
      async (t) => {
        const proxied = await behind(t, program, isBelow);
        if (proxied === undefined) return;
        const forged = { headers: { "X-Forwarded-For": "192.0.2.1" } };
        const stranger = await Peer.open(t, 0, { ...proxied.at, ...forged });
        stranger.send({ type: "auth", access_token: "wrong" });
        await stranger.closed;
        const { log } = proxied.service;
        await until(() => log.some(({ address }) => address === client));
        assert(!log.some(({ address }) => address === "192.0.2.1"));
        assert(!log.some(({ address }) => address === "127.0.0.1"));
      },
    );

    test(
      `PROXY-1: through ${program} ${where} a browser follows the plan live`,
      inBrowser,
      async (t) => {
        const proxied = await sharedBehind(t, program, isBelow);
        if (proxied === undefined) return;
        const { service, url } = proxied;
        const admin = await Peer.login(t, service.port, service.admin);
        await admin.save({
          rooms: [
            {
              id: "a",
              name: "Attic",
              points: [
                [0, 0],
                [4, 0],
                [4, 3],
              ],
            },
          ],
        });
        const path = `/#token=${service.viewer}`;
        const page = await open(t, { url }, { path, ignoreHTTPSErrors: true });
        if (page === undefined) return;
        await page.getByText("Attic").first().waitFor();
        await admin.save({
          rooms: [
            {
              id: "c",
              name: "Cellar",
              points: [
                [0, 0],
                [4, 0],
                [4, 3],
              ],
            },
          ],
        });
        await page.getByText("Cellar").first().waitFor();
      },
    );
  }

for (const program of ["caddy", "nginx"] as const)
  test(
    `PROXY-1: ${program} leads from a path without its slash to the page`,
    bounded,
    async (t) => {
      const proxied = await sharedBehind(t, program, true);
      if (proxied === undefined) return;
      const { status, location } = await ask(proxied, "");
      assert(status === 301 || status === 302, String(status));
      assert.equal(new URL(location, proxied.url).href, `${proxied.url}/`);
    },
  );

/** The times of the page are for pings a minute apart; nobody waits for those here. */
const hasty = (configuration: string): string => configuration.replaceAll(" 120s;", " 4s;");

for (const program of ["caddy", "nginx"] as const)
  test(`PROXY-3: pings keep a silent connection through ${program}`, bounded, async (t) => {
    const proxied = await behind(t, program, false, { config: { pingMs: 1000 }, change: hasty });
    if (proxied === undefined) return;
    const { service, at } = proxied;
    const peer = await Peer.login(t, 0, service.viewer, at);
    let pings = 0;
    peer.ws.on("ping", () => (pings += 1));
    await until(() => pings >= 6);
    assert.equal((await peer.command("ping"))["type"], "pong");
  });

test("PROXY-3: without pings nginx ends a silent connection after its time", bounded, async (t) => {
  const proxied = await behind(t, "nginx", false, {
    config: { pingMs: 3_600_000 },
    change: hasty,
  });
  if (proxied === undefined) return;
  const peer = await Peer.login(t, 0, proxied.service.viewer, proxied.at);
  assert.equal((await peer.closed).code, 1006);
});
