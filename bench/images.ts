import * as t from "io-ts";
import type { Figure } from "./bench-run.ts";
import { comparedRow } from "./report.ts";
import { compare } from "./statistics.ts";

const bytes = 15 * 1024 * 1024;
const ports = t.type({ sink: t.number, files: t.number });

/** Uploads and downloads of the largest image. */
export const imagesFigure: Figure = async (run) => {
  const { program, token } = await run.serve();
  const floor = run.child("floor-image.ts");
  const { sink, files } = await floor.ask({ folder: await run.folder() }, ports);
  const load = run.child("load-images.ts");
  const service = `http://127.0.0.1:${program.port}`;
  const upload = { do: "upload", url: `${service}/api/floorplan/background`, token, bytes };
  const served = { do: "fetch", url: `${service}/local/floorplan/bg_0.png` };
  const asks = [
    upload,
    { do: "send", port: sink, bytes },
    served,
    { do: "fetch", url: `http://127.0.0.1:${files}/` },
  ];
  const took = asks.map((): number[] => []);
  for (let round = -1; round < run.rounds(15); round += 1)
    for (const [position, ask] of asks.entries()) {
      const ms = await load.ask(ask, t.number);
      if (round >= 0) took[position]?.push(ms);
    }
  const [uploads = [], sends = [], serves = [], bare = []] = took;
  return [
    comparedRow("images", "upload of 15 MiB", "ms", compare(uploads, sends)),
    comparedRow("images", "serving of 15 MiB", "ms", compare(serves, bare)),
  ];
};
