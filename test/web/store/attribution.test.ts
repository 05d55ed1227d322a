import assert from "node:assert/strict";
import { test } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import type { Json } from "../../../src/model/json.ts";
import type { Conflict } from "../../../src/model/merge/merge.ts";
import { differences } from "../../../src/model/merge/difference.ts";
import { listRevisions } from "../../../src/web/store/revisions.ts";
import { Attribution } from "../../../src/web/store/attribution.ts";
import {
  overlapTitle,
  overlapWords,
  savedWords,
  theirsWords,
} from "../../../src/web/canvas/inspector/attribution-text.ts";
import { textsIn } from "../i18n/texts-in.ts";
import { entry, item, type Message, service } from "./presence-double.ts";

/** Who saved what came in, by the revisions that a session goes through. */
const saversAfter = async (
  answer: (message: Message) => Json | undefined,
  ...states: readonly (readonly [rev: number, incoming: readonly string[]])[]
) => {
  const { client } = service(answer);
  const savers = new Attribution(client);
  const changes = new Map<string, ReturnType<typeof differences>[number]>();
  const change = (name: string) => {
    const known =
      changes.get(name) ?? differences({}, { rooms: [{ id: name, name, points: [] }] })[0];
    assert(known !== undefined);
    changes.set(name, known);
    return known;
  };
  const lists = new Map<string, ReturnType<typeof differences>>();
  for (const [rev, names] of states) {
    // The same list as long as nothing comes in, as the session has it.
    const incoming = lists.get(names.join()) ?? names.map(change);
    lists.set(names.join(), incoming);
    savers.follow({ rev, incoming, conflicts: [], draft: undefined });
  }
  return savers.names;
};

test("PRESENCE-9: those are named who saved the revisions with which something came in, each once", async () => {
  const details = (): Json => [
    entry(7, "Ben"),
    entry(6, "Anna"),
    entry(5, "Anna"),
    entry(4, "Cleo"),
    entry(3),
  ];
  assert.deepEqual(await saversAfter(details, [4, []], [5, ["a"]]), ["Anna"]);
  assert.deepEqual(await saversAfter(details, [4, []], [5, ["a"]], [6, ["a", "b"]]), ["Anna"]);
  assert.deepEqual(await saversAfter(details, [4, []], [7, ["a"]]), ["Anna", "Ben"]);
  assert.deepEqual(await saversAfter(details, [4, []], [5, ["a"]], [7, ["a", "b"]]), [
    "Anna",
    "Ben",
  ]);
  // What came in earlier was dismissed, or replaced.
  assert.deepEqual(await saversAfter(details, [3, []], [4, ["a"]], [5, ["b"]]), ["Anna"]);
  assert.deepEqual(await saversAfter(details, [3, []], [4, ["a"]], [4, []], [5, ["b"]]), ["Anna"]);
  // What one saves oneself brings in nothing.
  assert.deepEqual(await saversAfter(details, [4, []], [5, ["a"]], [7, ["a"]]), ["Anna"]);
  assert.deepEqual(await saversAfter(details, [2, []], [4, ["a"]]), [undefined, "Cleo"]);
  assert.deepEqual(await saversAfter(details, [9, []], [3, ["a"]]), [undefined], "an older plan");
});

test("PRESENCE-14: what the same user saved in another window is told as such, beside others", async () => {
  const answer = ({ type }: Message): Json =>
    type === "auth/current_user"
      ? { id: "id-Anna", name: "Anna", is_admin: true }
      : [entry(6, "Ben"), entry(5, "Anna"), entry(4, "Cleo")];
  const { collaboration } = textsIn("en");
  const context = { texts: textsIn("en"), language: "en" };
  const own = await saversAfter(answer, [4, []], [5, ["a"]]);
  assert.equal(savedWords(own, context), collaboration.savedByYou);
  assert.deepEqual(
    [overlapWords(own, 2, context), overlapTitle(own, context), theirsWords(own, context)],
    [
      "You have changed the same 2 items here and in another tab.",
      "Changed here and in another tab",
      "In the other tab",
    ],
  );
  const both = await saversAfter(answer, [4, []], [6, ["a"]]);
  assert.equal(
    savedWords(both, context),
    collaboration.saved(`${collaboration.youThere} and Ben`, 2),
  );
});

/** A conflict in which others want a thing at `x`. */
const overlap = (id: string, x: number): Conflict => ({
  id: `furniture/${id}`,
  subject: "furniture",
  key: id,
  name: id,
  kind: "fields",
  fields: ["x"],
  base: item(id, "sofa", 0),
  mine: item(id, "sofa", -1),
  theirs: item(id, "sofa", x),
});

