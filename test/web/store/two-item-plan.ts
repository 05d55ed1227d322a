import assert from "node:assert/strict";
import { findEntity, type PlanData } from "../../../src/model/elements/entities.ts";
import { isList, type Json } from "../../../src/model/json.ts";
import { FakeService, type Line } from "./fake-service.ts";

/** A plan with a sofa at x = 1 and a bed at x = 5. */
export const start: PlanData = {
  rooms: [{ id: "kitchen", name: "Kitchen" }],
  furniture: [
    { id: "sofa", type: "sofa", x: 1, z: 1 },
    { id: "bed", type: "bed", x: 5, z: 5 },
  ],
};

/** Sets a field of an item, its `x` unless another is named. */
export const move =
  (key: string, x: number, field = "x") =>
  (plan: PlanData): PlanData => {
    const furniture = plan["furniture"];
    const known = findEntity(plan, "furniture", key);
    assert(isList(furniture) && known !== undefined, key);
    return {
      ...plan,
      furniture: furniture.toSpliced(known.index, 1, { ...known.data, [field]: x }),
    };
  };

/** That field as a plan has it. */
export const placed = (plan: PlanData, key: string, field = "x"): Json | undefined =>
  findEntity(plan, "furniture", key)?.data[field];

export const moving = { action: "move" };

/** A service with that plan, and the lines of two people, or of one. */
export const opened = async (lines: number): Promise<readonly [FakeService, Line, Line]> => {
  const service = new FakeService(start);
  const first = service.open();
  const second = lines > 1 ? service.open() : first;
  await service.settle();
  return [service, first, second];
};

/** Saves, and lets everybody hear of it. */
export const saveAll = async (service: FakeService, line: Line): Promise<void> => {
  const saving = line.session.save();
  await service.settle();
  await saving;
};
