import assert from "node:assert/strict";
import { test } from "node:test";
import { left, right, isRight } from "fp-ts/lib/Either.js";
import { type Connection } from "home-assistant-js-websocket";
import type { PlanData } from "../../src/elements/entities.ts";
import type { Json } from "../../src/json/json.ts";
import type { Conflict } from "../../src/merge/merge.ts";
import { differences } from "../../src/merge/difference.ts";
import { EditingClient } from "../../src/web/client/editing-client.ts";
import { colorOf, colors } from "../../src/web/editor/together/colors.ts";
import { initialsOf } from "../../src/web/editor/together/chips.ts";
import { revisionDetails } from "../../src/web/editor/together/details.ts";
import { othersIn } from "../../src/web/editor/together/other.ts";
import { Presence } from "../../src/web/editor/together/presence.ts";
import { Revisions } from "../../src/web/editor/together/revisions.ts";
import { Savers } from "../../src/web/editor/together/savers.ts";
import { EditorView } from "../../src/web/editor/view.ts";
import {
  overlapTitle,
  overlapWords,
  theirsWords,
} from "../../src/web/editor/together/saved-words.ts";
import { EditorSession } from "../../src/web/session/editor-session.ts";
import { summaryWords } from "../../src/web/texts/summary-words.ts";
import { textsIn } from "./texts-in.ts";

type Message = Readonly<Record<string, unknown>>;

/** A service of which a test says what it answers; an answer that is undefined is an unknown command. */
const service = (answer: (message: Message) => Json | undefined) => {
  const asked: Message[] = [];
  const events = new Map<string, (event: Json) => void>();
  const ask = (message: Message): Promise<Json> => {
    asked.push(message);
    const given = answer(message);
    return given === undefined
      ? Promise.reject({ code: "unknown_command", message: "type: no such command" })
      : Promise.resolve(given);
  };
  const connection = {
    connected: true,
    sendMessagePromise: ask,
    subscribeMessage: async (receive: (event: Json) => void, message: Message) => {
      await ask(message);
      events.set(String(message["type"]), receive);
      return () => Promise.resolve();
    },
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  };
  const isConnection = (_given: object): _given is Connection => true;
  assert(isConnection(connection));
  const client = new EditingClient(
    {
      base: "http://127.0.0.1",
      token: () => Promise.resolve(""),
      reach: () => Promise.resolve(right(connection)),
      connected: Promise.resolve(connection),
      onFailure: () => undefined,
      close: () => undefined,
    },
    "floorplan",
  );
  return { client, asked, events };
};

/** Lets everything go on that waits for an answer. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
};

const entry = (rev: number, name?: string): Json => ({
  rev,
  saved_at: "2026-10-04T12:00:00.123+00:00",
  rooms: 1,
  items: 2,
  ...(name === undefined ? {} : { by: { id: `id-${name}`, name } }),
});

const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** As WCAG 2.2 has it. */
const contrast = (one: string, other: string): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

