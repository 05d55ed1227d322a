import { maxClusterBytes } from "../../../../src/server/settings.ts";
import { testLog } from "../../log-suite.ts";
import { storeOn } from "./log-store.ts";
import { MemoryEtcd } from "../memory-etcd.ts";
import { MemoryStore } from "../memory-store.ts";

// What the faults below are tried on is an etcd as the real one is: it passes the same tests.
testLog({
  name: "log in an etcd in memory",
  isShared: true,
  largestPlan: maxClusterBytes,
  begin: async () => {
    const store = new MemoryStore();
    return storeOn(() => new MemoryEtcd(store), "floorplan");
  },
});
