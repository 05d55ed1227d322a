import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { TestContext } from "node:test";
import { temporaryFolder } from "../support/service.ts";

/**
 * Stands in for systemd: Node.js has no datagram sockets of the Unix domain, and Python has. A line for each
 * message, its lines joined by commas; descriptors that come with one are closed, which is what a barrier waits for.
 */
const receiver = `
import socket, sys
inbox = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
inbox.bind(sys.argv[1])
print("listens", flush=True)
while True:
    print(inbox.recv(4096).decode().strip().replace("\\n", ","), flush=True)
`;

/** A socket that services notify, and what they said. */
export class NotifySocket {
  readonly path: string;
  readonly #child: ChildProcess;
  readonly #said: string[] = [];
  #onNews: () => void = () => undefined;

  private constructor(path: string, child: ChildProcess) {
    this.path = path;
    this.#child = child;
  }

  /** Listens until the end of the test. */
  static async listen(t: TestContext): Promise<NotifySocket> {
    const path = join(await temporaryFolder(t), "notify");
    const child = spawn("python3", ["-c", receiver, path], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    t.after(() => child.kill("SIGKILL"));
    const notified = new NotifySocket(path, child);
    createInterface(child.stdout).on("line", (line) => {
      // Asks for nothing but that it was read.
      if (line !== "BARRIER=1") notified.#said.push(line);
      notified.#onNews();
    });
    await notified.next();
    return notified;
  }

  /** The next message that was not asked for yet. */
  async next(): Promise<string> {
    for (;;) {
      const message = this.#said.shift();
      if (message !== undefined) return message;
      await new Promise<void>((resolve) => (this.#onNews = resolve));
    }
  }

  /** What came and was not asked for yet. */
  get waiting(): readonly string[] {
    return [...this.#said];
  }

  /** No one listens any more. */
  close(): void {
    this.#child.kill("SIGKILL");
  }
}
