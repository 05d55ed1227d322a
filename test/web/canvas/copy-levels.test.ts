import assert from "node:assert/strict";
import { test } from "node:test";
import { newId, type PlanData } from "../../../src/model/elements/entities.ts";
import { levelOf, levelsOf } from "../../../src/model/elements/levels.ts";
import { roomsOf } from "../../../src/model/elements/rooms.ts";
import { textIn } from "../../../src/model/json.ts";
import { addRoom, rectangle } from "../../../src/model/editing/add-remove.ts";
import { addLevel } from "../../../src/model/editing/levels.ts";
import { bounded } from "../../support/timeouts.ts";
import { FakeService, type Line } from "../store/fake-service.ts";
import { saveAll } from "../store/two-item-plan.ts";

/** Adds a floor as the editor does, and draws a room on it. */
const addFloor = ({ session }: Line, name: string, room: string): void => {
  const { id } = addLevel(session.state.plan, name, "Ground floor");
  session.edit({ action: "addLevel" }, (plan) => addLevel(plan, name, "Ground floor", id).plan);
  const drawn = { id: newId(session.state.plan, "rooms"), name: room };
  session.edit({ action: "draw" }, (plan) =>
    addRoom(plan, id, { ...drawn, corners: rectangle([0, 0], [4, 3]) }),
  );
};

/** Each floor with the names of its rooms. */
const roomsByFloor = (plan: PlanData): ReadonlyMap<string, readonly (string | undefined)[]> =>
  new Map(
    levelsOf(plan).map(({ id, name }) => {
      const here = roomsOf(plan).filter(({ entity }) => levelOf(plan, entity.data) === id);
      return [name, here.map(({ entity }) => textIn(entity.data["name"]))] as const;
    }),
  );

const hall = { id: "hall", name: "Hall", points: rectangle([0, 0], [4, 3]) };

for (const [what, start] of [
  ["a plan with floors", { levels: [{ id: "low", name: "Ground floor" }], rooms: [hall] }],
  ["a plan without any", { rooms: [hall] }],
] as const)
  test(
    `COPY-1: two people who add a floor to ${what} at once have added two, each with its name and rooms`,
    bounded,
    async () => {
      const service = new FakeService(start);
      const [one, other] = [service.open(), service.open()];
      await service.settle();
      addFloor(one, "First floor", "Study");
      addFloor(other, "Cellar", "Workshop");
      await saveAll(service, one);
      await saveAll(service, other);
      for (const { session } of [one, other]) {
        assert.deepEqual(session.state.conflicts, []);
        assert.deepEqual(
          roomsByFloor(session.state.plan),
          new Map([
            ["Ground floor", ["Hall"]],
            ["Cellar", ["Workshop"]],
            ["First floor", ["Study"]],
          ]),
        );
      }
    },
  );