test("PRESENCE-12: what overlaps names those with whose revisions it came, each conflict its own", async () => {
  const { client } = service(() => [
    entry(7),
    entry(6, "Ben"),
    entry(5, "Anna"),
    entry(4, "Cleo"),
    entry(3),
  ]);
  const savers = new Attribution(client);
  const seen = { rev: 4, incoming: [], conflicts: [overlap("a", 1)], draft: undefined };
  savers.follow({ ...seen, rev: 3, conflicts: [] });
  savers.follow(seen);
  const of = (id: string) => savers.ofConflict(`furniture/${id}`);
  assert.deepEqual([await of("a"), await of("b")], [["Cleo"], [undefined]]);
  savers.follow({ ...seen, rev: 5, conflicts: [overlap("a", 1), overlap("b", 1)] });
  assert.deepEqual([await of("a"), await of("b")], [["Cleo"], ["Anna"]]);
  assert.deepEqual(await savers.conflictNames, ["Cleo", "Anna"]);
  const shown = savers.conflictNames;
  savers.follow({ ...seen, rev: 5, conflicts: [overlap("a", 1), overlap("b", 2)] });
  assert.equal(savers.conflictNames, shown, "what one does oneself is no news of theirs");
  savers.follow({ ...seen, rev: 6, conflicts: [overlap("a", 1), overlap("b", 3)] });
  assert.deepEqual([await of("a"), await of("b")], [["Cleo"], ["Anna", "Ben"]]);
  savers.follow({ ...seen, rev: 7, conflicts: [overlap("b", 4)] });
  assert.deepEqual(await savers.conflictNames, ["Anna", "Ben", undefined]);
  savers.follow({ ...seen, rev: 7, conflicts: [] });
  savers.follow({ ...seen, rev: 7, conflicts: [overlap("c", 1)] });
  assert.deepEqual(await savers.conflictNames, [undefined], "of an older plan, as nobody knows");
});

test("PRESENCE-12: what is one choice names all of them, and the same promise as long as that stays", async () => {
  const { client } = service(() => [entry(5, "Anna"), entry(4, "Cleo")]);
  const savers = new Attribution(client);
  const one = (id: string, x: number): Conflict => ({ ...overlap(id, x), choice: "furniture/a" });
  const seen = { rev: 3, incoming: [], draft: undefined };
  savers.follow({ ...seen, conflicts: [] });
  savers.follow({ ...seen, rev: 4, conflicts: [one("a", 1)] });
  savers.follow({ ...seen, rev: 5, conflicts: [one("a", 1), one("b", 1)] });
  const names = savers.ofConflict("furniture/a");
  assert.deepEqual(await names, ["Cleo", "Anna"]);
  savers.follow({ ...seen, rev: 5, conflicts: [one("a", 1), one("b", 1)] });
  assert.equal(savers.ofConflict("furniture/a"), names);
});

test("PRESENCE-12: what overlaps with a draft names those who have saved since", async () => {
  const { client } = service(() => [entry(6, "Ben"), entry(5, "Anna"), entry(4, "Cleo")]);
  const savers = new Attribution(client);
  const draft = { id: "d", savedAt: 0, rev: 4, base: {}, plan: {}, conflicts: [] };
  savers.follow({ rev: 6, incoming: [], conflicts: [], draft });
  savers.follow({ rev: 6, incoming: [], conflicts: [overlap("a", 1)], draft: undefined });
  assert.deepEqual(await savers.conflictNames, ["Anna", "Ben"]);
});

test("PRESENCE-12: it says whose in every language, and somebody else where nobody knows", () => {
  const said = ["en", "de", "fr"].flatMap((language) => {
    const speaking = { texts: textsIn(language), language };
    return [
      overlapWords(["Anna"], 1, speaking),
      overlapWords(["Anna", "Ben"], 2, speaking),
      overlapWords(["Anna", undefined], 1, speaking),
      overlapWords([undefined], 1, speaking),
      overlapTitle(["Anna"], speaking),
      overlapTitle([], speaking),
      theirsWords(["Anna"], speaking),
      theirsWords([undefined], speaking),
    ];
  });
  assert.deepEqual(said, [
    "You and Anna have changed the same item.",
    "You, Anna, and Ben have changed the same 2 items.",
    "You, Anna, and somebody else have changed the same item.",
    "You and somebody else have changed the same item.",
    "Changed by you and Anna",
    "Changed by you and somebody else",
    "Theirs (Anna)",
    "Theirs",
    "Du und Anna habt dasselbe Element geändert.",
    "Du, Anna und Ben habt dieselben 2 Elemente geändert.",
    "Du, Anna und jemand anderes habt dasselbe Element geändert.",
    "Du und jemand anderes habt dasselbe Element geändert.",
    "Von dir und Anna geändert",
    "Von dir und jemand anderem geändert",
    "Andere Änderung (Anna)",
    "Andere Änderung",
    "Vous et Anna avez modifié le même élément.",
    "Vous, Anna et Ben avez modifié les mêmes 2 éléments.",
    "Vous, Anna et quelqu’un d’autre avez modifié le même élément.",
    "Vous et quelqu’un d’autre avez modifié le même élément.",
    "Modifié par vous et Anna",
    "Modifié par vous et quelqu’un d’autre",
    "L’autre modification (Anna)",
    "L’autre modification",
  ]);
});

test("PRESENCE-11: a service that does not know history/details tells its history without names", async () => {
  const { client, asked } = service(({ type }) =>
    type === "floorplan/history/list" ? [entry(2), entry(1)] : undefined,
  );
  const answer = await listRevisions(client);
  assert(isRight(answer));
  assert.deepEqual(
    answer.right.map(({ rev, rooms, by }) => [rev, rooms, by]),
    [
      [2, 1, undefined],
      [1, 1, undefined],
    ],
  );
  assert.equal(asked.length, 2);
  assert.deepEqual(await saversAfter(() => undefined, [1, []], [2, ["a"]]), [undefined]);
});
