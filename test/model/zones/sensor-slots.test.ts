import assert from "node:assert/strict";
import { test } from "node:test";
import { isSlotOf, slotsIn } from "../../../src/model/zones/sensor/sensor-slots.ts";

const corners = (names: readonly string[], device: string): readonly string[] =>
  names.map((name) => `number.${device}_${name}`);

test("ZONE-32: the zones that a device has are found by the names of its entities", () => {
  const lite = [
    ...["begin_x", "begin_y", "end_x", "end_y"].flatMap((each) =>
      corners([`zone_1_${each}`, `occupancy_mask_2_${each}`, `entry_zone_1_${each}`], "lite_5b92"),
    ),
    // One of its numbers is disabled.
    ...corners(["zone_2_begin_x", "zone_2_begin_y", "zone_2_end_x"], "lite_5b92"),
    "text.lite_5b92_polygon_zone_1",
    "text.lite_5b92_polygon_exclusion_1",
    "text.lite_5b92_polygon_entry_1",
    "switch.lite_5b92_polygon_zones",
    "sensor.lite_5b92_target_1_x",
  ];
  assert.deepEqual(
    slotsIn(lite).map(({ id, fields }) => [id, fields]),
    [
      [
        "zone 1 polygon",
        { text: "text.lite_5b92_polygon_zone_1", switch: "switch.lite_5b92_polygon_zones" },
      ],
      [
        "exclusion 1 polygon",
        { text: "text.lite_5b92_polygon_exclusion_1", switch: "switch.lite_5b92_polygon_zones" },
      ],
      [
        "zone 1 rectangle",
        {
          x1: "number.lite_5b92_zone_1_begin_x",
          y1: "number.lite_5b92_zone_1_begin_y",
          x2: "number.lite_5b92_zone_1_end_x",
          y2: "number.lite_5b92_zone_1_end_y",
        },
      ],
      [
        "exclusion 2 rectangle",
        {
          x1: "number.lite_5b92_occupancy_mask_2_begin_x",
          y1: "number.lite_5b92_occupancy_mask_2_begin_y",
          x2: "number.lite_5b92_occupancy_mask_2_end_x",
          y2: "number.lite_5b92_occupancy_mask_2_end_y",
        },
      ],
    ],
  );
  const radar = [
    ...corners(["zone_3_x1", "zone_3_y1", "zone_3_x2", "zone_3_y2"], "radar"),
    "select.radar_zone_type",
  ];
  const [slot, ...more] = slotsIn(radar);
  assert.deepEqual(
    [slot?.id, slot?.fields["type"], more],
    ["zone 3 rectangle", "select.radar_zone_type", []],
  );
  assert(slot !== undefined && isSlotOf(slot, { ...slot.fields, tracker: "radar" }), "it is this");
  assert(!isSlotOf(slot, { ...slot.fields, x1: "number.other" }), "it is another");
});

test("ZONE-32: what could be of two devices is not guessed", () => {
  const zone = ["zone_1_x1", "zone_1_y1", "zone_1_x2", "zone_1_y2"];
  const two = [...corners(zone, "a"), ...corners(zone, "b"), "select.a_zone_type"];
  assert.deepEqual(slotsIn(two), []);
});
