import assert from "node:assert/strict";
import { test } from "node:test";
import * as icons from "@mdi/js";
import { iconById } from "../../../src/model/bindings/icon-by-id.ts";

const expected = {
  "sensor.hall_temperature": "mdi:thermometer",
  "sensor.window_temperature": "mdi:thermometer",
  "binary_sensor.hall_motion_2": "mdi:motion-sensor",
  "sensor.constructor": "mdi:eye",
  "weather.home": "mdi:weather-partly-cloudy",
  "light.temperature": "mdi:lightbulb",
  "zone.home": undefined,
};

test("CARD-16: an entity's id suggests an icon by its domain, and of sensors by what they measure", () => {
  for (const [entity, icon] of Object.entries(expected)) {
    assert.equal(iconById(entity), icon, entity);
    const name = icon?.replaceAll(/(?:^mdi:|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
    assert(name === undefined || Object.hasOwn(icons, `mdi${name}`), icon);
  }
});
