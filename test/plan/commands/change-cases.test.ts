import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestService } from "../../support/service.ts";
import { bounded } from "../../support/timeouts.ts";
import { Changer } from "../changes/changer.ts";
import { patchCases } from "../changes/patch-cases.ts";
import { compacted } from "../changes/text-oracle.ts";

/** The same operation on what is below a member of the plan. */
const below = (operation: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(operation).map(([name, value]) =>
      (name === "path" || name === "from") && typeof value === "string"
        ? [name, `/doc${value}`]
        : [name, value],
    ),
  );

for (const [name, cases] of Object.entries(patchCases))
  test(
    `CHANGE-1, CHANGE-3, CHANGE-9: ${name} does what RFC 6902 says, or is refused`,
    bounded,
    async (t) => {
      const by = await Changer.login(t, await startTestService(t));
      let rev = 0;
      for (const [what, document, operations, makes] of cases) {
        const saved = await by.save(JSON.stringify({ doc: document, rooms: [] }));
        assert.equal(saved, (rev += 1));
        const changes = JSON.stringify(operations.map(below));
        if ("refusedAt" in makes) {
          const message = await by.refused(rev, changes);
          assert(message.startsWith(`changes.${makes.refusedAt}`), `${what}: ${message}`);
        } else {
          await by.changed(rev, changes);
          rev += 1;
        }
        const after = "document" in makes ? makes.document : document;
        const expected: unknown = JSON.parse(JSON.stringify({ rev, doc: after, rooms: [] }));
        const plan = await by.plan();
        assert.deepEqual(JSON.parse(plan), expected, what);
        assert.equal(compacted(plan), plan);
      }
    },
  );
