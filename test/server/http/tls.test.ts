import assert from "node:assert/strict";
import { chmodSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request, type RequestOptions } from "node:https";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { connect as connectTls } from "node:tls";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { defaultConfig } from "../../../src/server/config.ts";
import { readTlsPair } from "../../../src/server/http/tls.ts";
import { startService } from "../../../src/server/server.ts";
import { formOf } from "../../images/image-requests.ts";
import { pngOf } from "../../images/pictures.ts";
import { bounded, until } from "../../support/timeouts.ts";
import { type CertificateFiles, makeCertificate, openssl } from "../../support/certificates.ts";
import { Peer } from "../../support/peer.ts";
import { mayUse } from "../../support/programs.ts";
import { startTestService, temporaryFolder, type TestService } from "../../support/service.ts";

const tlsCheckMs = 20;

/** A service with a certificate of its own; undefined, and the test skipped, where none can be made. */
const startWithTls = async (
  t: TestContext,
  changes: Parameters<typeof defaultConfig>[0] = {},
): Promise<
  (TestService & { readonly pair: CertificateFiles; readonly folder: string }) | undefined
> => {
  if (!mayUse(t, "openssl")) return undefined;
  const folder = await temporaryFolder(t);
  const pair = makeCertificate(folder, "first");
  const config = { tlsCert: pair.cert, tlsKey: pair.key, tlsCheckMs, ...changes };
  return { ...(await startTestService(t, { config })), pair, folder };
};

/** Asks over TLS; resolves with the status, the headers and the body. */
const ask = (url: string, options: RequestOptions, sent?: Buffer) =>
  new Promise<{ status: number; headers: object; body: string; length: number }>(
    (resolve, reject) => {
      request(url, { agent: false, ...options }, (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () => {
          const whole = Buffer.concat(parts);
          const { statusCode: status = 0, headers } = answer;
          resolve({ status, headers, body: whole.toString(), length: whole.length });
        });
      })
        .on("error", reject)
        .end(sent);
    },
  );

/** What a connection has sent when it ends. */
const restOf = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = "";
    socket.on("data", (part: Buffer) => (text += part.toString()));
    socket.on("error", () => undefined);
    socket.once("close", () => resolve(text));
  });

const connected = (t: TestContext, port: number): Socket => {
  const socket = connect(port, "127.0.0.1");
  t.after(() => socket.destroy());
  return socket;
};

/** The common name of the certificate that a new connection gets. */
const servedName = (port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connectTls({ port, host: "127.0.0.1", rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN));
      socket.destroy();
    });
    socket.once("error", reject);
  });

test(
  "TLS-1: with a certificate the service speaks https and wss on its port",
  bounded,
  async (t) => {
    const started = await startWithTls(t);
    if (started === undefined) return;
    const { url, port, pair, admin, log } = started;
    assert.equal(url, `https://127.0.0.1:${port}`);
    assert.equal(log.find(({ msg }) => msg === "listening")?.["url"], url);
    const { status, headers, body } = await ask(`${url}/healthz`, { ca: pair.ca });
    assert.deepEqual([status, JSON.parse(body).status], [200, "ready"]);
    assert(!("strict-transport-security" in headers));
    const at = { url: `wss://127.0.0.1:${port}/api/websocket`, ca: pair.ca };
    const peer = await Peer.login(t, port, admin, at);
    assert.equal(await peer.save({ rooms: [] }), 1);
  },
);

test(
  "TLS-1: the address is under the certificate's name where it is not for the one that is listened on",
  bounded,
  async (t) => {
    const started = await startWithTls(t, { host: "0.0.0.0" });
    if (started === undefined) return;
    assert.equal(started.url, `https://localhost:${started.port}`);
  },
);

