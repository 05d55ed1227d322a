import assert from "node:assert/strict";
import { test } from "node:test";
import { fuse, fusedPositions, noFusion } from "../../../../src/model/trackers/fusion/fuse.ts";
import type { Point } from "../../../../src/model/geometry/vector.ts";
import { scaled } from "../../../campaign/scale.ts";
import { randomOf } from "../../../support/random.ts";
import { floor, Numbers, radars, reportOf, Score, sees, Walker } from "./simulated-home.ts";

const step = 0.1;
/** Reports of each radar: five a second, each at its own time. */
const every = 2;
/** Seconds before anything is compared. */
const begins = 5;

test("POS-30: three radars with 15 cm of noise and a fifth of drop-outs follow three people to 25 cm, and swap at most one an hour", (t) => {
  // The figures are those of this home; others are alike.
  const random = randomOf(1);
  const seconds = scaled(120, 3600);
  const people = [0, 1, 2].map((each) => new Walker(random, [1 + each, 1 + each]));
  const numbers = new Map(radars.map(({ id }) => [id, new Numbers()]));
  const floors = (): typeof floor => floor;
  const fused = new Score();
  const single = new Map(radars.map(({ id }) => [id, new Score()]));
  const believed = new Map(radars.map(({ id }) => [id, new Map<string, Point>()]));
  let fusion = noFusion;
  for (let tick = 0; tick * step < seconds; tick += 1) {
    const now = tick * step;
    if (tick % 10 === 0)
      for (const person of people)
        person.look(
          now,
          people.filter((other) => other !== person),
        );
    const places = people.map((person) => person.placeAt(now));
    const due = radars.filter((_, at) => (tick + at) % every === 0);
    const seen = due.flatMap((radar) => {
      const report = reportOf(radar, numbers.get(radar.id) ?? new Numbers(), {
        floor,
        people: places,
        random,
        at: now,
      });
      const targets = believed.get(radar.id);
      targets?.clear();
      for (const { target, place } of report) targets?.set(target, place);
      return report;
    });
    fusion = fuse(fusion, seen, floors, now);
    if (now < begins) continue;
    const everybody = new Map(places.entries());
    fused.add(
      everybody,
      fusedPositions(fusion, floors, now).map(({ id, place }) => [id, place]),
    );
    for (const radar of due) {
      const inView = new Map([...everybody].filter(([, place]) => sees(floor, radar, place)));
      single.get(radar.id)?.add(inView, [...(believed.get(radar.id) ?? [])]);
    }
  }
  const words = ({ errorCm, switches, missed }: Score): string =>
    `${errorCm.toFixed(1)} cm, ${switches} switches, ${missed} times missed`;
  const best = [...single].toSorted(([, one], [, other]) => one.switches - other.switches)[0];
  assert(best, "a radar");
  t.diagnostic(`${seconds / 60} min, fused: ${words(fused)}, ${fused.surplus} times one too many`);
  t.diagnostic(`the best radar of those that each sees, ${best[0]}: ${words(best[1])}`);
  assert(fused.errorCm < 25, `${fused.errorCm} cm`);
  assert(fused.switches <= 1, `${fused.switches} switches`);
  // A tenth of a percent of the looks at the three of them.
  const few = (3 * (seconds - begins)) / step / 1000;
  assert(fused.missed <= few, `${fused.missed} times missed`);
  assert(fused.surplus <= few, `${fused.surplus} times one too many`);
});
