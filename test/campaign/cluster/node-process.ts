import assert from "node:assert/strict";
import { eventually } from "../../support/polling.ts";
import type { Running } from "../../support/program.ts";
import { stopProcess } from "../../support/stop-process.ts";
import { objectOf } from "../../service/revisions.ts";
import type { Access } from "../wire-client.ts";
import type { ClientNode } from "./client-node.ts";

/** A process that serves, and where it does. */
export interface Launched extends Running {
  readonly access: Access;
}

/** How long a node may take to be ready; generous, as only a bound. */
const readyMs = 60_000;

/** A node of the service: a process that is killed, stopped and started again. */
export class NodeProcess {
  readonly place: ClientNode;
  readonly #launch: () => Promise<Launched>;
  #running: Launched | undefined;

  constructor(place: ClientNode, launch: () => Promise<Launched>) {
    this.place = place;
    this.#launch = launch;
  }

  /** Starts it, also again; resolves when it lets clients in. */
  async start(): Promise<void> {
    this.#running = await this.#launch();
    this.place.killedAt = undefined;
    this.place.access = this.#running.access;
  }

  async kill(): Promise<void> {
    const { child, ended } = this.#process;
    // Before the kill, since clients may be told of its end before this process is.
    this.place.killedAt = performance.now();
    this.place.access = undefined;
    child.kill("SIGKILL");
    assert.equal((await ended).signal, "SIGKILL", `${this.place.name} ran until it was killed`);
  }

  async stop(): Promise<void> {
    const { pid } = this.#process.child;
    assert(pid !== undefined);
    await stopProcess(pid);
  }

  continue(): void {
    this.#process.child.kill("SIGCONT");
  }

  /** Resolves when `/healthz` says that it is ready; fails when it ends or does not get so. */
  async ready(): Promise<void> {
    await eventually(async () => {
      // It may be started again meanwhile, elsewhere.
      const { host = "127.0.0.1", port } = this.#process.access;
      try {
        const response = await fetch(`http://${host}:${port}/healthz`, {
          signal: AbortSignal.timeout(2000),
        });
        const { status } = objectOf(await response.json());
        return status === "ready"
          ? { seen: undefined }
          : { not: `${this.place.name} is ${String(status)}` };
      } catch (error) {
        return { not: `${this.place.name} does not answer: ${String(error)}` };
      }
    }, readyMs);
  }

  /** What it printed, for those who look for the reason of a failure. */
  get log(): string {
    return this.#running === undefined ? "" : this.#running.out() + this.#running.err();
  }

  get #process(): Launched {
    assert(this.#running !== undefined, `${this.place.name} was started`);
    return this.#running;
  }
}
