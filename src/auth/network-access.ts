import { hostname } from "node:os";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import type { Config } from "../server/settings.ts";
import {
  addressReader,
  type AddressRule,
  addressRule,
  type ClientAddresses,
} from "../server/http/client-address.ts";
import { type HostRule, hostRule } from "../host/http/hosts.ts";
import { type Ingress, ingressReader } from "./ingress.ts";
import { Origins } from "../server/http/origins.ts";
import { ConnectionSlots, slotLimitsFor } from "../server/http/connection-slots.ts";
import { Tls } from "../server/http/tls.ts";
import { addressesIn } from "../client/nodes.ts";
import { openFilesLimit } from "../host/open-files.ts";

/** Who may come from where, to which names, and how many at a time. */
export interface NetworkAccess {
  readonly origins: Origins;
  readonly hostProblem: HostRule;
  readonly addresses: ClientAddresses;
  readonly ingress: Ingress;
  readonly places: ConnectionSlots;
  /** Who may ask for the metrics without a token. */
  readonly mayMeasure: AddressRule;
  /** The service's certificate; undefined where it speaks plain HTTP. */
  readonly tls: Tls | undefined;
  /** Where browsers reach the nodes of this service; empty where that is said nowhere. */
  readonly nodes: readonly string[];
}

/** As many connections as the settings ask for and the system allows. */
const readSlots = (config: Config, log: Logger): ConnectionSlots => {
  const descriptors = openFilesLimit();
  const limits = slotLimitsFor({ ...config, descriptors });
  if (limits.people < config.connections)
    log.warn(
      { descriptors, people: limits.people, strangers: limits.strangers },
      "the limit of open files (ulimit -n) leaves room for fewer than --connections",
    );
  return new ConnectionSlots(limits);
};

/** Reads the access that the settings give. The left names the setting at fault. */
export const readNetworkAccess = async (
  config: Config,
  log: Logger,
): Promise<Either<string, NetworkAccess>> => {
  const ingress = ingressReader(config.ingressProxy);
  if (isLeft(ingress)) return left(`--ingress-proxy: "${ingress.left}" is no address`);
  const nodes = addressesIn(config.addresses);
  const odd = nodes.find((each) => !URL.canParse(each));
  if (odd !== undefined) return left(`--addresses: "${odd}" is no address`);
  // A page that came from one node goes on at the others.
  const pages = [config.origins, ...nodes.map((each) => new URL(each).origin)].join(",");
  const origins = Origins.read(pages, ingress.right.isFrom);
  if (isLeft(origins)) return left(`--origins: "${origins.left}" is no origin`);
  // Behind ingress are many peers, as behind any proxy.
  const addresses = addressReader([config.trustedProxies, config.ingressProxy].join(","));
  if (isLeft(addresses)) return left(`--trusted-proxies: "${addresses.left}" is no address`);
  const mayMeasure = addressRule(config.metricsHost);
  if (isLeft(mayMeasure)) return left(`--metrics-host: "${mayMeasure.left}" is no address`);
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
    places: readSlots(config, log),
    mayMeasure: mayMeasure.right,
    nodes,
  });
};