test("TLS-2: an unusable pair refuses the start and names the option", bounded, async (t) => {
  if (!mayUse(t, "openssl")) return;
  const folder = await temporaryFolder(t);
  const good = makeCertificate(folder, "good");
  const other = makeCertificate(folder, "other");
  const [locked, missing, text] = ["locked", "missing", "text"].map((name) => join(folder, name));
  assert(locked !== undefined && missing !== undefined && text !== undefined);
  writeFileSync(text, "no PEM");
  openssl("pkey", "-in", good.key, "-aes256", "-passout", "pass:secret", "-out", locked);
  const cases = [
    [good.cert, "", "--tls-cert: needs --tls-key, the file of its key"],
    ["", good.key, "--tls-key: needs --tls-cert, the file of its certificate"],
    [missing, good.key, `--tls-cert: ${missing} cannot be read: `],
    [good.cert, missing, `--tls-key: ${missing} cannot be read: `],
    [text, good.key, `--tls-cert: ${text} has no PEM certificate`],
    [good.cert, text, `--tls-key: ${text} has no PEM private key`],
    [good.cert, locked, `--tls-key: ${locked} is encrypted; `],
    [
      good.cert,
      other.key,
      `--tls-key: ${other.key} is not the key of the first certificate in ${good.cert}`,
    ],
  ] as const;
  for (const [tlsCert, tlsKey, why] of cases) {
    const config = defaultConfig({ port: 0, data: join(folder, "data"), tlsCert, tlsKey });
    const started = await startService(config, { log: pino({ level: "silent" }) });
    assert(isLeft(started), why);
    assert(started.left.startsWith(why), started.left);
  }
  const weak = join(folder, "weak.crt");
  const rsa = ["-newkey", "rsa:512", "-nodes", "-subj", "/CN=weak", "-days", "9"];
  openssl("req", "-x509", ...rsa, "-keyout", `${weak}.key`, "-out", weak);
  const found = await readTlsPair({ tlsCert: weak, tlsKey: `${weak}.key` });
  assert(isLeft(found));
  assert(found.left.startsWith(`--tls-cert: ${weak} cannot be used: `), found.left);
});

test(
  "TLS-3: a changed pair is served to new connections, a broken one is logged once and changes nothing",
  bounded,
  async (t) => {
    const started = await startWithTls(t);
    if (started === undefined) return;
    const { port, admin, pair, folder, log } = started;
    const at = { url: `wss://127.0.0.1:${port}/api/websocket`, ca: pair.ca };
    const early = await Peer.login(t, port, admin, at);
    const problems = () => log.filter(({ msg }) => msg.startsWith("the new certificate cannot"));
    const taken = () => log.filter(({ msg }) => msg.startsWith("new connections use")).length;
    // The certificate alone: its key is still another's.
    const second = makeCertificate(folder, "second");
    renameSync(second.cert, pair.cert);
    await until(() => problems().length === 1);
    assert.match(String(problems()[0]?.["problem"]), /is not the key of the first certificate/);
    assert.equal(await servedName(port), "first");
    renameSync(second.key, pair.key);
    await until(() => taken() === 1);
    assert.equal(await servedName(port), "second");
    // As certbot does it: links that lead elsewhere.
    const third = makeCertificate(folder, "third");
    for (const [file, link] of [
      [third.cert, pair.cert],
      [third.key, pair.key],
    ] as const) {
      symlinkSync(file, `${link}.new`);
      renameSync(`${link}.new`, link);
    }
    await until(() => taken() === 2);
    assert.equal(await servedName(port), "third");
    rmSync(pair.key);
    await until(() => problems().length === 2);
    assert.equal(await servedName(port), "third");
    assert.equal((await early.command("ping"))["type"], "pong");
  },
);

test("TLS-4: plain HTTP gets a plain HTTP answer: the port speaks HTTPS", bounded, async (t) => {
  const started = await startWithTls(t);
  if (started === undefined) return;
  const { port, pair, url } = started;
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
  assert.equal(answer.status, 400);
  assert.match(await answer.text(), /this port speaks HTTPS only/);
  const nonsense = connected(t, port);
  nonsense.write("\0\0\0");
  assert.match(await restOf(nonsense), /^HTTP\/1\.1 400 /);
  assert.equal((await ask(`${url}/healthz`, { ca: pair.ca })).status, 200);
});

test("TLS-4: a handshake that fails ends its connection alone", bounded, async (t) => {
  const started = await startWithTls(t);
  if (started === undefined) return;
  const { port, pair, url, log } = started;
  await assert.rejects(ask(`${url}/healthz`, {}), /self-signed/);
  const broken = connected(t, port);
  // A record of a handshake that holds none.
  broken.write(Buffer.from([0x16, 3, 1, 0, 4, 9, 9, 9, 9]));
  await restOf(broken);
  assert(log.some(({ msg }) => msg === "cut off a connection"));
  assert.equal((await ask(`${url}/healthz`, { ca: pair.ca })).status, 200);
});

test("TLS-5: who does not end the handshake in time is cut off", bounded, async (t) => {
  // Time enough for what was sent to be read, on a busy machine.
  const started = await startWithTls(t, { authTimeoutMs: 1000 });
  if (started === undefined) return;
  const { port, log } = started;
  const [silent, slow] = [connected(t, port), connected(t, port)];
  // The head of a record of 512 bytes that never come whole.
  slow.write(Buffer.from([0x16, 3, 1, 2, 0, 1]));
  assert.deepEqual(await Promise.all([silent, slow].map(restOf)), ["", ""]);
  const told = () => log.filter(({ reason }) => /no TLS handshake within/.test(String(reason)));
  await until(() => told().length > 0);
  assert.equal(told().length, 1, "who sends nothing at all is nothing to write down");
});

