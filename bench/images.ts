import * as t from "io-ts";
import type { Figure } from "./bench-run.ts";
import { comparedRow } from "./report.ts";
import { compare, type Comparison } from "./statistics.ts";

const bytes = 15 * 1024 * 1024;
const ports = t.type({ sink: t.number, files: t.number });

/** Uploads and downloads of the largest image. */
export const imagesFigure: Figure = async (run) => {
  const { program, token } = await run.serve();
  const floor = run.server("floor-image.ts");
  const { sink, files } = await floor.ask({ folder: await run.folder() }, ports);
  const load = run.child("load-images.ts");
  const service = `http://127.0.0.1:${program.port}`;
  const upload = { do: "upload", url: `${service}/api/floorplan/background`, token, bytes };
  const served = { do: "fetch", url: `${service}/local/floorplan/bg_0.png` };
  const send = { do: "send", port: sink, bytes };
  const bare = { do: "fetch", url: `http://127.0.0.1:${files}/` };
  const against = async (
    measured: Readonly<Record<string, unknown>>,
    least: Readonly<Record<string, unknown>>,
  ): Promise<Comparison> => {
    const took: number[] = [];
    const floors: number[] = [];
    for (let round = -1; round < run.rounds(15); round += 1) {
      const [ms, floorMs] = await run.inTurns(
        () => load.ask(measured, t.number),
        () => load.ask(least, t.number),
      );
      if (round < 0) continue;
      took.push(ms);
      floors.push(floorMs);
    }
    return compare(took, floors);
  };
  return [
    comparedRow("images", "upload of 15 MiB", "ms", await against(upload, send)),
    comparedRow("images", "serving of 15 MiB", "ms", await against(served, bare)),
  ];
};
