import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BenchRun, Served } from "../bench-run.ts";
import { type Child, portCodec } from "./child.ts";

/** A service on a stand-in for Home Assistant. */
export interface ServedHome extends Served {
  readonly homeAssistant: Child;
}

/** Starts a stand-in for Home Assistant with so many entities, and lamps that are on, and a service on it. */
export const serveHome = async (
  run: BenchRun,
  house: { readonly entities: number; readonly lamps?: readonly string[] },
): Promise<ServedHome> => {
  const homeAssistant = run.server("baselines/home-assistant.ts");
  const { port } = await homeAssistant.ask({ do: "listen", ...house }, portCodec);
  const file = join(await run.folder(), "token");
  await writeFile(file, "bench\n", { mode: 0o600 });
  const address = `http://127.0.0.1:${port}`;
  const args = ["--home-assistant", address, "--home-assistant-token-file", file];
  return { homeAssistant, ...(await run.serve(args)) };
};
