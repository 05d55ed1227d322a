import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { isLeft } from "fp-ts/lib/Either.js";
import { hasCode, messageOf } from "../../wal/index.ts";
import { auditName, auditNumbers } from "./audit-files.ts";
import { type AuditLine, decodeLine } from "./audit-line.ts";

/** A line that was found, as it stands there; or what is wrong with one, and where. */
export type Found =
  | { readonly text: string; readonly line: AuditLine }
  | { readonly problem: string };

/**
 * Reads an audit log, the oldest line first, also while it is written: what is damaged is told in its place, and what
 * follows is read all the same. Files that are removed meanwhile are passed over.
 */
export async function* readAudit(folder: string): AsyncGenerator<Found, void> {
  for (const number of await auditNumbers(folder)) {
    const name = auditName(number);
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
