const throwsNothing: unique symbol = Symbol("throws nothing");
const mark = { [throwsNothing]: true } as const;

/** What a peer is told of a bug. */
export const unexpectedError = "an unexpected error, which the service logged";

/** A callback within a boundary: the caller continues whatever happens in it. */
export type Guarded<Given extends readonly unknown[] = []> = ((...given: Given) => void) &
  typeof mark;

/**
 * Wraps a callback that may throw or reject, around one event: a frame, a message of Home Assistant, an etcd event, a
 * subscriber's turn, a timer. An error that gets this far is a bug. It is reported under `what`, a sentence without
 * varying parts; then `onBug` ends what can no longer be trusted, such as the connection, and everything else continues.
 */
export type Boundary = <Given extends readonly unknown[]>(
  what: string,
  work: (...given: Given) => unknown,
  onBug?: (...given: Given) => void,
) => Guarded<Given>;

/**
 * An error that leaves the plan's state unknown. Nothing may be shown or stored after it, so it passes every boundary and
 * ends the process. The log has all acknowledged saves, and the next start reads it.
 */
export class StateUnknown extends Error {
  constructor(cause: unknown) {
    super("the state of the plan is unknown", { cause });
  }
}

/** Throws it where only the process's own boundary can catch it. */
export const throwUncaught = (error: StateUnknown): void =>
  queueMicrotask(() => {
    throw error;
  });

/** A boundary that reports bugs to `report`, which must not throw. */
export const boundaryTo = (report: (error: unknown, what: string) => void): Boundary => {
  const boundary = <Given extends readonly unknown[]>(
    what: string,
    work: (...given: Given) => unknown,
    onBug?: (...given: Given) => void,
  ) => {
    const bug = (error: unknown): void =>
      error instanceof StateUnknown ? throwUncaught(error) : report(error, what);
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

/** The boundary of a command line command, which has no log: the error stays visible and ends the command. */
export const uncaught: Boundary = boundaryTo((error) => {
  setImmediate(() => {
    throw error;
  });
});

/** Where bugs are logged. */
export interface ErrorLog {
  readonly error: (fields: { readonly err: unknown }, message: string) => void;
}

/** A boundary that logs a bug as an error with its stack. If others can trigger it, pass a rate-limited log. */
export const boundaryIn = (log: ErrorLog): Boundary =>
  boundaryTo((error, what) => log.error({ err: error }, what));
