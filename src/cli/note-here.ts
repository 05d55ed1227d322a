import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { isLeft } from "fp-ts/lib/Either.js";
import { messageOf } from "../../wal/index.ts";
import { boundaryTo } from "../server/boundary.ts";
import type { AuditKind } from "../server/audit/audit.ts";
import { homeSettings } from "./home.ts";
import type { Input } from "./verb.ts";

/** The system's name of who runs this; an account may have none. */
const ownName = (): string => {
  try {
    return `command line (${userInfo().username})`;
  } catch {
    return "command line";
  }
};

/**
 * Notes what a command has done in the audit log of the data folder, beside a service that may run. Where the home is in
 * a cluster, that is the one of this machine's node, if it has one. What cannot be noted is told, and undoes nothing.
 */
export const noteInAuditLog = async (input: Input, what: AuditKind, about = ""): Promise<void> => {
  const settings = homeSettings(input);
  if (isLeft(settings)) return;
  const { data, auditFiles } = settings.right;
  if (auditFiles === 0 || !existsSync(data)) return;
  const { AuditLog } = await import("../server/audit/audit-log.ts");
  const onLost = (reason: string): void =>
    input.err(`floorplan: the audit log does not tell of it: ${reason}`);
  const log = new AuditLog({
    data,
    limits: settings.right,
    now: () => new Date(),
    boundary: boundaryTo((error) => onLost(messageOf(error))),
    onLost,
  });
  log.note(what, { user: ownName() }, { about });
  await log.close();
};
