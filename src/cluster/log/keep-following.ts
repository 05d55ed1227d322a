import { setTimeout as sleep } from "node:timers/promises";
import { type Following, followRevisions } from "../../storage/etcd/log/follow-revisions.ts";

/** Following that goes on after what ends a watch. */
export interface KeptFollowing extends Omit<Following, "from"> {
  /** The first revision of etcd of which not everything was told. */
  readonly next: () => number;
  /** A compaction has overtaken it: reads what is kept. The result says why it could not be read, and it is tried again. */
  readonly overtaken: () => Promise<string | undefined>;
}

/** Follows a plan's revisions until the signal. The result says why nothing can be followed any more, where that is so. */
export const keepFollowing = async (following: KeptFollowing): Promise<string | undefined> => {
  const { signal, pauseMs, listener } = following;
  const pause = async (reason: string): Promise<void> => {
    listener.away(reason);
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  };
  while (!signal.aborted) {
    const ended = await followRevisions({ ...following, from: following.next() });
    if (ended.kind === "wrong") return ended.reason;
    if (ended.kind === "refused")
      await pause(`the cluster lets nobody follow the plan: ${ended.reason}`);
    if (ended.kind === "overtaken") {
      const problem = await following.overtaken();
      if (problem !== undefined) await pause(problem);
    }
  }
  return undefined;
};
