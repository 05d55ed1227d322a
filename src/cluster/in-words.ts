import type { EtcdProblem } from "../storage/etcd/client/etcd.ts";

/** Why etcd did not do what it was asked, in a sentence for a person. */
export const describeProblem = (problem: EtcdProblem): string => {
  switch (problem.kind) {
    case "away":
      return `the cluster cannot be asked: ${problem.reason}`;
    case "unknown":
      return `the cluster did not say whether it did what it was asked: ${problem.reason}`;
    case "no-space":
      return `the cluster has no space left, see etcd's --quota-backend-bytes: ${problem.reason}`;
    case "compacted":
      return `the cluster has forgotten what it was asked for: ${problem.reason}`;
    case "refused":
      return /too large|larger than max/.test(problem.reason)
        ? `the cluster takes no request of this size, see etcd's --max-request-bytes: ${problem.reason}`
        : `the cluster refuses: ${problem.reason}`;
  }
};
