import { isIPv6 } from "node:net";
import type { Answer, Packet } from "dns-packet";

/** The DNS-SD type of the service (RFC 6763, 4.1.2), by which Home Assistant finds it. */
export const serviceType = "_floorplan._tcp.local";

/** What lists the types of a network's services (RFC 6763, 9). */
const allTypes = "_services._dns-sd._udp.local";

/** Seconds that others may keep a record: those with an address, and all others (RFC 6762, 10). */
const addressTtl = 120;
const otherTtl = 4500;

/** What the network is told of a service; everybody on it may read that. */
export interface Announced {
  /** The home's id, the same at each address and after each restart. */
  readonly home: string;
  readonly domain: string;
  readonly version: string;
  /** This machine's name. */
  readonly machine: string;
  readonly port: number;
  /** The address for people, if it says more than an IP address and the port do. */
  readonly url: string | undefined;
}

/** A name that no other service of the network has, short enough for a label of DNS. */
const labelOf = ({ home, machine, port }: Announced): string => {
  const [first = ""] = machine.toLowerCase().split(".");
  const name = first.replaceAll(/[^a-z0-9-]/g, "-").slice(0, 30);
  return `floorplan-${home.slice(0, 8)}-${name}-${port}`;
};

/**
 * The records of a service at an IP address of this machine. The host has a name of the service's own, so that they do
 * not contradict those of the machine's own responder.
 */
export const recordsOf = (announced: Announced, address: string): readonly Answer[] => {
  const { home, domain, version, port, url } = announced;
  const label = labelOf(announced);
  const name = `${label}.${serviceType}`;
  const target = `${label}.local`;
  const texts = Object.entries({ id: home, domain, version, url }).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${value}`],
  );
  // A unique record replaces what others have kept of it (RFC 6762, 10.2).
  const unique = { flush: true, ttl: addressTtl };
  return [
    { type: "PTR", name: serviceType, ttl: otherTtl, data: name },
    { type: "PTR", name: allTypes, ttl: otherTtl, data: serviceType },
    { ...unique, type: "SRV", name, data: { port, target } },
    { ...unique, type: "TXT", name, ttl: otherTtl, data: texts },
    { ...unique, type: isIPv6(address) ? "AAAA" : "A", name: target, data: address },
  ];
};

/** The same records as a goodbye, after which others forget them (RFC 6762, 10.1). */
export const goodbyeOf = (records: readonly Answer[]): readonly Answer[] =>
  records.map((record) => ({ ...record, ttl: 0 }));

/** A question for whatever there is of a name. */
const isForAll = (type: string): boolean => type === "ANY";

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Whether a query asks for one of the records, and does not have it already (RFC 6762, 7.1). */
export const isAsked = (
  { questions = [], answers = [] }: Packet,
  records: readonly Answer[],
): boolean =>
  records.some(
    (record) =>
      questions.some(
        ({ name, type }) => isSame(name, record.name) && (type === record.type || isForAll(type)),
      ) &&
      !answers.some(
        (known) =>
          known.type === "PTR" &&
          record.type === "PTR" &&
          isSame(known.name, record.name) &&
          isSame(known.data, record.data) &&
          (known.ttl ?? 0) >= otherTtl / 2,
      ),
  );
