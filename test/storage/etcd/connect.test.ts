import assert from "node:assert/strict";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { pino } from "pino";
import { connectCluster } from "../../../src/storage/etcd/connect.ts";
import { defaultConfig } from "../../../src/server/config.ts";
import { startService } from "../../../src/server/server.ts";
import { inCluster } from "../../support/timeouts.ts";
import {
  etcdCertificate,
  etcdClientCertificate,
  otherCertificate,
  startEtcd,
} from "../../support/etcd.ts";
import { freePorts } from "../../support/free-ports.ts";
import { mayUse } from "../../support/programs.ts";
import { runProgram } from "../../support/program.ts";
import { temporaryFolder } from "../../support/service.ts";
import { leftOf, rightOf } from "./test-home.ts";

const cluster = "https://localhost:1";

/** For tests that start an etcd of their own. */
const patient = { timeout: 60_000 };

const noHome = /there is no home named "floorplan" in this cluster/;

/** Files that only their owner reads. */
const files = async (t: TestContext) => {
  const folder = await temporaryFolder(t);
  return async (name: string, text: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, text, { mode: 0o600 });
    return path;
  };
};

test("CTOOL-2: a file of the cluster's settings that is missing, may be read by others or holds something else is named with its setting", async (t) => {
  const make = await files(t);
  const refusal = async (changes: Readonly<Record<string, string>>): Promise<string> =>
    leftOf(await connectCluster(defaultConfig({ cluster, ...changes })));
  const password = await make("password", "correct horse\n");
  const pem = await make("pem", "-----BEGIN CERTIFICATE-----\n");
  const [empty, none] = [await make("empty", "\n"), join(pem, "none")];
  const user = { clusterUser: "plan" };
  assert.match(await refusal(user), /^--cluster-user: needs --cluster-password-file$/);
  assert.match(await refusal({ clusterPasswordFile: password }), /needs --cluster-user$/);
  assert.match(
    await refusal({ ...user, clusterPasswordFile: none }),
    /^--cluster-password-file: .*none cannot be read: ENOTDIR/,
  );
  assert.match(
    await refusal({ ...user, clusterPasswordFile: empty }),
    /^--cluster-password-file: .*empty contains no password$/,
  );
  const known = { ...user, clusterPasswordFile: password };
  rightOf(await connectCluster(defaultConfig({ cluster, ...known }))).close();
  await chmod(password, 0o644);
  const told = await refusal(known);
  assert.match(told, /password may be read by others than its owner: chmod 600 it$/);
  assert(!told.includes("horse"));
  const half = /^--cluster-cert: needs --cluster-key, and that needs --cluster-cert$/;
  assert.match(await refusal({ clusterCert: pem }), half);
  assert.match(await refusal({ clusterKey: pem }), half);
  for (const [option, changes] of [
    ["cluster-ca", { clusterCa: none }],
    ["cluster-cert", { clusterCert: none, clusterKey: pem }],
    ["cluster-key", { clusterCert: pem, clusterKey: none }],
  ] as const) {
    const said = await refusal(changes);
    assert(said.startsWith(`--${option}: ${none} cannot be read: ENOTDIR`), said);
  }
  assert.match(await refusal({ clusterCa: empty }), /^--cluster-ca: .*empty is not a PEM file$/);
  assert.match(
    await refusal({ cluster: "http://localhost:1", clusterCa: pem }),
    /^--cluster: certificates need addresses that begin with https:/,
  );
  assert.match(
    await refusal({ cluster: "http://[::::]:1" }),
    /^--cluster: "http:.*" is not an address$/,
  );
});

/** Runs a command on a cluster, which must end with one sentence and exit code 1. */
const refused = async (
  t: TestContext,
  url: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const { code, out, err } = await runProgram(t, ["token", "list", "--cluster", url], environment);
  assert.deepEqual([code, out], [1, ""]);
  assert.match(err, /^floorplan: [^\n]+\n$/, "one sentence");
  return err;
};

test(
  "CTOOL-10: a cluster of which no member is there is told with each address",
  inCluster,
  async (t) => {
    const [one = 0, two = 0] = await freePorts(2);
    const [first, second] = [`http://127.0.0.1:${one}`, `http://127.0.0.1:${two}`];
    const told = await refused(t, `${first},${second}`);
    assert.match(told, /no member of the cluster answers: .*ECONNREFUSED/);
    assert(told.includes(first) && told.includes(second), told);
  },
);

