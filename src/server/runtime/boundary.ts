const throwsNothing: unique symbol = Symbol("throws nothing");
const mark = { [throwsNothing]: true } as const;

/** What a peer is told of a bug. */
export const unexpectedError = "an unexpected error, which the service logged";

/** A callback with a boundary around it: whoever calls it goes on, whatever happens in it. */
export type Guarded<Given extends readonly unknown[] = []> = ((...given: Given) => void) &
  typeof mark;

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
) => Guarded<Given>;

/**
 * What leaves the plan's state unknown: after it nothing may be shown or stored any more, so it passes every boundary
 * and ends the process. The log has all that was acknowledged, and the next start reads it.
 */
export class StateUnknown extends Error {
  constructor(cause: unknown) {
    super("the state of the plan is unknown", { cause });
  }
}

/** Throws it where nobody catches it but the last boundary, that of the process. */
export const throwPastAll = (error: StateUnknown): void =>
  queueMicrotask(() => {
    throw error;
  });

/** The boundary of whatever reports its bugs to `report`, which must not throw. */
export const boundaryTo = (report: (error: unknown, what: string) => void): Boundary => {
  const boundary = <Given extends readonly unknown[]>(
    what: string,
    work: (...given: Given) => unknown,
    onBug?: (...given: Given) => void,
  ) => {
    const bug = (error: unknown): void =>
      error instanceof StateUnknown ? throwPastAll(error) : report(error, what);
    const guarded = (...given: Given): void => {
      const failed = (error: unknown): void => {
        bug(error);
        try {
          onBug?.(...given);
        } catch (another) {
          bug(another);
        }
      };
      try {
        const going = work(...given);
        if (going instanceof Promise) going.catch(failed);
      } catch (error) {
        failed(error);
      }
    };
    return Object.assign(guarded, mark);
  };
  return boundary;
};

/** The boundary of a command, which has no log: what fails there is to be seen, and ends it. */
export const uncaught: Boundary = boundaryTo((error) => {
  setImmediate(() => {
    throw error;
  });
});

/** Where bugs are written down. */
export interface ErrorLog {
  readonly error: (fields: { readonly err: unknown }, message: string) => void;
}

/** The boundary of whatever has a log: a bug is an error there, with its stack. Where others can bring it about, the log is one with a bounded rate. */
export const boundaryIn = (log: ErrorLog): Boundary =>
  boundaryTo((error, what) => log.error({ err: error }, what));
