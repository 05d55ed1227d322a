import type { Logger } from "pino";
import type { RatedLog } from "../../server/runtime/rated-log.ts";
import type { CommandError } from "../../server/websocket/command.ts";

/** Why Home Assistant cannot be used, or a login fails: the kind, and a sentence. */
export interface HomeAssistantProblem {
  readonly kind:
    | "unreachable"
    /** This machine does not trust its TLS certificate. */
    | "certificate"
    /** A token does not, or no longer, belong to an active user. */
    | "invalid-auth"
    /** The peer is not Home Assistant. */
    | "nonsense"
    | "too-old"
    | "slow";
  /** Never contains a token. */
  readonly message: string;
  /** Nothing listens there, as while Home Assistant restarts, so that another attempt costs it nothing. */
  readonly isRefused?: boolean;
}

/** Milliseconds that a pause after a problem may take. */
export const longestPauseAfter = (
  { isRefused = false }: HomeAssistantProblem,
  settings: { readonly homeAssistantPauseMs: number; readonly refusedPauseMs: number },
): number => (isRefused ? settings.refusedPauseMs : settings.homeAssistantPauseMs);

/** Describes each kind for unauthenticated peers. */
export const wordsOf: Readonly<Record<HomeAssistantProblem["kind"], string>> = {
  unreachable: "Home Assistant cannot be reached",
  certificate:
    "the certificate of Home Assistant is not trusted here (NODE_EXTRA_CA_CERTS can name a file with its authority)",
  "invalid-auth": "Home Assistant refuses the access token",
  nonsense: "the server that answers is not a Home Assistant",
  "too-old": "Home Assistant is too old: 2022.9 or newer is needed",
  slow: "Home Assistant has not answered within home-assistant-ms",
};

/** Why a login fails, for unauthenticated peers: without the address of Home Assistant and its answer. */
export const wordsFor = ({ kind, message }: HomeAssistantProblem): string =>
  kind === "invalid-auth" ? message : wordsOf[kind];

/** Whether it may soon pass by itself, as when Home Assistant restarts. */
export const isTemporary = ({ kind }: HomeAssistantProblem): boolean =>
  kind === "unreachable" || kind === "slow";

/** The error of a command that exceeds an upstream limit, named as on the command line. */
export const limitExceeded = (limit: string, value: number): CommandError => ({
  code: "overloaded",
  message: `too much is waiting for Home Assistant: ${limit}, ${value}, is reached; try again`,
});

/** The error of a command while Home Assistant cannot be asked. */
export const unavailable = (reason: string): CommandError => ({
  code: "home_assistant_unavailable",
  message: reason,
});

/** Shortens foreign text for use in a sentence. */
const shortText = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

/** Makes problems; `at` is the address of Home Assistant. */
export const homeAssistantProblem = {
  unreachable: (at: string, why: string): HomeAssistantProblem => ({
    kind: "unreachable",
    message: `Home Assistant cannot be reached at ${at}: ${shortText(why)}`,
  }),
  refused: (at: string, why: string): HomeAssistantProblem => ({
    ...homeAssistantProblem.unreachable(at, why),
    isRefused: true,
  }),
  certificate: (at: string, why: string): HomeAssistantProblem => ({
    kind: "certificate",
    message: `the certificate of ${at} is not trusted here: ${shortText(why)} (NODE_EXTRA_CA_CERTS can name a file with its authority)`,
  }),
  invalidAuth: (why: string): HomeAssistantProblem => ({
    kind: "invalid-auth",
    message: `Home Assistant refuses the access token: ${shortText(why)}`,
  }),
  localOnly: (address: string): HomeAssistantProblem => ({
    kind: "invalid-auth",
    message: `this user may sign in only from the home network (local_only in Home Assistant), not from ${address}`,
  }),
  nonsense: (at: string, what: string): HomeAssistantProblem => ({
    kind: "nonsense",
    message: `the server at ${at} is not a Home Assistant: ${shortText(what)}`,
  }),
  tooOld: (version: string): HomeAssistantProblem => ({
    kind: "too-old",
    message: `Home Assistant ${shortText(version)} is too old: 2022.9 or newer is needed`,
  }),
  slow: (at: string, ms: number): HomeAssistantProblem => ({
    kind: "slow",
    message: `Home Assistant at ${at} has not answered within home-assistant-ms, ${ms} ms`,
  }),
  /** The connection was lost. */
  lost: (at: string): HomeAssistantProblem => ({
    kind: "unreachable",
    message: `the connection to Home Assistant at ${at} was lost`,
  }),
} as const;

