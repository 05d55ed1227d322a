import assert from "node:assert/strict";
import { test } from "node:test";
import { RecentChanges } from "../../../src/plan/changes/recent-changes.ts";
import { StoredPlan } from "../../../src/plan/stored-plan.ts";
import { textOfDraft } from "../../../src/plan/text/draft-text.ts";
import { readDraft } from "../drafts.ts";

const text = textOfDraft(readDraft(`{"note":"${"long ".repeat(30_000)}"}`));

const revision = (rev: number, changes: string | undefined): StoredPlan =>
  StoredPlan.made(
    { text, changes: changes === undefined ? undefined : Buffer.from(changes) },
    rev,
    new Date(0),
  );

test("FOLLOW-2: a bounded number of revisions is known, also of those that change nothing", () => {
  const recent = new RecentChanges();
  recent.add(revision(1, undefined));
  const newest = 25_000;
  for (let rev = 2; rev <= newest; rev += 1)
    recent.add(revision(rev, rev % 1000 === 0 ? "{}" : ""));
  assert.equal(recent.since(1), undefined);
  assert.equal(recent.since(newest - 20_001), undefined);
  assert.equal(recent.since(newest - 20_000)?.length, 20_000);
  assert.equal(recent.since(newest)?.length, 0);
  assert.equal(recent.since(newest + 1), undefined);
});

test("FOLLOW-2: what is known is forgotten at a revision whose changes are not, and at a gap", () => {
  const recent = new RecentChanges();
  for (const rev of [1, 2, 3]) recent.add(revision(rev, rev === 1 ? undefined : `"${rev}"`));
  assert.deepEqual(recent.since(1)?.map(String), ['"2"', '"3"']);
  recent.add(revision(4, undefined));
  assert.equal(recent.since(3), undefined);
  recent.add(revision(5, '"5"'));
  assert.deepEqual(recent.since(4)?.map(String), ['"5"']);
  recent.add(revision(7, '"7"'));
  assert.equal(recent.since(5), undefined);
  assert.deepEqual(recent.since(7), []);
});
