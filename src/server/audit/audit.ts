/** What somebody did or was refused that is noted. */
export const auditKinds = [
  "signed_in",
  "sign_in_failed",
  "refused",
  "saved",
  "conflict",
  "image_uploaded",
  "image_deleted",
  "switched",
  "switch_failed",
  "token_created",
  "token_renewed",
  "token_revoked",
  "link_opened",
  "banned",
  "ban_lifted",
] as const;

export type AuditKind = (typeof auditKinds)[number];

/** How a user signed in: by a token of the service, one of Home Assistant, or its ingress. */
export type SignInMethod = "token" | "home_assistant" | "ingress";

/** What is known of it, as far as it matters; never a token, and nothing of a plan. */
export interface AuditDetails {
  /** How the user signed in. */
  readonly by?: SignInMethod;
  /** The revision that was saved, or that a refused save has met. */
  readonly rev?: number;
  /** The floor of an image. */
  readonly level?: string;
  /** Whose token, the address of which ban, or what was switched. */
  readonly about?: string;
  /** The command or request that was refused, or the action that was called. */
  readonly command?: string;
  /** Why something was refused, in the words that the peer was told. */
  readonly reason?: string;
}

/** Who did it, and from where. */
export interface AuditActor {
  /** A name; undefined where nobody has signed in. */
  readonly user?: string;
  readonly user_id?: string;
  /** False for somebody who may not save; decides where it is kept, and is not written. */
  readonly may_save?: boolean;
  readonly address?: string;
  /** The connection's number, as in the log. */
  readonly connection?: number;
}

/** Notes what was done, for whoever asks later. Costs no time, fails never, and waits for nothing. */
export interface Audit {
  readonly note: (what: AuditKind, actor: AuditActor, details?: AuditDetails) => void;
}

/** The same for what one person does over one connection or request. */
export type NoteAudit = (what: AuditKind, details?: AuditDetails) => void;

/** Notes nothing. */
export const noAudit: Audit = { note: () => undefined };
