import { type Either, left, right } from "fp-ts/lib/Either.js";

/** The first descriptor that systemd passes (sd_listen_fds(3)); descriptors before it are the standard streams. */
const first = 3;

/**
 * The descriptor of the socket on which a socket unit of systemd listens for this process; undefined if there is no such
 * unit. The socket stays open from one process to the next, so that nobody who connects meanwhile is refused. Left: why
 * the start is refused.
 */
export const passedSocket = (
  environment: NodeJS.ProcessEnv,
): Either<string, number | undefined> => {
  const { LISTEN_PID, LISTEN_FDS } = environment;
  // The variables reach the children of the process that they are meant for, too.
  if (LISTEN_PID !== String(process.pid)) return right(undefined);
  return LISTEN_FDS === "1"
    ? right(first)
    : left(`systemd passes ${LISTEN_FDS} sockets: the service listens on one`);
};
