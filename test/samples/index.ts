import { flatPlan } from "../../src/model/demo/flat.ts";
import { housePlan } from "./house.ts";
import { officePlan } from "./office.ts";
import type { DemoPlan } from "../../src/model/demo/demo-plan.ts";

/**
 * The sizes of sample plans, by their compact JSON: `flat` has 5 rooms and about 6 kB, `house` 20
 * rooms, 540 items and about 92 kB, `office` 100 rooms, 5,400 items and about 920 kB.
 */
export type DemoSize = "flat" | "house" | "office";

/** All sizes, from the smallest to the largest. */
export const demoSizes: readonly DemoSize[] = ["flat", "house", "office"];

const makers: Readonly<Record<DemoSize, () => DemoPlan>> = {
  flat: flatPlan,
  house: housePlan,
  office: officePlan,
};

/**
 * The sample plan of a size: always the same content, each time a new object that belongs to the
 * caller. It has no `rev`, as only a stored plan has one.
 */
// Made on demand and not kept: a plan that callers share could be changed by one of them.
export const demoPlan = (size: DemoSize): DemoPlan => makers[size]();
