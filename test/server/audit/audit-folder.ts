import assert from "node:assert/strict";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { AuditLog } from "../../../src/server/audit/audit-log.ts";
import { type FoundLine, readAudit } from "../../../src/server/audit/audit-lines.ts";
import { boundary } from "../../support/failing-boundary.ts";

/** Limits that no test reaches by chance. */
export const plenty = { auditBytes: 1024 * 1024, auditFiles: 1000 };

/** A log in a data folder, and the reasons for which it lost lines. */
export const logOn = (t: TestContext, data: string, limits = plenty) => {
  const lost: string[] = [];
  const onLost = (reason: string): void => void lost.push(reason);
  const log = new AuditLog({ data, limits, now: () => new Date(), boundary, onLost });
  t.after(() => log.close());
  return { log, lost };
};

/** Every line of a data folder's log, the damaged ones too. */
export const allOf = async (data: string): Promise<readonly FoundLine[]> => {
  const all: FoundLine[] = [];
  for await (const found of readAudit(join(data, "audit"))) all.push(found);
  return all;
};

/** The lines of a log of which none is damaged. */
export const linesOf = async (data: string) =>
  (await allOf(data)).map((found) =>
    "line" in found ? found.line : assert.fail(`no line is damaged: ${found.problem}`),
  );
