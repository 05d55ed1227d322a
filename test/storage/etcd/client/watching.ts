import type {
  Change,
  Etcd,
  EtcdProblem,
  KeyRange,
} from "../../../../src/storage/etcd/client/etcd.ts";
import { eventually } from "../../../support/polling.ts";
import type { TestScope } from "../../../support/service.ts";

const withinMs = 60_000;

/** A watch, and everything that it told. */
export interface Watching {
  readonly changes: readonly Change[];
  /** The changes as they came together. */
  readonly together: readonly (readonly Change[])[];
  readonly ended: readonly EtcdProblem[];
  /** Resolves when it has told a change of that key. */
  readonly told: (key: string) => Promise<void>;
  /** Resolves when it has told everything up to that revision of etcd, by changes or in words. */
  readonly reached: (revision: number) => Promise<void>;
  readonly over: () => Promise<EtcdProblem>;
}

/** Watches until the test ends. */
export const watching = (t: TestScope, etcd: Etcd, range: KeyRange, from: number): Watching => {
  const changes: Change[] = [];
  const together: (readonly Change[])[] = [];
  const ended: EtcdProblem[] = [];
  let reached = 0;
  const stop = etcd.watch(range, from, {
    changed: (some) => {
      changes.push(...some);
      together.push(some);
    },
    reached: (revision) => (reached = revision),
    ended: (problem) => void ended.push(problem),
  });
  t.after(stop);
  return {
    changes,
    together,
    ended,
    told: (key) =>
      eventually(
        async () =>
          changes.some((change) => change.key === key)
            ? { seen: undefined }
            : { not: `the watch told ${changes.length} changes and none of ${key}` },
        withinMs,
      ),
    reached: (revision) =>
      eventually(
        async () =>
          reached >= revision ? { seen: undefined } : { not: `the watch reached ${reached}` },
        withinMs,
      ),
    over: () =>
      eventually(async () => {
        const [problem] = ended;
        return problem === undefined ? { not: "the watch goes on" } : { seen: problem };
      }, withinMs),
  };
};
