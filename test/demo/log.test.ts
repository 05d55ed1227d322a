import assert from "node:assert/strict";
import { isRight } from "fp-ts/lib/Either.js";
import { openStoreLog, memoryStore } from "../../src/demo/plan-store.ts";
import { MiB } from "../storage/logs-under-test.ts";
import { testLog } from "../storage/log-suite.ts";

testLog({
  name: "a store of the browser",
  isShared: false,
  largestPlan: 16 * MiB,
  begin: async () => {
    const store = memoryStore();
    const open = async () => {
      const opened = await openStoreLog(store);
      assert(isRight(opened));
      return opened.right;
    };
    return { open, look: async () => (await open()).state };
  },
});
