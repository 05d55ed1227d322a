import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyRooms, manyItems } from "../../bench/load/plans.ts";

test("BENCH-1: large plans have the size that is asked for, or hardly less, and are JSON", () => {
  for (const make of [manyItems, emptyRooms])
    for (const bytes of [1_000_000, 3_000_001]) {
      const text = make(bytes);
      const length = Buffer.byteLength(text);
      assert(length <= bytes && length > bytes * 0.995, `${length} of ${bytes}`);
      const plan: unknown = JSON.parse(text);
      assert(typeof plan === "object" && plan !== null && "rooms" in plan);
    }
});
