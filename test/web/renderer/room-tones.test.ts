import assert from "node:assert/strict";
import { test } from "node:test";
import { rectangle } from "../../../src/model/editing/add-remove.ts";
import { roomsOf } from "../../../src/model/elements/rooms.ts";
import { roomTones } from "../../../src/web/renderer/room-tones.ts";

/** Rooms of 3 by 3 metres, in rows of three. */
const grid = (names: readonly string[], more: object = {}): readonly object[] =>
  names.map((name, at) => {
    const [x, z] = [(at % 3) * 3, Math.floor(at / 3) * 3];
    return { id: `r${at}`, name, points: rectangle([x, z], [x + 3, z + 3]), ...more };
  });

/** The colour of each room, such as `honey 0`. */
const colours = (rooms: readonly object[]): readonly string[] => {
  const plan = JSON.parse(JSON.stringify({ rooms }));
  return [...roomTones(roomsOf(plan))]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([, { tone, shade }]) => `${tone} ${shade}`);
};

const unknown = ["A", "B", "C", "D", "E", "F", "G", "H", "I"];

test("ROOM-13: no two rooms that share a wall are coloured alike, whether their names say a kind or not", () => {
  for (const names of [unknown, unknown.map(() => "Bedroom"), unknown.map(() => "Room")]) {
    const all = colours(grid(names));
    assert.equal(all.length, 9);
    for (let at = 0; at < 9; at += 1) {
      if (at % 3 < 2) assert.notEqual(all[at], all[at + 1], `${at} and its right neighbour`);
      if (at < 6) assert.notEqual(all[at], all[at + 3], `${at} and the one below`);
    }
  }
});

test("ROOM-13: a colour stays as rooms are renamed, and as others come", () => {
  const before = colours(grid(unknown));
  assert.deepEqual(colours(grid(unknown.map((name) => `${name}${name}`))), before);
  assert.deepEqual(colours(grid([...unknown, "J"])).slice(0, 9), before);
});

test("ROOM-13: rooms of a kind keep its colour, apart from a shade, and others give way", () => {
  assert.deepEqual(colours(grid(["Kitchen", "Bedroom", "Chambre"])), [
    "honey 0",
    "lilac 0",
    "lilac 1",
  ]);
  for (let at = 0; at < 20; at += 1) {
    const [free, bath] = colours([
      { id: `a${at}`, name: "Any", points: rectangle([0, 0], [3, 3]) },
      { id: "b", name: "Living room", points: rectangle([3, 0], [6, 3]) },
    ]);
    assert.equal(bath, "sand 0");
    assert.notEqual(free, "sand 0");
  }
});

test("ROOM-12: a room's kind precedes its icon, id and name, and an unknown one does not count", () => {
  assert.deepEqual(colours(grid(["Bathroom"], { kind: "kitchen", icon: "mdi:shower" })), [
    "honey 0",
  ]);
  assert.deepEqual(colours(grid(["Bathroom"], { kind: "spaceship" })), ["water 0"]);
});
