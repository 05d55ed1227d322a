import type { GivenFile } from "../../../src/model/import/import-result.ts";
import { jsonFile } from "./houseplan.ts";
import { pngOf } from "./png.ts";

/** A plan of two floors, with a field that nobody knows. */
export const ownPlan = (rev = 7) => ({
  rev,
  levels: [
    { id: "0", name: "Ground floor" },
    { id: "1", name: "Upper floor" },
  ],
  rooms: [
    {
      id: "hall",
      name: "Hall",
      level: "0",
      points: [
        [0, 0],
        [4, 0],
        [4, 3],
        [0, 3],
      ],
    },
  ],
  openings: [
    { id: "o1", room_id: "hall", edge: 0, offset: 2, width: 0.9, type: "door", contact: null },
  ],
  furniture: [{ id: "f1", type: "sofa", x: 1, z: 1, rotation: 90, level: "0" }],
  sensors: null,
  backgrounds: {
    "0": { url: "/local/fns_floorplan/bg_0.png?v=1700000000", left: 0, top: 0, width: 4 },
    "1": { url: "/local/fns_floorplan/bg_1.png?v=1700000001", opacity: 0.4 },
  },
  from_the_future: { kept: [1, null, "x"] },
});

/** FNS Floorplan's plan as Home Assistant's store has it. */
export const ownStorage = (plan: unknown = ownPlan()): GivenFile =>
  jsonFile(".storage/fns_floorplan", {
    version: 1,
    minor_version: 1,
    key: "fns_floorplan",
    data: plan,
  });

/** Its history. */
export const ownHistory = (entries?: unknown): GivenFile =>
  jsonFile(".storage/fns_floorplan.history", {
    version: 1,
    minor_version: 1,
    key: "fns_floorplan.history",
    data: entries ?? [
      { rev: 6, saved_at: "2026-01-02T10:00:00.500+00:00", plan: ownPlan(6) },
      { rev: 5, saved_at: "2026-01-01T10:00:00", plan: ownPlan(5) },
    ],
  });

/** The image of its ground floor, and one of a floor that is gone. */
export const ownImages = (): readonly GivenFile[] => [
  { name: "www/fns_floorplan/bg_0.png", bytes: pngOf(8, 6) },
  { name: "www/fns_floorplan/bg_9.png", bytes: pngOf(1, 1) },
];
