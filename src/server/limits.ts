import { authenticatorLimits } from "../auth/authenticator.ts";
import { banLimits } from "../auth/bans.ts";
import { linkLimits } from "../auth/link-code.ts";
import { loginLimits } from "../auth/login-throttle.ts";
import { sessionLimits } from "../auth/sessions.ts";
import { signInLimits } from "../auth/sign-in-route.ts";
import { switchLimits } from "../home-assistant/shared/call-service.ts";
import { screenLimits } from "../home-assistant/shared/set-up.ts";
import { upstreamLimits } from "../home-assistant/upstream/handshake.ts";
import { refusalLimits } from "../home-assistant/upstream/refusals.ts";
import { imageLimits } from "../images/image-routes.ts";
import { uploadLimits } from "../images/upload-route.ts";
import { requestedBackupLimits } from "../homes/requested-backups.ts";
import { roundLimits, transferLimits, wakerLimits } from "../homes/home-limits.ts";
import { sharedUploadLimits } from "../images/upload-slots.ts";
import { brokerLimits } from "../mqtt/broker-address.ts";
import { bindingLimits } from "../plan/bindings/plan-bindings.ts";
import { changeLimits } from "../plan/changes/read-patch.ts";
import { mailboxLimits } from "../plan/mailbox.ts";
import { commitLimits } from "../plan/plan-log.ts";
import { presenceLimits } from "../plan/presence/presence.ts";
import { planLimits } from "../plan/read-plan.ts";
import { clusterLimits } from "../storage/etcd/connect.ts";
import { auditLimits } from "./audit/audit-writer.ts";
import { chainLimits, homeLogLimits } from "../storage/folder/embedded-log.ts";
import { homePollLimits } from "../storage/folder/json-file.ts";
import type { Config } from "./config.ts";
import { tlsLimits } from "./http/tls.ts";
import { connectionLimits } from "./websocket/limits.ts";
import { yamlLimits } from "./yaml/types.ts";

/** Limits of the whole service, in milliseconds. */
const serviceLimits = {
  /** How long logins wait for the plan to load: clients give up after a refusal, and most logs load within a second. */
  loadWaitMs: 30_000,
  /** For closing connections on stop; shorter than the time after which a supervisor kills the process. */
  stopMs: 10_000,
};

/**
 * Limits that no operator has a reason to set: bytes, milliseconds or counts. Each is defined with its reason beside
 * the code that it bounds; errors and SPEC.md name it like a setting (`optionName`).
 */
export const defaultLimits = {
  ...auditLimits,
  ...authenticatorLimits,
  ...banLimits,
  ...bindingLimits,
  ...brokerLimits,
  ...changeLimits,
  ...chainLimits,
  ...clusterLimits,
  ...commitLimits,
  ...connectionLimits,
  ...homeLogLimits,
  ...homePollLimits,
  ...imageLimits,
  ...linkLimits,
  ...loginLimits,
  ...mailboxLimits,
  ...planLimits,
  ...presenceLimits,
  ...refusalLimits,
  ...roundLimits,
  ...screenLimits,
  ...serviceLimits,
  ...sessionLimits,
  ...sharedUploadLimits,
  ...signInLimits,
  ...switchLimits,
  ...tlsLimits,
  ...transferLimits,
  ...requestedBackupLimits,
  ...uploadLimits,
  ...upstreamLimits,
  ...wakerLimits,
  ...yamlLimits,
} as const;

/** Every limit that is not a setting. */
export type Limits = Readonly<Record<keyof typeof defaultLimits, number>>;

/** The service's settings and limits, by name. */
export type ServiceConfig = Config & Limits;

/** The default limits: larger plans need longer messages and a larger mailbox, and each connection may have one command waiting. */
const limitsFor = ({ planBytes, connections }: Config): Limits => ({
  ...defaultLimits,
  messageBytes: Math.max(defaultLimits.messageBytes, 2 * planBytes),
  mailboxBytes: Math.max(defaultLimits.mailboxBytes, 4 * planBytes),
  mailboxMessages: Math.max(defaultLimits.mailboxMessages, connections),
});

/** Settings with the limits; tests replace some limits to reach them soon. */
export const withLimits = (config: Config, changes: Partial<Limits> = {}): ServiceConfig => ({
  ...config,
  ...limitsFor(config),
  ...changes,
});
