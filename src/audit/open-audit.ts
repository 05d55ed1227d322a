import type { Config } from "../server/settings.ts";
import { type Audit, noAudit } from "../server/audit/audit.ts";
import type { RatedLog } from "../server/rated-log.ts";
import { AuditLog } from "../server/audit/audit-log.ts";

/** An audit log that is to be closed. */
export interface OpenAudit extends Audit {
  /** Resolves when what was noted is written. */
  readonly close: () => Promise<void>;
}

/** The audit log of a service, in its data folder; none where no file of it is to be kept. Nothing is made before something is noted. */
export const openAudit = (config: Config, log: RatedLog): OpenAudit =>
  config.auditFiles === 0
    ? { ...noAudit, close: async () => undefined }
    : new AuditLog({
        data: config.data,
        limits: config,
        now: () => new Date(),
        boundary: log.boundary,
        onLost: (reason) => log.warn({ reason }, "lines of the audit log are lost"),
      });
