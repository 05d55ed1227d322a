import { readdir, readFile } from "node:fs/promises";
import { sum } from "./statistics.ts";

const threadMs = async (pid: number | undefined, thread: string): Promise<number> =>
  Number.parseInt(await readFile(`/proc/${pid}/task/${thread}/schedstat`, "utf8"), 10) / 1e6;

/** Milliseconds that the threads of a process have run, as Linux tells it. */
export const processorMs = async (pid: number | undefined): Promise<number> => {
  const threads = await readdir(`/proc/${pid}/task`);
  return sum(await Promise.all(threads.map((thread) => threadMs(pid, thread))));
};

/** The same of its main thread alone, which has the process's own id. */
export const mainThreadMs = (pid: number | undefined): Promise<number> =>
  threadMs(pid, String(pid));
