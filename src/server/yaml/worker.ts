import { parentPort } from "node:worker_threads";
import { nameSourcesInStacks } from "../paths.ts";
import { dumpYaml } from "./dump.ts";
import type { YamlReply, YamlRequest } from "./types.ts";
import { parseYaml } from "./parse.ts";

nameSourcesInStacks();

const reply = (message: YamlReply): void => parentPort?.postMessage(message, []);

parentPort?.on("message", (request: YamlRequest) => {
  reply(
    request.kind === "parse"
      ? { kind: "parsed", result: parseYaml(request.text, request.limits) }
      : { kind: "dumped", result: dumpYaml(request.json, request.limits) },
  );
});
reply({ kind: "ready" });
