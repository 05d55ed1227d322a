import type { KeyRange, Pair } from "../../storage/etcd/client/etcd.ts";
import type { KeyValue } from "../../storage/etcd/client/methods.ts";

/** A range as etcd's requests have it. */
export const wireRange = ({
  from,
  end,
}: KeyRange): { readonly key: Buffer; readonly rangeEnd: Buffer } => ({
  key: Buffer.from(from),
  rangeEnd: Buffer.from(end),
});

/** etcd's number for no lease. */
const noLease = "0";

/** A pair as etcd's answers have it. */
export const pairOf = ({ key, value, modRevision, lease }: KeyValue): Pair => ({
  key: key.toString(),
  value,
  changed: modRevision,
  lease: lease === noLease ? undefined : lease,
});
