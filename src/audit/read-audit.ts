import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { isLeft } from "fp-ts/lib/Either.js";
import { hasCode, messageOf } from "../../wal/index.ts";
import { auditName, auditNumbers, type AuditSeries, auditSeries } from "./audit-files.ts";
import { type AuditLine, decodeLine } from "../server/audit/audit-lines.ts";

/** A line that was found, as it stands there; or what is wrong with one, and where. */
export type Found =
  | { readonly text: string; readonly line: AuditLine }
  | { readonly problem: string };

/** A series, the oldest line first. */
async function* readSeries(folder: string, series: AuditSeries): AsyncGenerator<Found, void> {
  for (const number of await auditNumbers(folder, series)) {
    const name = auditName(series, number);
    let count = 0;
    try {
      const input = createReadStream(join(folder, name), "utf8");
      for await (const text of createInterface({ input, crlfDelay: Infinity })) {
        count += 1;
        // One is left where somebody ended what was torn, and it was not.
        if (text === "") continue;
        const line = decodeLine(text);
        yield isLeft(line)
          ? { problem: `${name}, line ${count} is damaged: ${line.left}` }
          : { text, line: line.right };
      }
    } catch (error) {
      if (!hasCode(error, "ENOENT")) yield { problem: `${name}: ${messageOf(error)}` };
    }
  }
}

/** When it was; what is damaged comes behind what was before it. */
const timeOf = (found: Found): number =>
  "line" in found ? Date.parse(found.line.time) : -Infinity;

/** What of a series was not handed on, and what is next of it. */
interface Rest {
  readonly found: AsyncGenerator<Found, void>;
  next: Found;
}

const restOf = async (found: AsyncGenerator<Found, void>): Promise<readonly Rest[]> => {
  const first = await found.next();
  return first.done === true ? [] : [{ found, next: first.value }];
};

/**
 * Reads an audit log, the oldest line of all series first, also while it is written: what is damaged is told in its
 * place, and what follows is read all the same. Files that are removed meanwhile are passed over.
 */
export async function* readAudit(folder: string): AsyncGenerator<Found, void> {
  const begun = auditSeries.map((series) => restOf(readSeries(folder, series)));
  const rests = new Set((await Promise.all(begun)).flat());
  try {
    while (rests.size > 0) {
      const [oldest] = [...rests].toSorted((one, other) => timeOf(one.next) - timeOf(other.next));
      if (oldest === undefined) return;
      yield oldest.next;
      const after = await oldest.found.next();
      if (after.done === true) rests.delete(oldest);
      else oldest.next = after.value;
    }
  } finally {
    // Whoever has read enough leaves files open.
    for (const { found } of rests) await found.return();
  }
}
