import assert from "node:assert/strict";
import { basename } from "node:path";
import { test } from "node:test";
import { damageRevision, makeLog, placesOf, tearRevision } from "../backup/logs.ts";
import { bounded } from "../support/timeouts.ts";
import { dataFolder } from "../support/data-folder.ts";
import { runProgram } from "../support/program.ts";
import { startTestService } from "../support/service.ts";

test(
  "LOG-9: the warning of a torn tail names segment, offset, and the last revision, also where records are counted anew",
  bounded,
  async (t) => {
    const folder = await dataFolder(t);
    await makeLog(folder.data, 9);
    // A repaired log starts with record 1, whatever revision that is: here it lacks one of them.
    await damageRevision(folder.data, 4);
    const args = ["log", "repair", "--to-last-good", "--yes", "--data", folder.data];
    assert.equal((await runProgram(t, args)).code, 0);
    const last = (await placesOf(folder.data)).at(-1);
    assert(last?.rev === 9);
    await tearRevision(folder.data, 9);

    const { log } = await startTestService(t, { again: folder });
    const warnings = log.filter(({ level }) => level === 40);
    const file = basename(last.path);
    assert.deepEqual(
      warnings.map(({ kind, file: of, offset, lastIndex, lastRevision, kept }) => ({
        kind,
        file: of,
        offset,
        lastIndex,
        lastRevision,
        kept,
      })),
      [
        {
          kind: "torn-tail",
          file,
          offset: last.offset,
          lastIndex: 7,
          lastRevision: 8,
          kept: `${file}.${last.offset}.torn`,
        },
      ],
    );
  },
);
