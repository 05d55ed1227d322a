import { Refusal } from "../../host/http/refusal.ts";
import type { EtcdProblem } from "../../storage/etcd/client/etcd.ts";

/** What somebody who wanted to change an image is told of a problem; what is wrong with the service itself is no refusal, and is logged. */
export const changeProblem = ({ kind, reason }: EtcdProblem): Error => {
  switch (kind) {
    case "away":
      return new Refusal(503, `nothing was changed, as the cluster is away: ${reason}`);
    case "unknown":
      return new Refusal(503, `the cluster is away, and may have changed the image: ${reason}`);
    case "no-space":
      return new Refusal(507, `nothing was changed, as the cluster's quota is reached: ${reason}`);
    case "compacted":
    case "refused":
      return new Error(reason);
  }
};

/** What somebody who wanted to see an image is told of a problem. */
export const readProblem = ({ reason }: EtcdProblem): Refusal =>
  new Refusal(503, `no image can be had from the cluster for the moment: ${reason}`);
