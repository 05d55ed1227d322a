import type { Figure } from "./bench-run.ts";
import { broadcaster, type Delivery, saver, whole } from "./fanout.ts";
import { comparedRow, ratioAtMost } from "./report.ts";
import { compare } from "./statistics.ts";

const many = 300;
const megabytes = ({ bytes }: Delivery): number => bytes / 1_000_000;

/**
 * From an editor's send of 92 kB until the last of 300 subscribers has it, all of whom take compressed
 * messages, and the bytes that came to them; against a bare broadcast that is not compressed.
 */
export const compressedFigure: Figure = async (run) => {
  const { url, token } = await run.serve();
  const save = await saver(run, url, token, many, true);
  const broadcast = await broadcaster(run, many);
  const measured: Delivery[] = [];
  const broadcasts: Delivery[] = [];
  for (let round = -2; round < run.rounds(40); round += 1) {
    const [took, sent] = await run.inTurns(save, broadcast);
    if (round < 0) continue;
    measured.push(took);
    broadcasts.push(sent);
  }
  const name = `92 kB to ${many} subscribers`;
  const took = compare(measured.map(whole), broadcasts.map(whole));
  const sent = compare(measured.map(megabytes), broadcasts.map(megabytes));
  return [
    comparedRow("compressed", name, "ms", took, ratioAtMost(0.6)),
    comparedRow("compressed", `${name}, received`, "MB", sent, ratioAtMost(0.2)),
  ];
};
