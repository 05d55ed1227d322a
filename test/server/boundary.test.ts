import assert from "node:assert/strict";
import { test } from "node:test";
import { boundaryTo, StateUnknown } from "../../src/server/runtime/boundary.ts";

/** A boundary, and what it reported. */
const reporting = () => {
  const reported: string[] = [];
  const boundary = boundaryTo((error, what) => void reported.push(`${what}: ${String(error)}`));
  return { boundary, reported };
};

test("OPS-14: what throws is reported, what can no longer be trusted is ended, and whoever called goes on", () => {
  const { boundary, reported } = reporting();
  const ended: number[] = [];
  const work = boundary(
    "a frame failed",
    (frame: number) => {
      if (frame === 2) throw new Error("odd");
    },
    (frame) => ended.push(frame),
  );
  for (const frame of [1, 2, 3]) work(frame);
  assert.deepEqual({ reported, ended }, { reported: ["a frame failed: Error: odd"], ended: [2] });
});

test("OPS-14: what rejects later is reported as what throws at once", async () => {
  const { boundary, reported } = reporting();
  const ended = new Promise<void>((resolve) => {
    boundary("a timer failed", () => Promise.reject(new Error("late")), resolve)();
  });
  await ended;
  assert.deepEqual(reported, ["a timer failed: Error: late"]);
});

test("OPS-14: what fails at the end of something is reported as well", () => {
  const { boundary, reported } = reporting();
  const fails = (what: string) => () => {
    throw new Error(what);
  };
  boundary("a turn failed", fails("first"), fails("second"))();
  assert.deepEqual(reported, ["a turn failed: Error: first", "a turn failed: Error: second"]);
});

test("OPS-6: what leaves the plan's state unknown passes boundaries within boundaries, and ends the process", async (t) => {
  const { boundary, reported } = reporting();
  const unknown = new StateUnknown(new Error("odd"));
  // What is thrown in a microtask nobody meets but the last boundary, that of the process.
  const thrown: unknown[] = [];
  t.mock.method(globalThis, "queueMicrotask", (task: () => void) => {
    try {
      task();
    } catch (error) {
      thrown.push(error);
    }
  });
  const within = boundary("a subscriber failed", () => {
    throw unknown;
  });
  boundary("a save failed", within)();
  await new Promise<void>((resolve) => {
    boundary("a timer failed", () => Promise.reject(unknown), resolve)();
  });
  assert.deepEqual({ thrown, reported }, { thrown: [unknown, unknown], reported: [] });
});
