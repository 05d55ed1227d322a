import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import type { Logger } from "pino";
import type { ServiceConfig } from "../server/limits.ts";
import {
  addressReader,
  type AddressRule,
  addressRule,
  type ClientAddresses,
} from "../server/http/client-address.ts";
import { type HostRule, hostRule, Origins } from "../server/http/origins.ts";
import { type Ingress, ingressReader } from "./ingress.ts";
import { ConnectionSlots, slotLimitsFor } from "../server/http/connection-slots.ts";
import { Tls } from "../server/http/tls.ts";
import { addressesIn } from "../client/nodes.ts";

/** The part of a diagnostic report with the process's limits, as in getrlimit(2); "unlimited" is a text. */
const reportCodec = t.type({
  userLimits: t.type({ open_files: t.type({ soft: t.union([t.number, t.string]) }) }),
});

/** The limit from Linux (proc_pid_limits(5)), or else from a diagnostic report, which takes far longer. */
const softLimit = (): string | number | undefined => {
  try {
    return /^Max open files +(\S+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
  } catch {
    const report = reportCodec.decode(process.report.getReport());
    return isLeft(report) ? undefined : report.right.userLimits.open_files.soft;
  }
};

/** How many files and sockets this process may have open; Infinity if the system sets no limit or reports none. */
const openFilesLimit = (): number => {
  const limit = Number(softLimit());
  return Number.isNaN(limit) ? Infinity : limit;
};

/** The addresses, origins and connections that are accepted. */
export interface NetworkAccess {
  readonly origins: Origins;
  readonly hostProblem: HostRule;
  readonly addresses: ClientAddresses;
  readonly ingress: Ingress;
  readonly slots: ConnectionSlots;
  /** Who may read the metrics without a token. */
  readonly mayMeasure: AddressRule;
  /** The service's certificate; undefined for plain HTTP. */
  readonly tls: Tls | undefined;
  /** Where browsers reach the nodes of this service; empty if not configured. */
  readonly nodes: readonly string[];
}

/** As many connections as the settings ask for and the system allows. */
const readSlots = (config: ServiceConfig, log: Logger): ConnectionSlots => {
  const descriptors = openFilesLimit();
  const uploads = config.homes ? config.homesUploads : config.uploads;
  const limits = slotLimitsFor({ ...config, uploads, descriptors });
  if (limits.people < config.connections)
    log.warn(
      { descriptors, people: limits.people, strangers: limits.strangers },
      "the limit of open files (ulimit -n) leaves room for fewer than --connections",
    );
  return new ConnectionSlots(limits);
};

/** Reads the access settings. The left names the setting at fault. */
export const readNetworkAccess = async (
  config: ServiceConfig,
  log: Logger,
): Promise<Either<string, NetworkAccess>> => {
  const ingress = ingressReader(config.ingressProxy);
  if (isLeft(ingress)) return left(`--ingress-proxy: "${ingress.left}" is not an address`);
  const nodes = addressesIn(config.addresses);
  const odd = nodes.find((each) => !URL.canParse(each));
  if (odd !== undefined) return left(`--addresses: "${odd}" is not an address`);
  // A page from one node connects to the others too.
  const pages = [config.origins, ...nodes.map((each) => new URL(each).origin)].join(",");
  const origins = Origins.read(pages, ingress.right.isFrom);
  if (isLeft(origins)) return left(`--origins: "${origins.left}" is not an origin`);
  // Behind ingress there are many peers, as behind any proxy.
  const addresses = addressReader([config.trustedProxies, config.ingressProxy].join(","));
  if (isLeft(addresses)) return left(`--trusted-proxies: "${addresses.left}" is not an address`);
  const mayMeasure = addressRule(config.metricsHost);
  if (isLeft(mayMeasure)) return left(`--metrics-host: "${mayMeasure.left}" is not an address`);
  const tls = await Tls.open(config, log);
  if (isLeft(tls)) return tls;
  return right({
    origins: origins.right,
    hostProblem: hostRule(
      hostname(),
      config.host,
      origins.right.list,
      ingress.right.isFrom,
      tls.right?.isFor,
    ),
    tls: tls.right,
    ingress: ingress.right,
    addresses: addresses.right,
    slots: readSlots(config, log),
    mayMeasure: mayMeasure.right,
    nodes,
  });
};
