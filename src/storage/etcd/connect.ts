import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { sequenceS } from "fp-ts/lib/Apply.js";
import { Applicative, type Either, isLeft, left, right, tryCatch } from "fp-ts/lib/Either.js";
import { messageOf } from "../../../wal/index.ts";
import type { Boundary } from "../../server/runtime/boundary.ts";
import type { Config } from "../../server/config.ts";
import { readSecretFile } from "../../server/read-settings.ts";
import type { EtcdClient, EtcdOptions } from "./client/etcd-client.ts";

/** The settings of a cluster's client. */
export type ClusterSettings = Pick<
  Config,
  "cluster" | "clusterUser" | "clusterPasswordFile" | "clusterCa" | "clusterCert" | "clusterKey"
>;

/**
 * Times of a cluster, in milliseconds. They stand here so that a service without a cluster loads nothing else of it.
 * A member answers within a few milliseconds, and otherwise the next one is asked; a majority is elected within
 * seconds; and the machines of a cluster start within a minute of each other after a power cut.
 */
export const clusterLimits = {
  /** For a member's answer. */
  clusterMs: 2000,
  /** For a cluster to get a majority at a start. */
  clusterStartMs: 60_000,
  /** For finding out the outcome of a save before the answer is `outcome_unknown`. */
  clusterUnknownMs: 10_000,
  /** Bytes of images that a node caches in its data folder: the pictures of many floors. */
  imageCacheBytes: 256 * 1024 * 1024,
};

const readUser = (
  settings: ClusterSettings,
): Either<string, Pick<EtcdOptions, "user" | "password">> => {
  const { clusterUser: user, clusterPasswordFile: file } = settings;
  if (user === "")
    return file === "" ? right({}) : left("--cluster-password-file: needs --cluster-user");
  if (file === "") return left("--cluster-user: needs --cluster-password-file");
  const password = readSecretFile(file);
  if (isLeft(password)) return left(`--cluster-password-file: ${password.left}`);
  return password.right === ""
    ? left(`--cluster-password-file: ${file} contains no password`)
    : right({ user, password: password.right });
};

/** A PEM file; undefined if none is named. */
const readPem = (option: string, path: string): Either<string, Buffer | undefined> => {
  if (path === "") return right(undefined);
  const bytes = tryCatch(
    () => readFileSync(path),
    (error) => `--${option}: ${path} cannot be read: ${messageOf(error)}`,
  );
  if (isLeft(bytes) || bytes.right.includes("-----BEGIN ")) return bytes;
  return left(`--${option}: ${path} is not a PEM file`);
};

/** Checks that certificate and key are valid and belong together: gRPC's client would throw. */
const checkPair = (
  { clusterCert, clusterKey }: ClusterSettings,
  cert: Buffer,
  key: Buffer,
): Either<string, void> => {
  const certificate = tryCatch(
    () => new X509Certificate(cert),
    (error) => `--cluster-cert: ${clusterCert} is not a certificate: ${messageOf(error)}`,
  );
  if (isLeft(certificate)) return certificate;
  const own = tryCatch(
    () => createPrivateKey(key),
    (error) => `--cluster-key: ${clusterKey} is not a usable key: ${messageOf(error)}`,
  );
  if (isLeft(own)) return own;
  return certificate.right.checkPrivateKey(own.right)
    ? right(undefined)
    : left(`--cluster-key: ${clusterKey} is not the key of the certificate in ${clusterCert}`);
};

/** gRPC would silently ignore an invalid authority, and then trust nobody. */
const checkCa = ({ clusterCa }: ClusterSettings, ca: Buffer): Either<string, unknown> =>
  tryCatch(
    () => new X509Certificate(ca),
    (error) => `--cluster-ca: ${clusterCa} is not a certificate: ${messageOf(error)}`,
  );

const readTls = (settings: ClusterSettings): Either<string, Pick<EtcdOptions, "tls">> => {
  const { clusterCa, clusterCert, clusterKey } = settings;
  if ((clusterCert === "") !== (clusterKey === ""))
    return left("--cluster-cert: needs --cluster-key, and that needs --cluster-cert");
  const files = Object.entries({ clusterCa, clusterCert, clusterKey }).find(
    ([, path]) => path !== "",
  );
  if (files === undefined) return right({});
  if (!settings.cluster.includes("https://"))
    return left("--cluster: certificates need addresses that begin with https://");
  const read = sequenceS(Applicative)({
    ca: readPem("cluster-ca", clusterCa),
    cert: readPem("cluster-cert", clusterCert),
    key: readPem("cluster-key", clusterKey),
  });
  if (isLeft(read)) return read;
  const { ca, cert, key } = read.right;
  const trusted = ca ? checkCa(settings, ca) : read;
  if (isLeft(trusted)) return trusted;
  const own = cert && key ? checkPair(settings, cert, key) : read;
  if (isLeft(own)) return own;
  return right({ tls: { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) } });
};

/**
 * A client of the settings' cluster; it connects on its first request. `boundary` wraps its events; if undefined, a bug
 * in them ends the process. The left names the setting or file at fault.
 */
export const connectCluster = async (
  settings: ClusterSettings & Partial<Pick<typeof clusterLimits, "clusterMs">>,
  boundary?: Boundary,
): Promise<Either<string, EtcdClient>> => {
  const urls = settings.cluster.split(",");
  const odd = urls.find((url) => !URL.canParse(url));
  if (odd !== undefined) return left(`--cluster: "${odd}" is not an address`);
  const user = readUser(settings);
  if (isLeft(user)) return user;
  const tls = readTls(settings);
  if (isLeft(tls)) return tls;
  // Loaded lazily: a service without a cluster needs none of it.
  const { EtcdClient: Client } = await import("./client/etcd-client.ts");
  const { clusterMs: answerMs } = { ...clusterLimits, ...settings };
  return right(new Client({ urls, ...user.right, ...tls.right, answerMs, boundary }));
};
