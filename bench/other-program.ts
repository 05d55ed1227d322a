import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** A program of another project, which is measured beside the service. It is killed with this process at the latest. */
export class OtherProgram {
  readonly #name: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #kill = (): boolean => this.#child.kill("SIGKILL");
  #out = "";
  #onOutput: (() => void) | undefined;

  constructor([name, ...args]: readonly [name: string, ...args: string[]], folder: string) {
    this.#name = name;
    this.#child = spawn(name, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    this.#ended = once(this.#child, "exit").catch(() => undefined);
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on("data", (chunk: Buffer) => {
        // What is looked for comes at the start; what follows is only read away.
        if (this.#out.length < 1_000_000) this.#out += chunk.toString();
        this.#onOutput?.();
      });
    process.once("exit", this.#kill);
  }

  /** Resolves when what it printed so far matches; rejects with all of that when it ends before. */
  async printed(what: RegExp): Promise<void> {
    const found = new Promise<void>((resolve) => {
      this.#onOutput = () => {
        if (what.test(this.#out)) resolve();
      };
      this.#onOutput();
    });
    const ended = this.#ended.then(() => {
      throw new Error(`${this.#name} ended:\n${this.#out}`);
    });
    await Promise.race([found, ended]);
    this.#onOutput = undefined;
    ended.catch(() => undefined);
  }

  async stop(): Promise<void> {
    process.off("exit", this.#kill);
    this.#kill();
    await this.#ended;
  }
}
