import { networkInterfaces } from "node:os";
import { resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import { startHomes } from "../homes/homes-service.ts";
import type { ExitCode } from "./cli-command.ts";
import {
  addressForPeople,
  type Served,
  standardOutput,
  startSupervised,
} from "./service-process.ts";
import { NonBlockingOutput } from "./steady-output.ts";

/** Threads for the disk: homes sync their logs beside one another, and disks do several such writes at once. */
const diskThreads = "16";

/**
 * By how many percent the heap grows until it is collected. V8 lets a large heap grow to several times what is in use:
 * what homes leave behind as they wake would take more memory than the homes themselves.
 */
const heapGrowthPercent = 60;

/** Serves many homes until a signal. */
export const serveHomes = async (served: Served): Promise<ExitCode> => {
  setFlagsFromString(`--heap-growing-percent=${heapGrowthPercent}`);
  // Read when the first thread is needed.
  process.env["UV_THREADPOOL_SIZE"] ??= diskThreads;
  const { config, limits, log } = served;
  const addressOf = (url: string): string =>
    addressForPeople(url, config.addresses, networkInterfaces());
  const begun = await startSupervised(served, (given) =>
    startHomes(config, { log, limits, ...given }, addressOf),
  );
  if (begun === undefined) return 1;
  const { service, systemd, stopped } = begun;
  const { url } = service.listening;
  const address = addressOf(url);
  const output = new NonBlockingOutput(standardOutput);
  const out = (line: string): void => output.write(`${line}\n`);
  out(`floorplan listens at ${url}`);
  if (address !== url) out(`  opened at ${address}`);
  out(`  data      ${resolve(config.data)}`);
  const also = config.homeHosts === "" ? "" : ` and at ${config.homeHosts.replace("*", "HOME")}`;
  out(`  homes     ${service.homes()}, each below ${address}/h/HOME/${also}`);
  const { firstToken, firstTokenFile } = service.first;
  if (firstTokenFile !== undefined) {
    out("");
    out("A token of the provider is in this file until it has been used:");
    out(`  ${resolve(firstTokenFile)}`);
  } else if (firstToken !== undefined) {
    out("");
    out("Token of the provider, shown only once:");
    out(`  ${firstToken}`);
    out("");
    out("It creates homes, as in another terminal:");
    out(`  export FLOORPLAN_URL=${address} FLOORPLAN_TOKEN=${firstToken}`);
    out("  floorplan homes create");
  }
  systemd.ready(() => ({ kind: "ready" }));
  await stopped;
  await Promise.all([systemd.stopping(), service.stop()]);
  return 0;
};
