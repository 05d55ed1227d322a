import type { Logger } from "pino";
import type { RatedLog } from "../../server/runtime/rated-log.ts";

/** Why Home Assistant cannot be used, or a login with it fails: which case it is, and a sentence. */
export interface HassProblem {
  readonly kind:
    | "unreachable"
    /** Its TLS certificate is not one that this machine trusts. */
    | "certificate"
    /** A token is not, or no longer, one of its active users. */
    | "invalid-auth"
    /** What answers is no Home Assistant. */
    | "nonsense"
    | "too-old"
    | "slow";
  /** Never has a token in it. */
  readonly message: string;
}

/** Which case it is, in words for peers that are not authenticated. */
export const wordsOf: Readonly<Record<HassProblem["kind"], string>> = {
  unreachable: "Home Assistant cannot be reached",
  certificate:
    "the certificate of Home Assistant is not trusted here (NODE_EXTRA_CA_CERTS names a file of one that is)",
  "invalid-auth": "Home Assistant refuses the access token",
  nonsense: "what answers is no Home Assistant",
  "too-old": "Home Assistant is too old: 2022.9 or newer is needed",
  slow: "Home Assistant has not answered within home-assistant-ms",
};

/** Why a login fails, for a peer that is not authenticated: without the address of Home Assistant, and what answers there. */
export const wordsFor = ({ kind, message }: HassProblem): string =>
  kind === "invalid-auth" ? message : wordsOf[kind];

/** Whether it may well be over in a moment, with a Home Assistant that was only away. */
export const isTemporary = ({ kind }: HassProblem): boolean =>
  kind === "unreachable" || kind === "slow";

/** What somebody else says, as far as it belongs into a sentence. */
const shortText = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

/** The sentences, with the address at which it was looked for. */
export const hassProblem = {
  unreachable: (at: string, why: string): HassProblem => ({
    kind: "unreachable",
    message: `Home Assistant cannot be reached at ${at}: ${shortText(why)}`,
  }),
  certificate: (at: string, why: string): HassProblem => ({
    kind: "certificate",
    message: `the certificate of ${at} is not trusted here: ${shortText(why)} (NODE_EXTRA_CA_CERTS names a file of one that is)`,
  }),
  invalidAuth: (why: string): HassProblem => ({
    kind: "invalid-auth",
    message: `Home Assistant refuses the access token: ${shortText(why)}`,
  }),
  localOnly: (address: string): HassProblem => ({
    kind: "invalid-auth",
    message: `this user may come in from home alone (local_only in Home Assistant), not from ${address}`,
  }),
  nonsense: (at: string, what: string): HassProblem => ({
    kind: "nonsense",
    message: `what answers at ${at} is no Home Assistant: ${shortText(what)}`,
  }),
  tooOld: (version: string): HassProblem => ({
    kind: "too-old",
    message: `Home Assistant ${shortText(version)} is too old: 2022.9 or newer is needed`,
  }),
  slow: (at: string, ms: number): HassProblem => ({
    kind: "slow",
    message: `Home Assistant at ${at} has not answered within home-assistant-ms, ${ms} ms`,
  }),
  /** It was there, and is not any more. */
  lost: (at: string): HassProblem => ({
    kind: "unreachable",
    message: `the connection to Home Assistant at ${at} was lost`,
  }),
} as const;

/** Codes of OpenSSL and Node.js about a certificate (tls, "X509 certificate error codes"). */
const certificateCode =
  /CERT|^UNABLE_TO_|^(?:HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)$/;
/** Codes of what goes wrong below: the system's, and those of a name that is not found. */
const systemCode = /^E(?!PROTO)[A-Z]+$/;

const codeOf = (error: Error): string =>
  "code" in error && typeof error.code === "string" ? error.code : "";

/** The problem behind an error of a connection. */
export const problemOfError = (at: string, error: Error): HassProblem => {
  const code = codeOf(error);
  // An error that stands for one of each address has no message.
  const why = error.message === "" ? code : error.message;
  if (certificateCode.test(code)) return hassProblem.certificate(at, why);
  return systemCode.test(code) ? hassProblem.unreachable(at, why) : hassProblem.nonsense(at, why);
};

/** How Home Assistant is doing, as `/healthz` tells it. */
export interface HassReport {
  readonly status: "unknown" | "connected" | HassProblem["kind"];
  readonly reason?: string;
  readonly version?: string;
}

/** The last thing that any connection to Home Assistant has found out about it. */
export class HassStatus {
  readonly #log: Logger;
  readonly #rated: RatedLog;
  #open = 0;
  #onSilence: (() => void) | undefined;
  #problem: HassProblem | undefined;
  #refused: HassProblem | undefined;
  #version: string | undefined;

  constructor(log: Logger, rated: RatedLog) {
    this.#log = log;
    this.#rated = rated;
  }

  get report(): HassReport {
    const wrong = this.#problem ?? this.#refused;
    const version = this.#version === undefined ? {} : { version: this.#version };
    if (wrong !== undefined) return { status: wrong.kind, reason: wordsOf[wrong.kind], ...version };
    return { status: this.#version === undefined ? "unknown" : "connected", ...version };
  }

  /** Whether a connection to it is open and nothing is wrong, so that news come by themselves. */
  get isHeard(): boolean {
    return this.#open > 0 && this.#problem === undefined;
  }

  /** It answered as Home Assistant does. */
  reached(version: string): void {
    if (this.#problem !== undefined || this.#version !== version)
      this.#log.info({ version }, "Home Assistant answers");
    this.#version = version;
    this.#problem = undefined;
  }

  /** A connection to it was opened; the returned function says that it ended. */
  opened(version: string): () => void {
    this.reached(version);
    this.#open += 1;
    let isOpen = true;
    return () => {
      if (isOpen) this.#open -= 1;
      isOpen = false;
      if (this.#open === 0) this.#onSilence?.();
    };
  }

  /** Calls back whenever the last connection has ended: nobody knows then whether it is still there. */
  whenSilent(onSilence: () => void): void {
    this.#onSilence = onSilence;
  }

  /** It could not be used. That a token was refused is no fault of it: whose token matters to all says so with `ownToken`. */
  failed(wrong: HassProblem): void {
    if (wrong.kind === "invalid-auth") return;
    const isNews = this.#problem?.kind !== wrong.kind;
    this.#problem = wrong;
    if (isNews) this.#rated.warn({ ...wrong }, "Home Assistant cannot be used");
  }

  /** Whether it takes the token of the service itself: undefined, or why it does not. */
  ownToken(refused: HassProblem | undefined): void {
    if (refused !== undefined && this.#refused?.message !== refused.message)
      this.#rated.warn({ ...refused }, "Home Assistant refuses the token of the service");
    this.#refused = refused;
  }
}
