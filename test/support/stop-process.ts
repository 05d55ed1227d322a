import { readFile } from "node:fs/promises";

/** Stops a process, and resolves when the kernel says that it is stopped; Linux only. */
export const stopProcess = async (pid: number): Promise<void> => {
  process.kill(pid, "SIGSTOP");
  for (;;) {
    const stat = await readFile(`/proc/${pid}/stat`, "latin1");
    // The state follows the program's name, which may hold anything but this.
    if (stat.slice(stat.lastIndexOf(")")).startsWith(") T")) return;
    await new Promise(setImmediate);
  }
};
