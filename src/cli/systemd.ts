import { execFile } from "node:child_process";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { messageOf } from "../../wal/index.ts";
import type { Boundary, Guarded } from "../server/runtime/boundary.ts";
import { needsRestart, type PlanStatus } from "../plan/plan-holder.ts";

/**
 * Node.js has no Unix datagram sockets, which systemd listens on, so systemd's own program sends the messages
 * (https://www.freedesktop.org/software/systemd/man/latest/systemd-notify.html). It is a separate process, so the unit
 * sets NotifyAccess=all.
 */
const program = "systemd-notify";

/** Milliseconds for one message: the program itself waits 5 s for systemd to read it. */
const patienceMs = 10_000;

const textOf = (status: PlanStatus): string =>
  status.kind === "failed" ? `failed: ${status.reason.replaceAll(/\s+/g, " ")}` : status.kind;

/** The first descriptor that systemd passes (sd_listen_fds(3)); descriptors before it are the standard streams. */
const firstDescriptor = 3;

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
    ? right(firstDescriptor)
    : left(`systemd passes ${LISTEN_FDS} sockets: the service listens on one`);
};

/** Reports the service's state to systemd if a Type=notify unit started it; does nothing otherwise. */
export class Systemd {
  readonly #socket: string | undefined;
  readonly #path: string;
  /** Milliseconds between watchdog messages, half of systemd's limit; undefined if there is none. */
  readonly #signMs: number | undefined;
  readonly #onProblem: Guarded<[problem: string]>;
  readonly #boundary: Boundary;
  #told: Promise<void> = Promise.resolve();
  #status = "";
  #signs: NodeJS.Timeout | undefined;

  /** `environment` is what systemd started the process with; `onProblem` gets messages that cannot be sent. */
  constructor(
    environment: NodeJS.ProcessEnv,
    onProblem: (problem: string) => void,
    boundary: Boundary,
  ) {
    this.#socket = environment["NOTIFY_SOCKET"];
    this.#path = environment["PATH"] ?? "/usr/bin:/bin";
    this.#onProblem = boundary("could not report a systemd failure", onProblem);
    this.#boundary = boundary;
    const signUs = Number(environment["WATCHDOG_USEC"]);
    const isMeant = [undefined, String(process.pid)].includes(environment["WATCHDOG_PID"]);
    this.#signMs = signUs > 0 && isMeant ? signUs / 2000 : undefined;
  }

  /** The plan is loading; the start is not done yet. */
  loading(): void {
    void this.#tell("STATUS=loading");
  }

  /**
   * The start is done. Sends watchdog messages while the event loop turns and `status` is not one that only a restart
   * ends.
   */
  ready(status: () => PlanStatus): void {
    this.#status = textOf(status());
    void this.#tell("READY=1", `STATUS=${this.#status}`);
    if (this.#socket === undefined || this.#signMs === undefined) return;
    const sign = this.#boundary("could not notify systemd's watchdog", () =>
      this.#signOfLife(status()),
    );
    this.#signs = setInterval(sign, this.#signMs).unref();
  }

  /** The service ends; resolves once systemd knows, or cannot be told. */
  stopping(): Promise<void> {
    clearInterval(this.#signs);
    return this.#tell("STOPPING=1", "STATUS=stopping");
  }

  #signOfLife(status: PlanStatus): void {
    const text = textOf(status);
    const news = text === this.#status ? [] : [`STATUS=${text}`];
    this.#status = text;
    const words = [...news, ...(needsRestart(status) ? [] : ["WATCHDOG=1"])];
    if (words.length > 0) void this.#tell(...words);
  }

  /** Messages are sent in order, as each is a process. */
  #tell(...words: readonly string[]): Promise<void> {
    const { NOTIFY_SOCKET, PATH } = { NOTIFY_SOCKET: this.#socket, PATH: this.#path };
    if (NOTIFY_SOCKET === undefined) return Promise.resolve();
    const options = { env: { NOTIFY_SOCKET, PATH }, timeout: patienceMs };
    const send = (): Promise<void> =>
      new Promise((resolve) => {
        const sent = this.#boundary(
          "could not notify systemd",
          () =>
            execFile(program, words, options, (error) => {
              if (error !== null) this.#onProblem(messageOf(error));
              resolve();
            }),
          // The next message is sent all the same.
          resolve,
        );
        sent();
      });
    this.#told = this.#told.then(send);
    return this.#told;
  }
}
