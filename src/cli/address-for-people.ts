import type { networkInterfaces } from "node:os";
import { addressesIn } from "../client/nodes.ts";

/** Hosts to listen on that stand for every address of a machine, and are none that a browser could open. */
const everyAddress: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/**
 * The address at which people open a service, also from other machines: the first of `--addresses`; where it listens on
 * every address of this machine, the first that others reach, of IPv4 if there is one; else the one that it listens at.
 */
export const addressForPeople = (
  url: string,
  addresses: string,
  interfaces: ReturnType<typeof networkInterfaces>,
): string => {
  const [named] = addressesIn(addresses);
  if (named !== undefined) return named;
  if (!everyAddress.has(new URL(url).hostname.replaceAll(/[[\]]/g, ""))) return url;
  const outward = Object.values(interfaces)
    .flatMap((each) => each ?? [])
    .filter(({ internal, scopeid }) => !internal && (scopeid ?? 0) === 0);
  const found = outward.find(({ family }) => family === "IPv4") ?? outward[0];
  if (found === undefined) return url;
  const there = new URL(url);
  there.hostname = found.family === "IPv6" ? `[${found.address}]` : found.address;
  return there.origin;
};
