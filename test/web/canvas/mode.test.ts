import assert from "node:assert/strict";
import { test } from "node:test";
import {
  firstInput,
  firstTool,
  type Mode,
  type ModeEvent,
  nextMode,
} from "../../../src/web/canvas/mode.ts";
import { EditorView } from "../../../src/web/canvas/view-state.ts";

const firstMode: Mode = { ...firstTool, ...firstInput };

const after = (...events: readonly ModeEvent[]): Mode => events.reduce(nextMode, firstMode);

test("another tool or piece puts the keyboard's cross away, the same one does not", () => {
  const room: ModeEvent = { type: "choose", tool: "room" };
  const cross: ModeEvent = { type: "cross", at: [1, 2] };
  assert.deepEqual(after(room, cross, room).cross, [1, 2]);
  assert.equal(after(room, cross, { type: "choose", tool: "wall" }).cross, undefined);
  assert.equal(after(room, cross, { type: "choose", piece: "sofa" }).cross, undefined);
});

test("only the select tool picks, and leaving ends the picking before the tool", () => {
  assert.equal(after({ type: "choose", isPicking: true, tool: "room" }).isPicking, false);
  const picking = after({ type: "choose", isPicking: true });
  assert.equal(nextMode(picking, { type: "choose", tool: "wall" }).isPicking, false);
  const left = nextMode(picking, { type: "leave" });
  assert.deepEqual([left.tool, left.isPicking], ["select", false]);
  assert.equal(after({ type: "choose", tool: "wall" }, { type: "leave" }).tool, "select");
});

test("a field that was opened meanwhile stays when the one before it closes", () => {
  const name: ModeEvent = { type: "open", field: { kind: "name", ref: "rooms/a" } };
  const first = { text: "2", isBegun: true };
  const length: ModeEvent = { type: "open", field: { kind: "length", name: "wall:0", first } };
  const close: ModeEvent = { type: "close", kind: "length" };
  assert.deepEqual(after(length, name, close).field, { kind: "name", ref: "rooms/a" });
  assert.equal(after(name, length, close).field, undefined);
});

test("pointers, space bar, cross and field run beside each other", () => {
  const mode = after(
    { type: "space", isHeld: true },
    { type: "press", press: "pan" },
    { type: "cross", at: [0, 0] },
    { type: "open", field: { kind: "name", ref: "rooms/a" } },
  );
  assert.deepEqual(mode, {
    ...firstMode,
    isSpaceHeld: true,
    press: "pan",
    cross: [0, 0],
    field: { kind: "name", ref: "rooms/a" },
  });
});

test("the view tells of each change once, and keeps the state that an event leaves alone", () => {
  const view = new EditorView();
  let told = 0;
  view.subscribe(() => (told += 1));
  view.update({ level: "first", selection: ["rooms/a"], tool: "room" });
  const { state } = view;
  view.send({ type: "press", press: "tool" });
  view.send({ type: "press", press: "tool" });
  assert.equal(told, 2);
  assert.equal(view.state, state);
  view.update({ selection: ["rooms/a"] });
  assert.equal(view.state, state);
  assert.deepEqual([view.state.level, view.state.tool], ["first", "room"]);
});
