import assert from "node:assert/strict";
import { test } from "node:test";
import { left } from "fp-ts/lib/Either.js";
import type { Json } from "../../../src/model/json.ts";
import { differences } from "../../../src/model/merge/difference.ts";
import { colorOf, colors, initialsOf } from "../../../src/web/canvas/draw-presence.ts";
import { collaboratorsIn, Presence } from "../../../src/web/store/presence.ts";
import { RevisionSummaries } from "../../../src/web/store/revisions.ts";
import { EditorView } from "../../../src/web/canvas/view-state.ts";
import { EditorSession } from "../../../src/web/store/editor-session.ts";
import { summaryWords } from "../../../src/web/i18n/change-words.ts";
import { textsIn } from "../i18n/texts-in.ts";
import { item, type Message, plan, service, settle } from "./presence-double.ts";

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

test("PRESENCE-8: every color of the others stands out from the sheet, and the name on it from the color", () => {
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

test("PRESENCE-8, PRESENCE-14: the others are those of an event that are not this editor, windows of its own user are told apart, and odd ones are left out", () => {
  const user = { id: "a", name: "Anna" };
  const editors = [
    { id: 1, user, color: 0, selection: [] },
    { id: 2, user, color: 1, level: "up", selection: ["rooms/k", 7] },
    { id: 3 },
    { id: 5, user: { id: "b", name: "Anna" } },
    null,
    { id: "4", user },
  ];
  assert.deepEqual(collaboratorsIn({ editors }, 1), [
    { id: 2, name: "Anna", isYou: true, color: 1, level: "up", selection: ["rooms/k"] },
    { id: 3, name: "", isYou: false, color: 0, level: undefined, selection: [] },
    { id: 5, name: "Anna", isYou: false, color: 0, level: undefined, selection: [] },
  ]);
  assert.equal(collaboratorsIn({ you: 1 }, undefined), undefined);
  assert.equal(collaboratorsIn(null, undefined), undefined);
});

test("PRESENCE-8: a chip has the first letters of a name", () => {
  const names = ["Anna", "anna maria müller", "wall-tablet", "", "  ", "🏠 home", "é"];
  assert.deepEqual(names.map(initialsOf), ["A", "AM", "WT", "?", "?", "🏠H", "É"]);
});

test("PRESENCE-10: what a revision changed is said in a line, in every language", () => {
  const before = plan(item("a", "sofa", 1), item("b", "bed", 1), item("c", "table", 1));
  const after = {
    ...plan(item("a", "sofa", 2), item("b", "bed", 2), item("c", "table", 2), item("d", "sofa", 1)),
    rooms: [{ id: "k", name: "Galley", points: [] }],
  };
  const changes = differences(before, after);
  const lines = ["en", "de", "fr"].map((language) => summaryWords(changes, textsIn(language)));
  assert.deepEqual(lines, [
    "Sofa added, Galley renamed, 3 items moved",
    "Sofa hinzugefügt, Galley umbenannt, 3 Elemente verschoben",
    "ajout\u00a0: Canapé, nouveau nom\u00a0: Galley, 3 déplacements",
  ]);
  const english = textsIn("en");
  assert.equal(summaryWords([], english), "nothing changed");
  const back = summaryWords(differences(after, before), english);
  assert.equal(back, "Sofa removed, Kitchen renamed, 3 items moved");
  const furniture = [item("a", "sofa", 9), item("e", "bed", 1)];
  const much = { ...after, furniture, texts: [{ id: "t", text: "Hi" }] };
  assert.equal(
    summaryWords(differences(before, much), english),
    "2 items added, 2 items removed, Galley renamed, and more",
  );
});

test("PRESENCE-10: a label that goes with its room is not told, nor an order that changes with its things", () => {
  const before = { ...plan(item("a", "sofa", 1), item("b", "bed", 1)), labels: { k: [1, 1] } };
  const rooms = [{ id: "k", name: "Galley", points: [] }];
  const moved = { ...before, rooms, labels: { k: [2, 2] } };
  const english = textsIn("en");
  assert.equal(summaryWords(differences(before, moved), english), "Galley renamed");
  const turned = { ...before, furniture: [item("b", "bed", 1), item("a", "sofa", 1)] };
  assert.match(summaryWords(differences(before, turned), english), /reordered$/);
});

test("PRESENCE-10: of revisions that come into sight each plan is asked for once, one after the other", async () => {
  let underWay = 0;
  const { client, asked } = service((message) => {
    assert.equal(message["type"], "floorplan/history/get");
    underWay += 1;
    return { ...plan(item("a", "sofa", Number(message["rev"]))), rev: Number(message["rev"]) };
  });
  let most = 0;
  const looks = new RevisionSummaries(client, () => {
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

/** An editor's presence with a service. */
const present = (answer: (message: Message) => Json | undefined) => {
  const { client, asked, events } = service(answer);
  const session = new EditorSession({
    save: () => Promise.resolve(left({ code: "offline", message: "" })),
    revision: () => Promise.resolve(left({ code: "offline", message: "" })),
    current: () => Promise.resolve(left({ code: "offline", message: "" })),
  });
  const view = new EditorView();
  let changes = 0;
  const presence = new Presence({ client, session, view, changed: () => (changes += 1) });
  const begin = async (): Promise<void> => {
    await settle();
    events.get("floorplan/plan/follow")?.({ rev: 1, plan: { rooms: [], rev: 1 } });
    events.get("floorplan/plan/subscribe")?.({ rooms: [], rev: 1 });
    await settle();
  };
  const asksOf = (type: string) => asked.filter((each) => each["type"] === `floorplan/${type}`);
  return { presence, view, events, begin, asksOf, changes: () => changes };
};

test("PRESENCE-11: with a service that does not know presences nobody is shown, nothing is said, and it is asked once", async (t) => {
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

test("PRESENCE-8: an editor says what it has selected, at a measured pace, and only what is new", async (t) => {
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
