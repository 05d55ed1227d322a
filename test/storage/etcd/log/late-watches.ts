import type { TestScope } from "../../../support/service.ts";
import { betweenEtcd } from "../../../cluster/between-etcd.ts";

/** A member of etcd as seen through something that can keep back what its watches tell. */
export interface LateWatches {
  readonly url: string;
  /** From now on nothing of a watch arrives, and everything else does. */
  readonly hold: () => void;
  /** What was kept back arrives, and what follows. */
  readonly letGo: () => void;
}

/** Puts itself between a member of etcd, which speaks without TLS, and its clients; gone at the end of the test. */
export const lateWatches = async (t: TestScope, member: string): Promise<LateWatches> => {
  const watches = new Set<NodeJS.ReadableStream>();
  let isHeld = false;
  const url = await betweenEtcd(t, member, {
    answers: (answer, path) => {
      if (path !== "/etcdserverpb.Watch/Watch") return;
      watches.add(answer);
      answer.once("close", () => watches.delete(answer));
      if (isHeld) answer.pause();
    },
  });
  return {
    url,
    hold: () => {
      isHeld = true;
      for (const each of watches) each.pause();
    },
    letGo: () => {
      isHeld = false;
      for (const each of watches) each.resume();
    },
  };
};
