import assert from "node:assert/strict";
import { test } from "node:test";
import { isConditionMet } from "../../../src/model/bindings/rules.ts";
import { shownText } from "../../../src/web/renderer/element-look.ts";
import { displayWhileEditing, templateAsWritten } from "../../../src/web/canvas/draw-canvas.ts";
import { toolsOn } from "./tool-context.ts";

const shown = (text: string): string | undefined =>
  shownText(
    text,
    displayWhileEditing(toolsOn({}), undefined, { resting: { detail: "near", scale: 60 } }),
  )?.text;

test("EDIT-34: the editor draws a template as it is written, and other texts as ever", () => {
  assert.equal(shown("{{ now().hour }}"), "{{ now().hour }}");
  assert.equal(shown("Guests"), "Guests");
});

test("EDIT-34: a long template is shortened, and one of several lines is one", () => {
  const long = shown("{% if is_state('light.hall', 'on') %}\n  lit\n{% endif %}");
  assert.equal(long, "{% if is_state(…");
  assert.equal(shown("{{\n  1 +\n  2\n}}"), "{{ 1 + 2 }}");
});

test("EDIT-34: a template that is drawn as it is written lets no rule apply", () => {
  const known = { states: () => undefined, rendered: templateAsWritten };
  for (const template of ["true", "{{ true }}", "True"])
    assert.equal(isConditionMet({ template }, known), false);
});

test("CARD-16: without a house, the editor draws the icons that the ids of entities suggest, as the view does", () => {
  const { iconFor } = displayWhileEditing(toolsOn({}), undefined, {
    resting: { detail: "near", scale: 50 },
  });
  assert.equal(iconFor?.("sensor.hall_temperature", undefined), "mdi:thermometer");
  assert.equal(iconFor?.("weather.home", undefined), "mdi:weather-partly-cloudy");
});
