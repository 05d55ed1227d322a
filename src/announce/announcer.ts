import { createSocket } from "node:dgram";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import type { Answer } from "dns-packet";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { MulticastDNS } from "multicast-dns";
import { messageOf } from "../../wal/index.ts";
import type { RatedLog } from "../server/runtime/rated-log.ts";
import { type Announced, goodbyeOf, isAsked, recordsOf } from "./records.ts";

/** The group and port of mDNS (RFC 6762, 3). */
const group = "224.0.0.251";
const port = 5353;

/** Milliseconds until an announcement is repeated, and the least between two answers (RFC 6762, 6 and 8.3). */
const pauseMs = 1000;

/** Milliseconds between looks at this machine's address, which DHCP may change. */
const checkMs = 60_000;

const isEvery = (address: string): boolean => address === "0.0.0.0" || address === "::";
const isLoopback = (address: string): boolean => address.startsWith("127.") || address === "::1";

/** The own address by which this machine reaches the network's group; undefined without a network. */
const outwardAddress = async (): Promise<string | undefined> => {
  const socket = createSocket("udp4");
  try {
    const connected = once(socket, "connect");
    // This only asks for a route: nothing is sent.
    socket.connect(port, group);
    await connected;
    return socket.address().address;
  } catch {
    return undefined;
  } finally {
    socket.close();
  }
};

/**
 * Tells the local network where the service is, by multicast DNS (RFC 6762 and 6763), if it listens on more than this
 * machine. The service works all the same where there is no multicast: the log says so once.
 */
export class Announcer {
  readonly #host: string;
  readonly #describe: () => Promise<Either<string, Announced>>;
  readonly #log: RatedLog;
  #mdns: MulticastDNS | undefined;
  #records: readonly Answer[] = [];
  #answeredAt = -Infinity;
  #checks: NodeJS.Timeout | undefined;
  #repeat: NodeJS.Timeout | undefined;
  #isTold = false;
  #isStopped = false;

  /** `host`: what the service was told to listen on. `describe`: what to tell; left: why that is not known. */
  constructor(host: string, describe: () => Promise<Either<string, Announced>>, log: RatedLog) {
    this.#host = host;
    this.#describe = describe;
    this.#log = log;
  }

  /** Begins to announce, if others reach the service. */
  async start(): Promise<void> {
    const listensOn = await lookup(this.#host).catch(() => undefined);
    if (listensOn === undefined || isLoopback(listensOn.address)) return;
    const described = await this.#describe();
    if (isLeft(described)) return this.#tell(described.left);
    // Loaded only where it is needed.
    const { default: multicastDns } = await import("multicast-dns");
    if (this.#isStopped) return;
    const { boundary } = this.#log;
    const mdns = multicastDns();
    this.#mdns = mdns;
    const failed = (error: Error): void => this.#tell(messageOf(error));
    mdns.on("error", boundary("a failed announcement could not be logged", failed));
    // A packet that cannot be read, or a network that is not there yet.
    mdns.on("warning", () => undefined);
    mdns.on(
      "query",
      boundary("a question of the network failed unexpectedly", (query) => {
        if (isAsked(query, this.#records)) this.#answer();
      }),
    );
    const look = async (): Promise<void> => {
      const { address: own } = listensOn;
      const address = isEvery(own) ? await outwardAddress() : own;
      this.#take(address === undefined ? [] : recordsOf(described.right, address));
    };
    const check = boundary("the own address could not be looked up", look);
    this.#checks = setInterval(check, checkMs).unref();
    await look();
  }

  /** Says goodbye, and ends. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#checks);
    clearTimeout(this.#repeat);
    const mdns = this.#mdns;
    if (mdns === undefined) return;
    if (this.#records.length > 0)
      await new Promise<void>((resolve) => {
        mdns.respond([...goodbyeOf(this.#records)], () => resolve());
      });
    await new Promise<void>((resolve) => mdns.destroy(resolve));
  }

  #take(records: readonly Answer[]): void {
    if (this.#isStopped) return;
    const isNew = JSON.stringify(records) !== JSON.stringify(this.#records);
    this.#records = records;
    if (!isNew || records.length === 0) return;
    this.#send();
    // The first may be lost.
    const again = this.#log.boundary("an announcement failed unexpectedly", () => this.#send());
    this.#repeat = setTimeout(again, pauseMs).unref();
  }

  /** Every answer has all records, so one in a while answers everybody. */
  #answer(): void {
    const now = performance.now();
    if (now - this.#answeredAt < pauseMs) return;
    this.#answeredAt = now;
    this.#send();
  }

  #send(): void {
    this.#mdns?.respond([...this.#records], (error) => {
      if (error) this.#tell(messageOf(error));
    });
  }

  #tell(problem: string): void {
    if (this.#isTold || this.#isStopped) return;
    this.#isTold = true;
    this.#log.warn({ problem }, "the service cannot announce itself on the network");
  }
}