/** Codes of OpenSSL and Node.js for certificates (tls, "X509 certificate error codes"). */
const certificateCode =
  /CERT|^UNABLE_TO_|^(?:HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)$/;
/** Codes of the system's network errors, including failed name lookups. */
const systemCode = /^E(?!PROTO)[A-Z]+$/;

const codeOf = (error: Error): string =>
  "code" in error && typeof error.code === "string" ? error.code : "";

/** The problem behind a connection error. */
export const problemOfError = (at: string, error: Error): HomeAssistantProblem => {
  const code = codeOf(error);
  // An aggregate error for several addresses has no message.
  const why = error.message === "" ? code : error.message;
  if (certificateCode.test(code)) return homeAssistantProblem.certificate(at, why);
  if (code === "ECONNREFUSED") return homeAssistantProblem.refused(at, why);
  return systemCode.test(code)
    ? homeAssistantProblem.unreachable(at, why)
    : homeAssistantProblem.nonsense(at, why);
};

const limitedToken =
  "the service's token of Home Assistant is not an administrator's: it does not show who may sign in from the home network alone, and renamed entities may be missed";
const limitedLine = "the service may not do everything in Home Assistant";

/** The state of Home Assistant in `/healthz`; a reason beside `connected` says what the service may not do. */
export interface HomeAssistantReport {
  readonly status: "unknown" | "connected" | HomeAssistantProblem["kind"];
  readonly reason?: string;
  readonly version?: string;
}

/** The latest knowledge of Home Assistant's state, from any connection. */
export class HomeAssistantStatus {
  readonly #log: Logger;
  readonly #rated: RatedLog;
  #open = 0;
  #onSilence: (() => void) | undefined;
  #problem: HomeAssistantProblem | undefined;
  #refused: HomeAssistantProblem | undefined;
  #version: string | undefined;
  #isLimited = false;

  constructor(log: Logger, rated: RatedLog) {
    this.#log = log;
    this.#rated = rated;
  }

  get report(): HomeAssistantReport {
    const wrong = this.#problem ?? this.#refused;
    const version = this.#version === undefined ? {} : { version: this.#version };
    if (wrong !== undefined) return { status: wrong.kind, reason: wordsOf[wrong.kind], ...version };
    if (this.#version === undefined) return { status: "unknown" };
    const limited = this.#isLimited ? { reason: limitedToken } : {};
    return { status: "connected", ...limited, ...version };
  }

  /** Whether an open connection shows that nothing is wrong, so that changes are noticed without a request. */
  get isHeard(): boolean {
    return this.#open > 0 && this.#problem === undefined;
  }

  /** Home Assistant answered. */
  reached(version: string): void {
    if (this.#problem !== undefined || this.#version !== version)
      this.#log.info({ version }, "Home Assistant answers");
    this.#version = version;
    this.#problem = undefined;
  }

  /** A connection was opened; the returned function reports its end. */
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

  /** Calls back when the last connection has ended: then nobody knows whether Home Assistant is still there. */
  whenSilent(onSilence: () => void): void {
    this.#onSilence = onSilence;
  }

  /**
   * Home Assistant could not be used. A refused token is not Home Assistant's fault; `ownToken` reports the service's
   * own.
   */
  failed(wrong: HomeAssistantProblem): void {
    if (wrong.kind === "invalid-auth") return;
    const isNews = this.#problem?.kind !== wrong.kind;
    this.#problem = wrong;
    if (isNews) this.#rated.warn({ ...wrong }, "Home Assistant cannot be used");
  }

  /** Whether Home Assistant accepts the service's own token: undefined, or why not. */
  ownToken(refused: HomeAssistantProblem | undefined): void {
    if (refused !== undefined && this.#refused?.message !== refused.message)
      this.#rated.warn({ ...refused }, "Home Assistant refuses the token of the service");
    this.#refused = refused;
  }

  /** Whether the service's own token is an administrator's. */
  ownRights(isAdministrator: boolean): void {
    if (!isAdministrator && !this.#isLimited)
      this.#log.warn({ problem: limitedToken }, limitedLine);
    this.#isLimited = !isAdministrator;
  }
}
