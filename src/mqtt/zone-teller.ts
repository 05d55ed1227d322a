import type { ZoneCount } from "../home-assistant/shared/zones/zone-counts.ts";
import type { Boundary } from "../server/runtime/boundary.ts";
import { RetryTimer } from "../server/runtime/retry-timer.ts";
import type { BrokerAddress, BrokerLimits } from "./broker-address.ts";
import { BrokerLink } from "./broker-link.ts";
import type { BrokerStatus } from "./broker-status.ts";
import {
  availabilityWords,
  birth,
  birthTopic,
  messagesOf,
  removalOf,
  topicsOf,
  type ZoneTopics,
} from "./zone-discovery.ts";

/**
 * Milliseconds from a sign that Home Assistant has begun anew, or that the broker keeps something else, until everything is
 * told again: Home Assistant subscribes first, and what a broker floods causes little.
 */
const againMs = 1000;

/** Digits of a home's id in the name of the client, which may have 23 characters (MQTT 3.1.1, section 3.1.3.1). */
const idDigits = 13;

interface TellerSetup {
  readonly address: BrokerAddress;
  /** The home's id. */
  readonly home: string;
  /** Calls back with each zone, now and whenever something changes; the returned function ends it. */
  readonly follow: (listener: (zones: readonly ZoneCount[]) => void) => () => void;
  readonly limits: BrokerLimits;
  readonly boundary: Boundary;
  readonly status: BrokerStatus;
}

/**
 * Tells Home Assistant whether zones are occupied, by MQTT discovery. Begins with the first zones, so that it does not take those
 * away that the plan still has. States are kept by the broker: Home Assistant subscribes to them after it has
 * read the description, and would miss others.
 */
export class ZoneTeller {
  readonly #setup: TellerSetup;
  readonly #topics: ZoneTopics;
  readonly #link: BrokerLink;
  readonly #again: RetryTimer;
  /** The ids of the zones that are told. */
  #zones: ReadonlySet<string> = new Set();
  #leave: (() => void) | undefined;
  #isConnecting = false;

  constructor(setup: TellerSetup) {
    this.#setup = setup;
    const { address, home, limits, boundary, status } = setup;
    const topics = topicsOf(home);
    this.#topics = topics;
    this.#link = new BrokerLink({
      address,
      clientId: `floorplan-${home.slice(0, idDigits)}`,
      availability: { topic: topics.availability, ...availabilityWords },
      topics: [birthTopic, topics.descriptions, topics.availability],
      limits,
      boundary,
      status,
      message: (topic, payload) => this.#heard(topic, payload),
    });
    const again = boundary("zones could not be told again", () => this.#link.again());
    this.#again = new RetryTimer(again);
  }

  /** Tells the zones, and keeps trying. */
  start(): void {
    this.#leave ??= this.#setup.follow((zones) => this.#tell(zones));
  }

  /** Tells that nothing is known any more, and disconnects. It may be started again. */
  async stop(): Promise<void> {
    this.#leave?.();
    this.#leave = undefined;
    this.#isConnecting = false;
    this.#again.stop();
    await this.#link.stop();
  }

  #tell(zones: readonly ZoneCount[]): void {
    const { home } = this.#setup;
    const before = this.#zones;
    this.#zones = new Set(zones.map(({ zone }) => zone.id));
    for (const id of before) if (!this.#zones.has(id)) this.#remove(id);
    for (const each of zones)
      for (const { topic, payload } of messagesOf(home, each)) this.#link.tell(topic, payload);
    if (this.#isConnecting) return;
    this.#isConnecting = true;
    this.#link.start();
  }

  #remove(zone: string): void {
    for (const { topic, payload } of removalOf(this.#setup.home, zone))
      this.#link.tell(topic, payload);
  }

  #heard(topic: string, payload: Buffer): void {
    if (topic === birthTopic) {
      if (payload.equals(Buffer.from(birth))) this.#again.start(againMs);
      return;
    }
    // A connection that was lost may be told after this one has begun: the service is there all the same.
    if (topic === this.#topics.availability) {
      if (!payload.equals(Buffer.from(availabilityWords.online))) this.#again.start(againMs);
      return;
    }
    const zone = this.#topics.zoneOf(topic);
    // The service was down when this zone went.
    if (zone !== undefined && payload.length > 0 && !this.#zones.has(zone)) this.#remove(zone);
  }
}
