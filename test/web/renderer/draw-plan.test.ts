import assert from "node:assert/strict";
import { test } from "node:test";
import { collections } from "../../../src/model/kinds/kinds.ts";
import { drawPlan } from "../../../src/web/renderer/draw-plan.ts";
import { renderTemplate, type XmlElement } from "../../../src/web/renderer/export/svg-template.ts";
import { drawing as words } from "../../../src/web/i18n/en/kinds.ts";

const square = [
  [0, 0],
  [5, 0],
  [5, 5],
  [0, 5],
];

/** Fields whose values become colours, of an element or of a rule of it. */
const fields = ["color", "color_on", "tint", "label_color", "background"];

/** A plan whose elements have that colour in every such field, by themselves and by a rule. */
const painted = (colour: string, isByRule: boolean): Record<string, unknown> => {
  const colours = Object.fromEntries(fields.map((field) => [field, colour]));
  const given = isByRule ? { rules: [{ if: [], ...colours }] } : colours;
  const place = { x: 1, z: 1, from: [0, 0], to: [5, 0], points: square };
  const thing = {
    ...place,
    id: "hall",
    name: "Hall",
    room_id: "hall",
    edge: 0,
    offset: 2,
    width: 1,
  };
  const things = [
    { ...thing, type: "sofa", kind: "fan", entity: "light.a", text: "Hi", ...given },
    { ...thing, id: "lamp", type: "lamp_floor", kind: "generic", entity: "light.b", ...given },
  ];
  return Object.fromEntries(collections.map((list) => [list, things]));
};

/** The values of attributes in what is drawn of a plan in which everything is on. */
const valuesOf = (plan: object): readonly string[] => {
  const states = (): { state: string } => ({ state: "on" });
  const options = { level: undefined, language: "en", words, states };
  const sheet = drawPlan(JSON.parse(JSON.stringify(plan)), {
    ...options,
    interactive: "none",
    detail: "near",
  });
  const all = (nodes: readonly (XmlElement | string)[]): readonly string[] =>
    nodes.flatMap((node) =>
      typeof node === "string"
        ? []
        : [
            ...[...node.attributes.entries()]
              .filter(([name]) => name !== "data-ref")
              .map(([, value]) => value),
            ...all(node.children),
          ],
    );
  return all(renderTemplate(sheet));
};

test("DRAW-20: whatever stands where a plan has colours, nothing drawn of it names another place", () => {
  for (const isByRule of [false, true]) {
    const colour = "rgb(1 2 3 / 40%)";
    const many = valuesOf(painted(colour, isByRule)).filter((value) => value === colour).length;
    assert(many > 8, `${many} colours`);
    const hostile = valuesOf(painted("url(http://elsewhere.invalid/a.svg#a)", isByRule));
    assert.deepEqual(
      hostile.filter((value) => value.includes("elsewhere")),
      [],
    );
  }
});
