import * as t from "io-ts";

/** How it ended that a process was to make a copy. */
export const outcomeCodec = t.union([
  t.intersection([
    t.type({
      kind: t.literal("made"),
      /** When it was begun. */
      at: t.string,
      file: t.string,
      bytes: t.number,
      /** The newest revision in it. */
      rev: t.number,
      /** How many older copies were removed. */
      removed: t.number,
      /** Copies that are named after a time which is still to come: they are neither counted nor removed. */
      ahead: t.readonlyArray(t.string),
    }),
    /** Why those that are too many could not be removed. */
    t.partial({ notRemoved: t.string }),
  ]),
  /** Somebody else made one, such as another node: of then. */
  t.type({ kind: t.literal("not-due"), newest: t.string }),
  /** Somebody else is making one. */
  t.type({ kind: t.literal("busy") }),
  t.type({ kind: t.literal("failed"), reason: t.string }),
]);

export type BackupOutcome = t.TypeOf<typeof outcomeCodec>;
