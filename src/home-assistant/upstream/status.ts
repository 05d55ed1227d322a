/** Why Home Assistant cannot be used, or not by somebody: which case it is, and a sentence for people. */
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

/** Which case it is in words for strangers. */
export const wordsOf: Readonly<Record<HassProblem["kind"], string>> = {
  unreachable: "Home Assistant cannot be reached",
  certificate:
    "the certificate of Home Assistant is not trusted here (NODE_EXTRA_CA_CERTS names a file of one that is)",
  "invalid-auth": "Home Assistant refuses the access token",
  nonsense: "what answers is no Home Assistant",
  "too-old": "Home Assistant is too old: 2022.9 or newer is needed",
  slow: "Home Assistant has not answered within home-assistant-ms",
};

/** Why somebody is not let in, or not now, for whom it is a stranger still: without the address at which Home Assistant is looked for, and what is found there. */
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
