/**
 * Makes a callback of one that may throw, or whose promise may reject: a boundary around one thing that came in or
 * came due, such as a frame, a message of Home Assistant, an event of etcd, a subscriber's turn, a timer. What gets
 * that far is a bug. It is reported under `what`, a sentence without what differs from time to time; then `onBug`
 * ends what can no longer be trusted, such as the connection, and everything else goes on.
 */
export type Boundary = <Given extends readonly unknown[]>(
  what: string,
  work: (...given: Given) => unknown,
  onBug?: (...given: Given) => void,
) => (...given: Given) => void;

/** The boundary of whatever reports its bugs to `report`, which must not throw. */
export const boundaryTo =
  (report: (error: unknown, what: string) => void): Boundary =>
  (what, work, onBug) =>
  (...given) => {
    const failed = (error: unknown): void => {
      report(error, what);
      try {
        onBug?.(...given);
      } catch (another) {
        report(another, what);
      }
    };
    try {
      const going = work(...given);
      if (going instanceof Promise) going.catch(failed);
    } catch (error) {
      failed(error);
    }
  };

/** Where bugs are written down. */
export interface BugLog {
  readonly error: (fields: { readonly err: unknown }, message: string) => void;
}

/** The boundary of whatever has a log: a bug is an error there, with its stack. */
export const boundaryIn = (log: BugLog): Boundary =>
  boundaryTo((error, what) => log.error({ err: error }, what));

/**
 * What leaves the plan's state unknown: after it nothing may be shown or stored any more, so it passes every boundary
 * and ends the process. The log has all that was acknowledged, and the next start reads it.
 */
export class StateUnknown extends Error {
  constructor(cause: unknown) {
    super("the state of the plan is unknown", { cause });
  }
}
