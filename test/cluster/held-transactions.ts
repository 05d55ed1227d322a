import type { TestScope } from "../support/service.ts";
import { betweenEtcd } from "./between-etcd.ts";

/** A member of etcd as seen through something that keeps back transactions. */
export interface HeldTransactions {
  readonly url: string;
  /** Resolves when one is kept back. */
  readonly reached: Promise<void>;
  /** What was kept back arrives, and what follows. */
  readonly letGo: () => void;
}

/** Puts itself between a member of etcd, which speaks without TLS, and its clients, and keeps back the transactions in which a key is named, however often they are tried. */
export const heldTransactions = async (
  t: TestScope,
  member: string,
  key: string,
): Promise<HeldTransactions> => {
  let reach = (): void => undefined;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  let letGo = (): void => undefined;
  const going = new Promise<void>((resolve) => (letGo = resolve));
  const url = await betweenEtcd(t, member, {
    waitsFor: (transaction) => {
      if (!transaction.includes(key)) return undefined;
      reach();
      return going;
    },
  });
  return { url, reached, letGo };
};
