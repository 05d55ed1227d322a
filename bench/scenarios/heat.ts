import { demoPlan } from "../../test/samples/index.ts";
import { floorHeat } from "../../src/model/heat/floor-heat.ts";
import { heatMapOf, solve } from "../../src/model/heat/heat-map.ts";
import type { Figure } from "../bench-run.ts";
import { atMost } from "../report/report.ts";
import { compare } from "../report/statistics.ts";

/** A state for each thermometer of the plan; of the doors with a contact every second is shut. */
const states = (entity: string): { state: string; attributes: Record<string, string> } => {
  const number = Number(/\d+$/.exec(entity)?.[0] ?? 0) + entity.length;
  return /temperature/.test(entity)
    ? {
        state: String(19 + ((number * 7919) % 50) / 10),
        attributes: { device_class: "temperature", unit_of_measurement: "°C" },
      }
    : { state: number % 2 === 0 ? "on" : "off", attributes: {} };
};

/** Milliseconds of the processor that something takes, so that a busy machine does not count. */
const timeOf = (work: () => unknown): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

/** Sweeps over so many cells: each becomes the mean of its four neighbours, and nothing else is done. */
const bareSweeps = (many: number, columns: number, sweeps: number): number => {
  const values = Float64Array.from({ length: many }, (_, cell) => cell % 7);
  for (let sweep = 0; sweep < sweeps; sweep += 1)
    for (let colour = 0; colour < 2; colour += 1)
      for (let cell = columns + colour; cell < many - columns; cell += 2)
        values[cell] =
          ((values[cell + 1] ?? 0) +
            (values[cell - 1] ?? 0) +
            (values[cell + columns] ?? 0) +
            (values[cell - columns] ?? 0)) /
          4;
  return values[columns] ?? 0;
};

/** The heat map of the plan of 920 kB, by the function that its worker runs. */
export const heatFigure: Figure = (run) => {
  const { levels, rooms, openings, sensors } = demoPlan("office");
  const plan = { levels, rooms, openings, sensors };
  const request = floorHeat(plan, undefined, states, "temperature")?.request;
  const solution = request && solve(request);
  if (request === undefined || solution === undefined)
    throw new Error("the plan has no thermometer in a room");
  const { cells, sweeps } = solution;
  // A worker that follows a house has made a map before.
  for (let warm = 0; warm < 3; warm += 1) heatMapOf(request);
  const maps: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < run.rounds(30); round += 1) {
    maps.push(timeOf(() => heatMapOf(request)));
    bare.push(timeOf(() => bareSweeps(cells.room.length, cells.columns, sweeps)));
  }
  return Promise.resolve([
    {
      figure: "heat",
      name: "a map of the office, CPU time; baseline: its sweeps over as many cells",
      unit: "ms",
      ...compare(maps, bare),
      target: atMost(100),
    },
  ]);
};
