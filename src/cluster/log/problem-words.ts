import type { EtcdProblem } from "../etcd/etcd.ts";

/** What is wrong, for whoever reads why a plan was not saved. */
export const inWords = ({ kind, reason }: EtcdProblem): string => {
  switch (kind) {
    case "no-space":
      return `etcd's quota is reached (--quota-backend-bytes): ${reason}`;
    case "refused":
      return /too large|larger than max/i.test(reason)
        ? `etcd takes no request of this size (--max-request-bytes): ${reason}`
        : `etcd refuses it: ${reason}`;
    case "away":
    case "unknown":
    case "compacted":
      return reason;
  }
};