test("TOGE-8: every color of the others stands out from the sheet, and the name on it from the color", () => {
  for (const [day, night] of colors) {
    for (const ground of ["#ffffff", "#f1f4f4"])
      assert(contrast(day, ground) >= 3, `${day} on ${ground}`);
    for (const ground of ["#182326", "#0f1719"])
      assert(contrast(night, ground) >= 3, `${night} on ${ground}`);
    assert(contrast(day, "#ffffff") >= 4.5, day);
    assert(contrast(night, "#10171d") >= 4.5, night);
  }
  assert.equal(new Set(colors.map(String)).size, colors.length);
  for (const index of [0, 7, 8, 1000, -3, 2.5, Number.NaN])
    assert.match(colorOf(index), /^light-dark\(/, String(index));
});

test("TOGE-8: the others are those of an event that are not this editor, and odd ones are left out", () => {
  const user = { id: "a", name: "Anna" };
  const editors = [
    { id: 1, user, color: 0, selection: [] },
    { id: 2, user, color: 1, level: "up", selection: ["rooms/k", 7] },
    { id: 3 },
    null,
    { id: "4", user },
  ];
  assert.deepEqual(othersIn({ editors }, 1), [
    { id: 2, name: "Anna", color: 1, level: "up", selection: ["rooms/k"] },
    { id: 3, name: "", color: 0, level: undefined, selection: [] },
  ]);
  assert.equal(othersIn({ you: 1 }, undefined), undefined);
  assert.equal(othersIn(null, undefined), undefined);
});

test("TOGE-8: a chip has the first letters of a name", () => {
  const names = ["Anna", "anna maria müller", "wall-tablet", "", "  ", "🏠 home", "é"];
  assert.deepEqual(names.map(initialsOf), ["A", "AM", "WT", "?", "?", "🏠H", "É"]);
});

const plan = (...furniture: readonly Json[]): PlanData => ({
  rooms: [{ id: "k", name: "Kitchen", points: [] }],
  furniture,
});

const item = (id: string, type: string, x: number): Json => ({ id, type, x, z: 1 });

test("TOGE-10: what a revision changed is said in a line, in every language", () => {
  const before = plan(item("a", "sofa", 1), item("b", "bed", 1), item("c", "table", 1));
  const after = {
    ...plan(item("a", "sofa", 2), item("b", "bed", 2), item("c", "table", 2), item("d", "sofa", 1)),
    rooms: [{ id: "k", name: "Galley", points: [] }],
  };
  const changes = differences(before, after);
  const lines = ["en", "de", "fr"].map((language) => summaryWords(changes, textsIn(language)));
  assert.deepEqual(lines, [
    "Sofa added, Galley renamed, 3 things moved",
    "Sofa hinzugefügt, Galley umbenannt, 3 Dinge verschoben",
    "ajout\u00a0: Canapé, nouveau nom\u00a0: Galley, 3 déplacements",
  ]);
  const english = textsIn("en");
  assert.equal(summaryWords([], english), "nothing changed");
  const back = summaryWords(differences(after, before), english);
  assert.equal(back, "Sofa removed, Kitchen renamed, 3 things moved");
  const furniture = [item("a", "sofa", 9), item("e", "bed", 1)];
  const much = { ...after, furniture, texts: [{ id: "t", text: "Hi" }] };
  assert.equal(
    summaryWords(differences(before, much), english),
    "2 things added, 2 things removed, Galley renamed, and more",
  );
});

test("TOGE-10: a label that goes with its room is not told, nor an order that changes with its things", () => {
  const before = { ...plan(item("a", "sofa", 1), item("b", "bed", 1)), labels: { k: [1, 1] } };
  const rooms = [{ id: "k", name: "Galley", points: [] }];
  const moved = { ...before, rooms, labels: { k: [2, 2] } };
  const english = textsIn("en");
  assert.equal(summaryWords(differences(before, moved), english), "Galley renamed");
  const turned = { ...before, furniture: [item("b", "bed", 1), item("a", "sofa", 1)] };
  assert.match(summaryWords(differences(before, turned), english), /put in another order$/);
});

test("TOGE-10: of revisions that come into sight each plan is asked for once, one after the other", async () => {
  let underWay = 0;
  const { client, asked } = service((message) => {
    assert.equal(message["type"], "floorplan/history/get");
    underWay += 1;
    return { ...plan(item("a", "sofa", Number(message["rev"]))), rev: Number(message["rev"]) };
  });
  let most = 0;
  const looks = new Revisions(client, () => {
    most = Math.max(most, underWay);
    underWay = 0;
  });
  looks.want(9, 8);
  looks.want(8, 7);
  looks.want(9, 8);
  looks.want(7, undefined);
  for (let turn = 0; turn < 10; turn += 1) await settle();
  assert.deepEqual(
    asked.map(({ rev }) => rev),
    [9, 8, 7],
  );
  assert.equal(most, 1);
  const line = (rev: number) => {
    const changes = looks.of(rev)?.changes;
    return changes && summaryWords(changes, textsIn("en"));
  };
  assert.deepEqual([line(9), line(8), line(7)], ["Sofa moved", "Sofa moved", undefined]);
  assert.deepEqual(Object.keys(looks.of(7)?.picture ?? {}), ["levels", "rooms", "openings"]);
});

/** Who saved what came in, by the revisions that a session goes through. */
const saversAfter = async (
  answer: (message: Message) => Json | undefined,
  ...states: readonly (readonly [rev: number, incoming: readonly string[]])[]
) => {
  const { client } = service(answer);
  const savers = new Savers(client);
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

test("TOGE-9: those are named who saved the revisions with which something came in, each once", async () => {
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

test("TOGE-12: what overlaps names those with whose revisions it came, each conflict its own", async () => {
  const { client } = service(() => [
    entry(7),
    entry(6, "Ben"),
    entry(5, "Anna"),
    entry(4, "Cleo"),
    entry(3),
  ]);
  const savers = new Savers(client);
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

test("TOGE-12: what overlaps with a draft names those who have saved since", async () => {
  const { client } = service(() => [entry(6, "Ben"), entry(5, "Anna"), entry(4, "Cleo")]);
  const savers = new Savers(client);
  const draft = { id: "d", savedAt: 0, rev: 4, base: {}, plan: {}, conflicts: [] };
  savers.follow({ rev: 6, incoming: [], conflicts: [], draft });
  savers.follow({ rev: 6, incoming: [], conflicts: [overlap("a", 1)], draft: undefined });
  assert.deepEqual(await savers.conflictNames, ["Anna", "Ben"]);
});

test("TOGE-12: it says whose in every language, and somebody else where nobody knows", () => {
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
    "You and Anna have changed the same thing.",
    "You, Anna, and Ben have changed the same 2 things.",
    "You, Anna, and somebody else have changed the same thing.",
    "You and somebody else have changed the same thing.",
    "Changed by you and Anna",
    "Changed by you and somebody else",
    "Theirs (Anna)",
    "Theirs",
    "Du und Anna habt dasselbe geändert.",
    "Du, Anna und Ben habt dieselben 2 Dinge geändert.",
    "Du, Anna und jemand anderes habt dasselbe geändert.",
    "Du und jemand anderes habt dasselbe geändert.",
    "Von dir und Anna geändert",
    "Von dir und jemand anderem geändert",
    "Das andere (Anna)",
    "Das andere",
    "Vous et Anna avez modifié le même élément.",
    "Vous, Anna et Ben avez modifié les mêmes 2 éléments.",
    "Vous, Anna et quelqu’un d’autre avez modifié le même élément.",
    "Vous et quelqu’un d’autre avez modifié le même élément.",
    "Modifié par vous et Anna",
    "Modifié par vous et quelqu’un d’autre",
    "L’autre version (Anna)",
    "L’autre version",
  ]);
});

test("TOGE-11: a service that does not know history/details tells its history without names", async () => {
  const { client, asked } = service(({ type }) =>
    type === "floorplan/history/list" ? [entry(2), entry(1)] : undefined,
  );
  const answer = await revisionDetails(client);
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

/** An editor's presence with a service. */
const present = (answer: (message: Message) => Json | undefined) => {
  const { client, asked, events } = service(answer);
  const session = new EditorSession({
    save: () => Promise.resolve(left({ code: "offline", message: "" })),
    revision: () => Promise.resolve(left({ code: "offline", message: "" })),
  });
  const view = new EditorView();
  let changes = 0;
  const presence = new Presence({ client, session, view, changed: () => (changes += 1) });
  const begin = async (): Promise<void> => {
    await settle();
    events.get("floorplan/plan/subscribe")?.({ rooms: [], rev: 1 });
    await settle();
  };
  const asksOf = (type: string) => asked.filter((each) => each["type"] === `floorplan/${type}`);
  return { presence, view, events, begin, asksOf, changes: () => changes };
};

test("TOGE-11: with a service that does not know presences nobody is shown, nothing is said, and it is asked once", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { presence, view, begin, asksOf, changes } = present(({ type }) =>
    type === "floorplan/plan/subscribe" ? {} : undefined,
  );
  await begin();
  view.select(["rooms/k"]);
  t.mock.timers.tick(120_000);
  await settle();
  assert.equal(asksOf("presence/subscribe").length, 1);
  assert.equal(asksOf("presence/update").length, 0);
  assert.deepEqual([presence.others, changes()], [[], 0]);
  presence.close();
});

test("TOGE-8: an editor says what it has selected, at a measured pace, and only what is new", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { presence, view, begin, events, asksOf, changes } = present(() => null);
  await begin();
  const tell = events.get("floorplan/presence/subscribe");
  assert(tell !== undefined);
  tell({ you: 4 });
  const [first] = asksOf("presence/update");
  assert.deepEqual([first?.["presence"], first?.["selection"]], [4, []]);
  for (let at = 0; at < 50; at += 1) view.select([`furniture/${at}`]);
  t.mock.timers.tick(1000);
  const said = asksOf("presence/update").map(({ selection }) => selection);
  assert.deepEqual(said, [[], ["furniture/49"]]);
  view.update({ tool: "room" });
  t.mock.timers.tick(1000);
  assert.equal(asksOf("presence/update").length, 2);
  view.select(Array.from({ length: 5000 }, (_, at) => `furniture/${at}`));
  t.mock.timers.tick(1000);
  const [, , much] = asksOf("presence/update");
  assert(Array.isArray(much?.["selection"]) && much["selection"].length === 60);
  const user = { id: "a", name: "Anna" };
  tell({
    editors: [
      { id: 4, user },
      { id: 5, user, color: 1, selection: [] },
    ],
  });
  assert.deepEqual(
    presence.others.map(({ id }) => id),
    [5],
  );
  assert.equal(changes(), 1);
  presence.close();
});
