import * as t from "io-ts";
import { isLeft } from "fp-ts/lib/Either.js";
import type { BenchRun, Figure } from "../bench-run.ts";
import { atMost, comparedRow, type Row } from "../report/report.ts";
import { compare, type Comparison, median } from "../report/statistics.ts";
import { defaultImportLimits } from "../../src/model/import/refusal.ts";
import { importing } from "../../src/web/i18n/en/import.ts";
import { readFiles } from "../../src/model/import/read-files.ts";
import { largeHome } from "../../test/model/import/large-home.ts";
import { largeHouseplan } from "../../test/model/import/large-houseplan.ts";

const bytes = 15 * 1024 * 1024;
const ports = t.type({ sink: t.number, files: t.number });

/** Uploads and downloads of the largest image. */
export const imagesFigure: Figure = async (run) => {
  const { program, token } = await run.serve();
  const baseline = run.server("baselines/bare-server.ts");
  const { sink, files } = await baseline.ask({ do: "image", folder: await run.folder() }, ports);
  const load = run.child("load/requests.ts");
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
    const baselines: number[] = [];
    for (let round = -1; round < run.rounds(15); round += 1) {
      const [ms, baselineMs] = await run.inTurns(
        () => load.ask(measured, t.number),
        () => load.ask(least, t.number),
      );
      if (round < 0) continue;
      took.push(ms);
      baselines.push(baselineMs);
    }
    return compare(took, baselines);
  };
  return [
    comparedRow("images", "upload of 15 MiB", "ms", await against(upload, send)),
    comparedRow("images", "download of 15 MiB", "ms", await against(served, bare)),
  ];
};

/** Rooms of the imported house. */
const rooms = 20;

const measure = async (
  run: BenchRun,
  name: string,
  files: Parameters<typeof readFiles>[0],
): Promise<Row> => {
  const took: number[] = [];
  for (let round = run.rounds(20); round > 0; round -= 1) {
    const started = performance.now();
    const reading = await readFiles(files, defaultImportLimits, importing.names);
    took.push(performance.now() - started);
    if (isLeft(reading)) throw new Error(`${name} is refused: ${reading.left.why}`);
  }
  return {
    figure: "import",
    name: `${name}, a house with ${rooms} rooms`,
    unit: "ms",
    value: median(took),
    range: [Math.min(...took), Math.max(...took)],
    target: atMost(2000),
  };
};

/** How long importing another system's files takes. */
export const importFigure: Figure = async (run) => [
  await measure(run, "Sweet Home 3D", [largeHome(rooms)]),
  await measure(run, "House Plan", [largeHouseplan(rooms)]),
];