test(
  "CTOOL-2, CTOOL-10: a cluster with users is used with the password of one, and says what is wrong without",
  patient,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const etcd = await startEtcd(t, { rootPassword: "correct horse" });
    const make = await files(t);
    const [url = ""] = etcd.urls;
    const asRoot = async (password: string) => ({
      FLOORPLAN_CLUSTER_USER: "root",
      FLOORPLAN_CLUSTER_PASSWORD_FILE: await make("password", password),
    });
    assert.match(await refused(t, url, await asRoot("wrong")), /refuses: .*authentication failed/);
    assert.match(await refused(t, url), /refuses: .*user name is empty/);
    assert.match(await refused(t, url, await asRoot("correct horse\n")), noHome);
  },
);

test(
  "CTOOL-2, CTOOL-10: a cluster with TLS is used with the certificate that its own is signed by, and says so without",
  patient,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const [url = ""] = (await startEtcd(t, { tls: true })).urls;
    assert.match(await refused(t, url), /no member of the cluster answers: .*certificate/);
    const trusting = { FLOORPLAN_CLUSTER_CA: etcdCertificate };
    assert.match(await refused(t, url, trusting), noHome);
  },
);

test(
  "NODE-13: a cluster that asks for certificates is used with one of its authority, and says what it refuses without one, and with one of another",
  patient,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const [url = ""] = (await startEtcd(t, { tls: true, clientCertificates: true })).urls;
    const trusting = { FLOORPLAN_CLUSTER_CA: etcdCertificate };
    const as = ({ cert, key }: Record<"cert" | "key", string>) => ({
      ...trusting,
      FLOORPLAN_CLUSTER_CERT: cert,
      FLOORPLAN_CLUSTER_KEY: key,
    });
    const none = await refused(t, url, trusting);
    assert.match(
      none,
      /localhost:\d+: no connection: it requires a client certificate, and got none/,
    );
    const foreign = await refused(t, url, as(otherCertificate));
    assert.match(foreign, /it does not trust the authority of the client certificate/);
    assert.match(await refused(t, url, as(etcdClientCertificate)), noHome);
    const { cert: clusterCert, key: clusterKey } = etcdClientCertificate;
    const service = rightOf(
      await startService(
        defaultConfig({
          cluster: url,
          clusterCa: etcdCertificate,
          clusterCert,
          clusterKey,
          data: await temporaryFolder(t),
          port: 0,
        }),
        { log: pino({ enabled: false }) },
      ),
    );
    const loaded = await service.loaded;
    await service.stop();
    assert.equal(rightOf(loaded).rev, 0);
  },
);

test(
  "NODE-13: a start with a certificate, a key or an authority that is missing or none, or a key of another certificate, names the setting",
  patient,
  async (t) => {
    const make = await files(t);
    const { cert, key } = etcdClientCertificate;
    const hollow = await make("hollow", "-----BEGIN CERTIFICATE-----\n");
    const none = join(hollow, "none");
    for (const [named, expected] of [
      [{ cert, key: otherCertificate.key }, `key: ${otherCertificate.key} is not the key of `],
      [{ cert: hollow, key }, `cert: ${hollow} is not a certificate: `],
      [{ cert, key: hollow }, `key: ${hollow} is not a usable key: `],
      [{ cert, key: cert }, `key: ${cert} is not a usable key: `],
      [{ cert: key, key }, `cert: ${key} is not a certificate: `],
      [{ cert: none, key }, `cert: ${none} cannot be read: `],
      [{ cert, key: none }, `key: ${none} cannot be read: `],
      [{ cert, key, ca: hollow }, `ca: ${hollow} is not a certificate: `],
    ] as const) {
      const words = Object.entries(named).flatMap(([name, path]) => [`--cluster-${name}`, path]);
      const { code, err } = await runProgram(t, [
        "serve",
        `--cluster=${cluster}`,
        `--data=${await temporaryFolder(t)}`,
        ...words,
      ]);
      assert.equal(code, 1);
      assert(err.includes(`the cluster cannot be used: --cluster-${expected}`), err);
    }
  },
);
