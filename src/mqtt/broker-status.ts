import type { Logger } from "pino";
import { messageOf } from "../../wal/index.ts";
import type { RatedLog } from "../server/runtime/rated-log.ts";

/** Why a broker cannot be used: the kind, and a sentence. */
export interface BrokerProblem {
  readonly kind:
    | "unreachable"
    /** This machine does not trust its TLS certificate. */
    | "certificate"
    /** It refuses the user or the password, or what the user may do. */
    | "refused"
    /** It breaks the protocol, or exceeds a limit. */
    | "nonsense"
    | "slow";
  /** For the log: never contains a password. */
  readonly message: string;
  /** Nothing listens there, as while it restarts, so that another attempt costs it nothing. */
  readonly isAbsent?: boolean;
}

/** Describes each kind for unauthenticated peers: without the broker's address and what it says. */
export const brokerWords: Readonly<Record<BrokerProblem["kind"], string>> = {
  unreachable: "the MQTT broker cannot be reached",
  certificate:
    "the certificate of the MQTT broker is not trusted here (NODE_EXTRA_CA_CERTS can name a file with its authority)",
  refused: "the MQTT broker refuses the user or password of --mqtt, or what it may do",
  nonsense: "what answers at the address of --mqtt keeps to no MQTT that is understood here",
  slow: "the MQTT broker does not answer in time",
};

/** Shortens foreign text for use in a sentence. */
const shortText = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

/** Codes of OpenSSL and Node.js for certificates (tls, "X509 certificate error codes"). */
const certificateCode =
  /CERT|^UNABLE_TO_|^(?:HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)$/;

/** The problem behind an error of a socket; `at` is the broker's address. */
export const problemOfSocket = (at: string, error: Error): BrokerProblem => {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  // An aggregate error for several addresses has no message.
  const why = shortText(error.message === "" ? code : messageOf(error));
  if (certificateCode.test(code))
    return { kind: "certificate", message: `the certificate of ${at} is not trusted here: ${why}` };
  if (code === "EPROTO" || code.startsWith("ERR_SSL"))
    return { kind: "nonsense", message: `the broker at ${at} does not speak TLS: ${why}` };
  return {
    kind: "unreachable",
    message: `the broker at ${at} cannot be reached: ${why}`,
    isAbsent: code === "ECONNREFUSED",
  };
};

/** Why a broker refuses a connection, by the code of its answer (MQTT 3.1.1, section 3.2.2.3). */
const refusals: ReadonlyMap<number, string> = new Map([
  [1, "it does not speak MQTT 3.1.1"],
  [2, "it does not take the client's name"],
  [3, "it is not available"],
  [4, "it refuses the user or the password"],
  [5, "it lets only those in who have a right to, with a user and password"],
]);

/** The problem behind the refusal of a connection. */
export const problemOfRefusal = (at: string, code: number): BrokerProblem => {
  const why = refusals.get(code) ?? `it refuses the connection with code ${code}`;
  const kind = code === 3 ? "unreachable" : code >= 4 ? "refused" : "nonsense";
  const advice = kind === "refused" ? ": check the name and password in --mqtt" : "";
  return { kind, message: `the broker at ${at} cannot be used: ${why}${advice}` };
};

/** Problems of an open connection; `at` is the broker's address. */
export const brokerProblem = {
  /** It sends what is against the protocol, or too much. */
  nonsense: (at: string, what: string): BrokerProblem => ({
    kind: "nonsense",
    message: `the broker at ${at} is not understood: ${shortText(what)}`,
  }),
  slow: (at: string, what: string): BrokerProblem => ({
    kind: "slow",
    message: `the broker at ${at} is slow: ${what}`,
  }),
  ended: (at: string): BrokerProblem => ({
    kind: "unreachable",
    message: `the broker at ${at} ended the connection`,
  }),
  /** It does not grant a subscription. */
  forbidden: (at: string, topic: string): BrokerProblem => ({
    kind: "refused",
    message: `the broker at ${at} does not let this user read ${topic}: give it the right to`,
  }),
} as const;

/** The state of the broker in `/healthz`. */
export interface BrokerReport {
  /** `standby`: another node of the cluster tells. */
  readonly status: "unknown" | "connected" | "standby" | BrokerProblem["kind"];
  readonly reason?: string;
}

/** All of these states, for metrics. */
export const brokerStates: readonly BrokerReport["status"][] = [
  "unknown",
  "connected",
  "standby",
  "unreachable",
  "certificate",
  "refused",
  "nonsense",
  "slow",
];

/** Milliseconds after which a connection has lasted, so that its end is news. */
const calmMs = 60_000;

/**
 * The latest knowledge of the broker. A problem is logged once, until there is another, or one ends a connection that has
 * lasted; a broker that takes connections and fails each in the same way is not told of again and again.
 */
export class BrokerStatus {
  readonly #log: Logger;
  readonly #rated: RatedLog;
  #state: "unknown" | "connected" | "standby" | BrokerProblem = "unknown";
  /** When it was connected, in milliseconds of the monotonic clock. */
  #since = -Infinity;
  /** The last problem that was logged. */
  #told: string | undefined;
  /** Whether the last problem was not, as it was the one before. */
  #isQuiet = false;

  constructor(log: Logger, rated: RatedLog) {
    this.#log = log;
    this.#rated = rated;
  }

  get report(): BrokerReport {
    if (typeof this.#state === "string") return { status: this.#state };
    return { status: this.#state.kind, reason: brokerWords[this.#state.kind] };
  }

  /** The broker took the connection and what was told over it. */
  connected(at: string): void {
    if (this.#state === "connected") return;
    if (!this.#isQuiet) this.#log.info({ broker: at }, "the MQTT broker answers");
    this.#state = "connected";
    this.#since = performance.now();
  }

  /** This node does not tell now. */
  standby(): void {
    this.#state = "standby";
    this.#told = undefined;
    this.#isQuiet = false;
  }

  failed(problem: BrokerProblem): void {
    const { kind, message } = problem;
    const wasConnected = this.#state === "connected";
    const hasLasted = wasConnected && performance.now() - this.#since > calmMs;
    const isKnown = this.#told === message && !hasLasted;
    const staysQuiet = isKnown && (wasConnected || !this.#isQuiet);
    this.#state = problem;
    this.#told = message;
    this.#isQuiet = staysQuiet && wasConnected;
    if (staysQuiet) return;
    this.#rated.warn(
      { kind, problem: message },
      "the MQTT broker cannot be used: zones are not told to Home Assistant",
    );
  }
}
