import { after } from "node:test";
import { maxClusterBytes } from "../../../../src/server/settings.ts";
import { testLog } from "../../log-suite.ts";
import { sharedEtcd } from "../../../support/etcd.ts";
import { mayUse } from "../../../support/programs.ts";
import { clientOf } from "../client/test-client.ts";
import { storeOn } from "./log-store.ts";

const shared = sharedEtcd(after);
let homes = 0;

testLog({
  name: "log in etcd",
  isShared: true,
  largestPlan: maxClusterBytes,
  begin: async (t) => {
    if (!mayUse(t, "etcd")) return undefined;
    const cluster = await shared();
    homes += 1;
    return storeOn(() => clientOf(t, cluster), `home${homes}`);
  },
});
