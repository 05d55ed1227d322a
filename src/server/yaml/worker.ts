import { readlinkSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { basename } from "node:path";
import { parentPort } from "node:worker_threads";
import { isLeft } from "fp-ts/lib/Either.js";
import { nameSourcesInStacks } from "../paths.ts";
import { dumpYaml } from "./dump.ts";
import type { YamlReply, YamlRequest } from "./types.ts";
import { yamlToJson } from "./parse.ts";

nameSourcesInStacks();

/**
 * Lowers the priority of this thread, so that the main thread need not wait for a core while jobs run. Linux alone has
 * priorities of threads; elsewhere the number would name a process.
 */
const giveWay = (): void => {
  if (process.platform !== "linux") return;
  try {
    const thread = Number(basename(readlinkSync("/proc/thread-self")));
    setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Without /proc, or where priorities are forbidden, jobs compete as any thread does.
    return;
  }
};

giveWay();

const reply = (message: YamlReply, given: readonly ArrayBuffer[] = []): void =>
  parentPort?.postMessage(message, given);

parentPort?.on("message", (request: YamlRequest) => {
  if (request.kind === "dump")
    return reply({ kind: "dumped", result: dumpYaml(request.json, request.limits) });
  const result = yamlToJson(request.text, request.limits);
  reply({ kind: "parsed", result }, isLeft(result) ? [] : [result.right.buffer]);
});
reply({ kind: "ready" });
