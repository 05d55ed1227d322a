import { roomIdOf } from "../../../src/model/kinds/opening.ts";
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { entitiesOf, type PlanData } from "../../../src/model/elements/entities.ts";
import { findRoom, roomsOf } from "../../../src/model/elements/rooms.ts";
import { foldedArea, sharedArea } from "../../../src/model/geometry/overlap.ts";
import { isInside, signedArea } from "../../../src/model/geometry/polygon.ts";
import type { Point } from "../../../src/model/geometry/vector.ts";
import { choicesIn, type Conflict } from "../../../src/model/merge/conflict.ts";
import { merge, type Merged } from "../../../src/model/merge/merge.ts";
import { randomCases } from "../../campaign/scale.ts";
import { seededRandom } from "../../support/random.ts";
import { allAnswers, answered, drag, someHouse } from "./room-plans.ts";
import { sorted } from "./plan-facts.ts";

interface Round extends Merged {
  readonly base: PlanData;
  readonly mine: PlanData;
  readonly theirs: PlanData;
  readonly name: string;
}

/** Merges of what two people dragged in houses of adjoining rooms. */
function* rounds(t: TestContext): Generator<Round> {
  const random = seededRandom(t);
  for (let round = 0; round < randomCases(30, 4000); round += 1) {
    const base = someHouse(random);
    const dragged = (): PlanData =>
      Array.from({ length: 1 + random.below(3) }).reduce<PlanData>(
        (plan) => drag(random, plan),
        base,
      );
    const [mine, theirs] = [dragged(), dragged()];
    yield { base, mine, theirs, ...merge(base, mine, theirs), name: `round ${round}` };
  }
}

/** Square metres that two rooms share; none where one is missing. */
const shared = (plan: PlanData, one: string | undefined, other: string | undefined): number =>
  sharedArea(findRoom(plan, one)?.corners ?? [], findRoom(plan, other)?.corners ?? []) ?? NaN;

/** The rooms that overlap more than in any of the sides, in words. */
const newOverlaps = (plan: PlanData, sides: readonly PlanData[]): readonly string[] => {
  const ids = roomsOf(plan).map(({ id }) => id);
  return ids.flatMap((one, at) =>
    ids.slice(0, at).flatMap((other) => {
      const is = shared(plan, one, other);
      const had = sides.map((side) => shared(side, one, other));
      const isNew = is > Math.max(...had) + 0.011;
      return isNew ? [`${one} and ${other}: ${is} m² instead of ${had.join(", ")}`] : [];
    }),
  );
};

/** The rooms that openings and labels name and that are not there. */
const missingRooms = (
  plan: PlanData,
  conflicts: readonly Conflict[],
): readonly (string | undefined)[] => {
  const disputed = new Set(conflicts.map(({ id }) => id));
  const openings = entitiesOf(plan, "openings").filter(
    ({ key }) => !disputed.has(`openings/${key}`),
  );
  const named = openings.map(({ data }) => roomIdOf(data));
  const labelled = Object.keys(Object(plan["labels"]));
  return [...named, ...labelled].filter((id) => findRoom(plan, id) === undefined);
};

test("MERGE-15, MERGE-16: whatever is answered, no rooms overlap that overlap on no side", (t) => {
  let [peaceful, joint] = [0, 0];
  for (const { base, mine, theirs, plan, conflicts, name } of rounds(t)) {
    const choices = choicesIn(conflicts);
    if (choices.length === 0) peaceful += 1;
    if (choices.some(({ length }) => length > 1)) joint += 1;
    for (const sides of allAnswers(Math.min(choices.length, 5))) {
      const chosen = answered(plan, conflicts, theirs, sides);
      const answer = `${name}: ${sides.join()}`;
      assert.deepEqual(newOverlaps(chosen, [base, mine, theirs]), [], answer);
      assert.deepEqual(missingRooms(chosen, conflicts), [], answer);
    }
  }
  assert(
    peaceful > 0 && joint > 0,
    "some merges are peaceful, and some a choice about several rooms",
  );
});

/** The rooms of each choice. */
const roomsToChoose = (conflicts: readonly Conflict[]): readonly string[] =>
  choicesIn(conflicts.filter(({ subject }) => subject === "rooms"))
    .map((choice) =>
      choice
        .map(({ key }) => key)
        .toSorted()
        .join(),
    )
    .toSorted();

test("MERGE-12, MERGE-14: of moved walls, either side's merge has the same, and merging again changes nothing", (t) => {
  for (const { base, mine, theirs, plan, conflicts, name } of rounds(t)) {
    const mirror = merge(base, theirs, mine);
    assert.deepEqual(roomsToChoose(mirror.conflicts), roomsToChoose(conflicts), name);
    if (conflicts.length > 0 || mirror.conflicts.length > 0) continue;
    assert.deepEqual(sorted(mirror.plan), sorted(plan), name);
    const again = merge(base, plan, theirs);
    assert.deepEqual([again.conflicts, sorted(again.plan)], [[], sorted(plan)], name);
  }
});

test("MERGE-16: the area that two outlines share is that of the points in both", (t) => {
  const random = seededRandom(t);
  /** A star around a place: no wall of it crosses another. */
  const star = (x: number, z: number): readonly Point[] => {
    const length = 3 + random.below(5);
    return Array.from({ length }, (_, at): Point => {
      const [angle, far] = [(at / length) * 2 * Math.PI, 0.5 + random.below(20) / 10];
      return [x + Math.cos(angle) * far, z + Math.sin(angle) * far];
    });
  };
  for (let round = 0; round < randomCases(6, 300); round += 1) {
    const [one, other] = [star(0, 0), star(random.below(20) / 10, random.below(20) / 10)];
    const step = 0.03;
    let count = 0;
    for (let x = -3; x < 6; x += step)
      for (let z = -3; z < 6; z += step)
        if (isInside([x, z], one) && isInside([x, z], other)) count += 1;
    const found = sharedArea(one, random.below(2) === 0 ? other : other.toReversed()) ?? NaN;
    assert(Math.abs(found - count * step * step) < 0.1, `round ${round}: ${found}`);
    const area = Math.abs(signedArea(one)) / 2;
    const isNear = (square: number | undefined, metres: number): boolean =>
      Math.abs((square ?? NaN) - metres) < 1e-9;
    assert(isNear(sharedArea(one, one), area), `round ${round}: with itself`);
    assert(isNear(foldedArea(one, one), 0), `round ${round}: it runs round once`);
    assert(isNear(foldedArea(one.toReversed(), one), 2 * area), `round ${round}: inside out`);
  }
});
