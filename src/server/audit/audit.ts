/** The kinds of events in the audit log. */
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
  "zone_written",
  "zone_restored",
  "token_created",
  "token_renewed",
  "token_revoked",
  "link_opened",
  "banned",
  "ban_lifted",
  "home_created",
  "home_changed",
  "home_linked",
  "home_deleted",
  "home_restored",
  "home_exported",
  "home_imported",
] as const;

export type AuditKind = (typeof auditKinds)[number];

/** How a user signed in: by a token of the service, one of Home Assistant, or its ingress. */
export type SignInMethod = "token" | "home_assistant" | "ingress" | "delegate";

/** Details of an event, as far as they are known and matter; never a token, and nothing of a plan's content but what was written to a sensor. */
export interface AuditDetails {
  /** How the user signed in. */
  readonly by?: SignInMethod;
  /** The saved revision, or the stored one that refused the save. */
  readonly rev?: number;
  /** The floor of an image. */
  readonly level?: string;
  /** The name of the token, the address of the ban, the entities that were switched, or the id of the home. */
  readonly about?: string;
  /** The refused command or request, or the called action. */
  readonly command?: string;
  /** The states of a sensor's entity before and after a zone was written to it. */
  readonly before?: string;
  readonly after?: string;
  /** Why something was refused, as told to the peer. */
  readonly reason?: string;
}

/** The user of an event, and from where. */
export interface AuditActor {
  /** The user's name; undefined before a login. */
  readonly user?: string;
  readonly user_id?: string;
  /** False for users who may not save; decides the series, and is not written. */
  readonly may_save?: boolean;
  readonly address?: string;
  /** The connection's number, as in the service's log. */
  readonly connection?: number;
}

/** Notes events for a later reader. Returns at once and never fails. */
export interface Audit {
  readonly note: (what: AuditKind, actor: AuditActor, details?: AuditDetails) => void;
}

/** `note` for the user of one connection or request. */
export type NoteAudit = (what: AuditKind, details?: AuditDetails) => void;

/** Notes nothing. */
export const noAudit: Audit = { note: () => undefined };
