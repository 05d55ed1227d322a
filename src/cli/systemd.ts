import { execFile } from "node:child_process";
import { messageOf } from "../../wal/index.ts";
import type { Boundary, Guarded } from "../server/runtime/boundary.ts";
import type { PlanStatus } from "../plan/plan-holder.ts";

/**
 * Node.js has no datagram sockets of the Unix domain, which systemd listens at, so systemd's own
 * program sends what is to be said (https://www.freedesktop.org/software/systemd/man/latest/systemd-notify.html).
 * It is a process of its own, so the unit says NotifyAccess=all.
 */
const program = "systemd-notify";

/** How long one message may take, in ms: the program itself waits 5 s for systemd to have read it. */
const patienceMs = 10_000;

/** Whether a restart is what helps: a cluster or a disk that is away for a while comes back by itself. */
const isLost = (status: PlanStatus): boolean => status.kind === "failed" && !status.passes;

const textOf = (status: PlanStatus): string =>
  status.kind === "failed" ? `failed: ${status.reason.replaceAll(/\s+/g, " ")}` : status.kind;

/** Tells systemd how the service is doing, where a unit of Type=notify started it; does nothing elsewhere. */
export class Systemd {
  readonly #socket: string | undefined;
  readonly #path: string;
  /** Time between two signs of life in ms, half of what systemd waits; undefined where it waits for none. */
  readonly #signMs: number | undefined;
  readonly #onProblem: Guarded<[problem: string]>;
  readonly #boundary: Boundary;
  #told: Promise<void> = Promise.resolve();
  #status = "";
  #signs: NodeJS.Timeout | undefined;

  /** `environment` is what systemd started the process with; `onProblem` hears of messages that cannot be sent. */
  constructor(
    environment: NodeJS.ProcessEnv,
    onProblem: (problem: string) => void,
    boundary: Boundary,
  ) {
    this.#socket = environment["NOTIFY_SOCKET"];
    this.#path = environment["PATH"] ?? "/usr/bin:/bin";
    this.#onProblem = boundary("what systemd was not told could not be told", onProblem);
    this.#boundary = boundary;
    const signUs = Number(environment["WATCHDOG_USEC"]);
    const isMeant = [undefined, String(process.pid)].includes(environment["WATCHDOG_PID"]);
    this.#signMs = signUs > 0 && isMeant ? signUs / 2000 : undefined;
  }

  /** The plan is being loaded; systemd still waits for the start to be done. */
  loading(): void {
    void this.#tell("STATUS=loading");
  }

  /** The start is done. From here on systemd gets signs of life, as long as the event loop turns and `status` is none that only a restart ends. */
  ready(status: () => PlanStatus): void {
    this.#status = textOf(status());
    void this.#tell("READY=1", `STATUS=${this.#status}`);
    if (this.#socket === undefined || this.#signMs === undefined) return;
    const sign = this.#boundary("a sign of life could not be given", () =>
      this.#signOfLife(status()),
    );
    this.#signs = setInterval(sign, this.#signMs).unref();
  }

  /** The service ends; resolves when systemd was told, or cannot be. */
  stopping(): Promise<void> {
    clearInterval(this.#signs);
    return this.#tell("STOPPING=1", "STATUS=stopping");
  }

  #signOfLife(status: PlanStatus): void {
    const text = textOf(status);
    const news = text === this.#status ? [] : [`STATUS=${text}`];
    this.#status = text;
    const words = [...news, ...(isLost(status) ? [] : ["WATCHDOG=1"])];
    if (words.length > 0) void this.#tell(...words);
  }

  /** One message after the other, as each is a process. */
  #tell(...words: readonly string[]): Promise<void> {
    const { NOTIFY_SOCKET, PATH } = { NOTIFY_SOCKET: this.#socket, PATH: this.#path };
    if (NOTIFY_SOCKET === undefined) return Promise.resolve();
    const options = { env: { NOTIFY_SOCKET, PATH }, timeout: patienceMs };
    const send = (): Promise<void> =>
      new Promise((resolve) => {
        const sent = this.#boundary(
          "systemd could not be told",
          () =>
            execFile(program, words, options, (error) => {
              if (error !== null) this.#onProblem(messageOf(error));
              resolve();
            }),
          // The next message goes out all the same.
          resolve,
        );
        sent();
      });
    this.#told = this.#told.then(send);
    return this.#told;
  }
}
