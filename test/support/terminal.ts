import { spawn } from "node:child_process";
import { once } from "node:events";
import { stripVTControlCharacters } from "node:util";
import { builtProgram } from "./program.ts";
import type { TestScope } from "./service.ts";

/** A service on a terminal of its own. */
export interface OnTerminal {
  /** The terminal's text so far, without colours. */
  readonly shown: () => string;
  /** The raw output, with control sequences. */
  readonly raw: () => string;
  /** Resolves when the text is enough; rejects if the service ends before. */
  readonly shows: (isEnough: (shown: string) => boolean) => Promise<void>;
  /** Types keys, such as Ctrl+C. */
  readonly type: (keys: string) => void;
  /** The exit code and the signal. */
  readonly ended: Promise<unknown>;
}

/**
 * Starts `serve` with options as a shell takes them, on a terminal made by util-linux's `script`; `redirected` redirects
 * output, such as `2>/dev/null`. It is killed at the end of the test.
 */
export const serveOnTerminal = (t: TestScope, options: string, redirected = ""): OnTerminal => {
  const command = `exec "${process.execPath}" "${builtProgram}" serve --port 0 ${options} ${redirected}`;
  const terminal = spawn("script", ["-qec", command, "/dev/null"], { stdio: "pipe" });
  const ended = once(terminal, "close");
  t.after(async () => {
    terminal.kill("SIGKILL");
    await ended;
  });
  let shown = "";
  let raw = "";
  const watchers = new Set<() => void>();
  terminal.stdout.on("data", (chunk: Buffer) => {
    raw += chunk.toString();
    shown += stripVTControlCharacters(chunk.toString()).replaceAll("\r", "");
    for (const watcher of watchers) watcher();
  });
  return {
    shown: () => shown,
    raw: () => raw,
    shows: (isEnough) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!isEnough(shown)) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        ended.then(() => reject(new Error(`the service ended early: ${shown}`)), reject);
        look();
      }),
    type: (keys) => void terminal.stdin.write(keys),
    ended,
  };
};