test(
  "TLS-5: who ends the handshake and asks for nothing is told so in time",
  bounded,
  async (t) => {
    // Time enough for a handshake, on a busy machine.
    const started = await startWithTls(t, { authTimeoutMs: 2000 });
    if (started === undefined) return;
    const { port, pair } = started;
    const idle = connectTls({ port, host: "127.0.0.1", ca: pair.ca });
    t.after(() => idle.destroy());
    assert.match(await restOf(idle), /^HTTP\/1\.1 408 .*auth-timeout-ms/s);
  },
);

test(
  "TLS-5: before their handshake strangers of an address have as many places as after it",
  bounded,
  async (t) => {
    // A sixteenth of these is for one address.
    const started = await startWithTls(t, { connections: 64 });
    if (started === undefined) return;
    const { port, pair, url, log } = started;
    const strangers = Array.from({ length: 4 }, () => connected(t, port));
    const [oldest] = strangers;
    assert(oldest !== undefined);
    for (const each of strangers) await new Promise((resolve) => each.once("connect", resolve));
    oldest.write(Buffer.from([0x16, 3]));
    const ended = restOf(oldest);
    assert.equal((await ask(`${url}/healthz`, { ca: pair.ca })).status, 200);
    assert.equal(await ended, "");
    await until(() => log.some(({ reason }) => /the oldest makes room/.test(String(reason))));
  },
);

test("TLS-6: a harmless problem of a pair is a warning", bounded, async (t) => {
  const started = await startWithTls(t);
  if (started === undefined) return;
  const { pair, log } = started;
  const places = { tlsCert: pair.cert, tlsKey: pair.key };
  const day = 24 * 3600 * 1000;
  const warningsAt = async (now: number): Promise<readonly string[]> => {
    const found = await readTlsPair(places, now);
    assert(isRight(found));
    return found.right.warnings;
  };
  assert.deepEqual(await warningsAt(Date.now()), []);
  assert.match(String(await warningsAt(Date.now() + 60 * day)), /^the certificate expired on /);
  assert.match(
    String(await warningsAt(Date.now() - 60 * day)),
    /^the certificate is not valid before /,
  );
  chmodSync(pair.key, 0o640);
  assert.deepEqual(await warningsAt(Date.now()), []);
  chmodSync(pair.key, 0o644);
  assert.match(String(await warningsAt(Date.now())), /is open to everybody/);
  assert(!log.some(({ problem }) => /everybody/.test(String(problem))));
  const again = await startTestService(t, { config: places });
  assert(again.log.some(({ level, problem }) => level === 40 && /everybody/.test(String(problem))));
});

test("TLS-7: a name of the certificate is one of the service's", bounded, async (t) => {
  if (!mayUse(t, "openssl")) return;
  const folder = await temporaryFolder(t);
  const pair = makeCertificate(folder, "home", { names: ["home.example", "*.rooms.example"] });
  const config = { tlsCert: pair.cert, tlsKey: pair.key };
  const { url, port } = await startTestService(t, { config });
  const statusFor = async (Host: string) =>
    (await ask(`${url}/healthz`, { ca: pair.ca, servername: "home.example", headers: { Host } }))
      .status;
  assert.equal(await statusFor(`home.example:${port}`), 200);
  assert.equal(await statusFor("attic.rooms.example"), 200);
  assert.equal(await statusFor("other.example"), 403);
});

test("TLS-7: a page of http is not the service's own", bounded, async (t) => {
  const started = await startWithTls(t);
  if (started === undefined) return;
  const { port, pair } = started;
  const open = (scheme: string) =>
    Peer.open(t, port, {
      url: `wss://127.0.0.1:${port}/api/websocket`,
      ca: pair.ca,
      origin: `${scheme}://127.0.0.1:${port}`,
    });
  await open("https");
  await assert.rejects(open("http"), /403/);
});

test("TLS-1: large uploads and answers come whole", bounded, async (t) => {
  const started = await startWithTls(t);
  if (started === undefined) return;
  const { url, pair, admin } = started;
  const picture = pngOf(5_000_000, 7);
  const form = new Response(formOf("ground", picture, "ground.png"));
  const headers = {
    Authorization: `Bearer ${admin}`,
    "Content-Type": form.headers.get("content-type") ?? "",
  };
  const sent = Buffer.from(await form.arrayBuffer());
  const method = "POST";
  const at = `${url}/api/floorplan/background`;
  const answer = await ask(at, { ca: pair.ca, method, headers }, sent);
  assert.equal(answer.status, 200, answer.body);
  const stored = await ask(`${url}${JSON.parse(answer.body).url}`, { ca: pair.ca });
  assert.equal(stored.length, picture.length);
});
