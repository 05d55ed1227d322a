import assert from "node:assert/strict";
import { request } from "node:https";
import { type TestContext, test } from "node:test";
import { formOf } from "../images/image-requests.ts";
import { pngOf } from "../images/pictures.ts";
import { makeCertificate } from "../support/certificates.ts";
import { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { mayUse } from "../support/programs.ts";
import {
  configurationsOf,
  type ProxyProgram,
  startProxyProgram,
} from "../support/proxy-programs.ts";
import { temporaryFolder } from "../support/service.ts";
import { bounded } from "../support/timeouts.ts";
import { startTestHomes, type TestHomes } from "../support/homes.ts";

/** Where homes are below a proxy: a host name, and a path. */
interface HomeAddress {
  readonly host: string;
  readonly path: string;
}

interface Behind {
  readonly homes: TestHomes;
  readonly at: (host: string) => {
    readonly host: string;
    readonly port: number;
    readonly servername: string;
    readonly ca: string;
    readonly headers: Readonly<Record<string, string>>;
  };
}

/** Homes behind a proxy; undefined, and the test skipped, where that is not here. */
const behind = async (
  t: TestContext,
  program: ProxyProgram,
  configuration: string | undefined,
  config: Readonly<Record<string, string>>,
): Promise<Behind | undefined> => {
  assert(configuration !== undefined, "the page has a block for it");
  if (!mayUse(t, program) || !mayUse(t, "openssl")) return undefined;
  const folder = await temporaryFolder(t);
  const pair = makeCertificate(folder, "plans", { names: ["localhost", "*.plans.example"] });
  const homes = await startTestHomes(t, {
    config: { trustedProxies: "127.0.0.1", loginDelayMs: 0, ...config },
  });
  const places = { service: homes.port, pair };
  const port = await startProxyProgram(t, program, folder, configuration, places);
  const at: Behind["at"] = (host) => ({
    host: "127.0.0.1",
    port,
    servername: host,
    ca: pair.ca,
    headers: { Host: `${host}:${port}` },
  });
  return { homes, at };
};

/** Asks through the proxy; resolves with status and body. */
const ask = (
  { at }: Behind,
  { host, path }: HomeAddress,
  headers: Readonly<Record<string, string>> = {},
  body?: Buffer,
) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { headers: named, ...where } = at(host);
    const method = body === undefined ? "GET" : "POST";
    const options = { ...where, path, method, agent: false as const };
    const asking = request({ ...options, headers: { ...named, ...headers } }, (answer) => {
      let text = "";
      answer.on("data", (part: Buffer) => (text += part.toString()));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    asking.on("error", reject);
    asking.end(body);
  });

const login = (t: TestContext, { at }: Behind, { host, path }: HomeAddress, token: string) => {
  const { host: address, port, ...how } = at(host);
  return Peer.login(t, 0, token, { url: `wss://${address}:${port}${path}/api/websocket`, ...how });
};

/** Uses the page, the websocket and an image of a home, and fails where it is not that home. */
const assertHome = async (t: TestContext, proxied: Behind, id: string, address: HomeAddress) => {
  const { admin, viewer } = proxied.homes.home(id);
  const below = (path: string): HomeAddress => ({ ...address, path: `${address.path}${path}` });
  const page = await ask(proxied, below("/"));
  assert.equal(page.status, 200);
  const [, script = ""] = /src="(assets\/[^"]+\.js)"/.exec(page.text) ?? [];
  assert.equal((await ask(proxied, below(`/${script}`))).status, 200);
  const editor = await login(t, proxied, address, admin);
  const screen = await login(t, proxied, address, viewer);
  await screen.result("floorplan/plan/subscribe");
  await screen.nextEvent();
  const rev = await editor.save(numberedPlan(1));
  assert(JSON.stringify(await screen.nextEvent()).includes(`"rev":${rev},`));
  const form = new Response(formOf("ground", pngOf(2 * 1024 * 1024), "ground.png"));
  const headers = {
    Authorization: `Bearer ${admin}`,
    "Content-Type": form.headers.get("content-type") ?? "",
  };
  const bytes = Buffer.from(await form.arrayBuffer());
  const stored = await ask(proxied, below("/api/floorplan/background"), headers, bytes);
  assert.equal(stored.status, 200, stored.text);
};

const others = ["/healthz", "/provider/homes", "/metrics"];

for (const program of ["caddy", "nginx"] as const)
  test(
    `PROXY-4: ${program} of docs/homes.md leads each host name to its home, and to nothing else`,
    bounded,
    async (t) => {
      const [configuration] = configurationsOf(program, "docs/homes.md");
      const proxied = await behind(t, program, configuration, {
        homeHosts: "*.plans.example",
        addresses: "https://plans.example",
      });
      if (proxied === undefined) return;
      for (const id of ["one", "two"])
        await assertHome(t, proxied, id, { host: `${id}.plans.example`, path: "" });
      for (const path of others) {
        const { status } = await ask(proxied, { host: "one.plans.example", path });
        assert.equal(status, 404, path);
      }
    },
  );

/** What docs/homes.md says to change in a configuration of docs/proxies.md. */
const onlyHomes: Readonly<Record<ProxyProgram, readonly [from: string, to: string]>> = {
  caddy: ["reverse_proxy 127.0.0.1:8125", "reverse_proxy /h/* 127.0.0.1:8125"],
  nginx: ["location / {", "location /h/ {"],
};

for (const program of ["caddy", "nginx"] as const)
  test(
    `PROXY-4: ${program} of docs/proxies.md, limited to /h/ as docs/homes.md says, leads to homes and to nothing else`,
    bounded,
    async (t) => {
      const [from, to] = onlyHomes[program];
      const [configuration = ""] = configurationsOf(program);
      assert(configuration.includes(from));
      const proxied = await behind(t, program, configuration.replace(from, to), {});
      if (proxied === undefined) return;
      for (const id of ["one", "two"])
        await assertHome(t, proxied, id, { host: "localhost", path: `/h/${id}` });
      for (const path of others) {
        const { status, text } = await ask(proxied, { host: "localhost", path });
        assert(status === 404 || text === "", `${path}: ${status} ${text}`);
      }
    },
  );
