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
import { bindingLimits } from "../plan/bindings/plan-bindings.ts";
import { mailboxLimits } from "../plan/mailbox.ts";
import { commitLimits } from "../plan/plan-log.ts";
import { presenceLimits } from "../plan/presence/presence.ts";
import { planLimits } from "../plan/read-plan.ts";
import { clusterLimits } from "../storage/etcd/connect.ts";
import { auditLimits } from "./audit/audit-writer.ts";
import type { Config } from "./config.ts";
import { tlsLimits } from "./http/tls.ts";
import { connectionLimits } from "./websocket/limits.ts";
import { yamlLimits } from "./yaml/types.ts";

/** Limits of the service as a whole, in milliseconds. */
const serviceLimits = {
  /** That logins wait for the plan to be loaded: clients give up what is refused, and most logs are read in a second. */
  loadWaitMs: 30_000,
  /** For saying goodbye to connections when stopping: less than whoever stops a service waits before it kills it. */
  stopMs: 10_000,
};

/**
 * What bounds a service and no operator has a reason to set: bytes, milliseconds, or how many. Each stands beside what it
 * bounds, with its reason, and is called in errors and in SPEC.md as a setting would be (`optionName`).
 */
export const defaultLimits = {
  ...auditLimits,
  ...authenticatorLimits,
  ...banLimits,
  ...bindingLimits,
  ...clusterLimits,
  ...commitLimits,
  ...connectionLimits,
  ...imageLimits,
  ...linkLimits,
  ...loginLimits,
  ...mailboxLimits,
  ...planLimits,
  ...presenceLimits,
  ...refusalLimits,
  ...screenLimits,
  ...serviceLimits,
  ...sessionLimits,
  ...signInLimits,
  ...switchLimits,
  ...tlsLimits,
  ...uploadLimits,
  ...upstreamLimits,
  ...yamlLimits,
} as const;

/** Every limit that is no setting. */
export type Limits = Readonly<Record<keyof typeof defaultLimits, number>>;

/** What a service runs by: its settings and its limits, by the same kind of name. */
export type ServiceConfig = Config & Limits;

/** The limits by default: larger plans need longer messages and more room to wait in, and each connection may have a command waiting. */
const limitsFor = ({ planBytes, connections }: Config): Limits => ({
  ...defaultLimits,
  messageBytes: Math.max(defaultLimits.messageBytes, 2 * planBytes),
  mailboxBytes: Math.max(defaultLimits.mailboxBytes, 4 * planBytes),
  mailboxMessages: Math.max(defaultLimits.mailboxMessages, connections),
});

/** Settings with the limits beside them, some replaced, as tests do that have to reach one soon. */
export const withLimits = (config: Config, changes: Partial<Limits> = {}): ServiceConfig => ({
  ...config,
  ...limitsFor(config),
  ...changes,
});
