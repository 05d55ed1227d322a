import assert from "node:assert/strict";
import { dirname } from "node:path";

/** A system call that succeeded. Times are lines of the trace: a call that depends on another's end begins on a later line. */
export interface SystemCall {
  readonly name: string;
  /** The arguments as strace prints them, with quotes in data escaped. */
  readonly args: string;
  readonly began: number;
  readonly ended: number;
}

const whole = /^(\d+) +(\w+)\((.*)\)\s+= (-?\d+)/;
const broken = /^(\d+) +(\w+)\((.*?) <unfinished \.\.\.>$/;
const resumed = /^(\d+) +<\.\.\. (\w+) resumed>(.*)\)\s+= (-?\d+)/;

/**
 * Reads the output of `strace -f -y -o`. A call that another thread interrupts in the trace is on two lines, which are
 * joined by thread and name.
 */
export const readTrace = (trace: string): SystemCall[] => {
  const open = new Map<string, { readonly args: string; readonly began: number }>();
  const calls: SystemCall[] = [];
  for (const [at, line] of trace.split("\n").entries()) {
    const [, thread = "", name = "", args = "", result] =
      whole.exec(line) ?? broken.exec(line) ?? resumed.exec(line) ?? [];
    if (broken.test(line)) {
      open.set(`${thread} ${name}`, { args, began: at });
      continue;
    }
    if (result === undefined) continue;
    const start = resumed.test(line) ? open.get(`${thread} ${name}`) : { args: "", began: at };
    open.delete(`${thread} ${name}`);
    if (start === undefined || Number(result) < 0) continue;
    calls.push({ name, args: start.args + args, began: start.began, ended: at });
  }
  return calls;
};

/** The file or folder of a call on a descriptor. */
export const fileOf = ({ args }: SystemCall): string => /^\d+<([^>]*)>/.exec(args)?.[1] ?? "";

/** The paths of a call that takes names. */
export const pathsOf = ({ args }: SystemCall): string[] =>
  [...args.matchAll(/"(\/[^"]*)"/g)].map(([, path]) => path ?? "");

/** Whether a call sends something to a peer. */
export const isSent = (call: SystemCall): boolean =>
  /^(?:write|writev|sendto|sendmsg)$/.test(call.name) && /^(?:socket|TCP)/.test(fileOf(call));

/** A new name in a folder: by a creation, a rename or a link; also of a folder. */
export interface NewName {
  readonly path: string;
  /** The old name, after a rename. */
  readonly from: string | undefined;
  readonly call: SystemCall;
}

/** All new names below `folder`. */
export const newNames = (calls: readonly SystemCall[], folder: string): NewName[] =>
  calls
    .flatMap((call): NewName[] => {
      const paths = pathsOf(call);
      const [path] = paths;
      if (path === undefined) return [];
      if (call.name.startsWith("rename")) {
        const [from, to] = paths;
        assert(to !== undefined, `a rename has two names: ${call.args}`);
        return [{ path: to, from, call }];
      }
      if (call.name.startsWith("link")) return [{ path: paths[1] ?? "", from: undefined, call }];
      const creates = call.name.startsWith("mkdir") || call.args.includes("O_CREAT");
      return creates ? [{ path, from: undefined, call }] : [];
    })
    .filter(({ path }) => path.startsWith(`${folder}/`));

/** When a sync of the name's folder, begun after it, had ended; undefined without one. */
export const namedDurably = (
  calls: readonly SystemCall[],
  { path, call }: NewName,
): number | undefined =>
  calls.find(
    (each) => each.name === "fsync" && fileOf(each) === dirname(path) && each.began > call.ended,
  )?.ended;

/** Whether everything written to a file before a call was also synced before it. */
export const syncedWhole = (
  calls: readonly SystemCall[],
  path: string,
  before: SystemCall,
): boolean => {
  const of = calls.filter((call) => fileOf(call) === path && call.ended < before.began);
  const synced = of.findLast(({ name }) => name.endsWith("sync"));
  const written = of.findLast(({ name }) => name.includes("write"));
  return written === undefined || (synced !== undefined && written.ended < synced.began);
};
