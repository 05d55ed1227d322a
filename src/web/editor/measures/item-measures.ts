import { right } from "fp-ts/lib/Either.js";
import { type Entity, refOf } from "../../../model/elements/entities.ts";
import { levelFieldFor } from "../../../model/elements/levels.ts";
import { distance, times } from "../../../model/geometry/vector.ts";
import type { Ghost } from "../../renderer/draw-plan.ts";
import { distancesOf, stepOf } from "../../../model/editing/distances.ts";
import { moveBy } from "../../../model/editing/transform.ts";
import type { Measure, ToolContext } from "../../canvas/tools/tool.ts";
import { applyTypedLength } from "./edited.ts";

/** How far what stands at a point is from what is beside it, each distance to be typed: it moves as a whole. */
export const itemMeasures = (context: ToolContext, item: Entity): readonly Measure[] => {
  const { session, view, texts } = context;
  const found = distancesOf(session.state.plan, item, view.state.measures);
  return [...found].map(([way, { from, to }]): Measure => {
    const take = applyTypedLength(context, "move", refOf(item), (plan, named, metres) =>
      right(moveBy(plan, [named], times(stepOf[way], distance(from, to) - metres))),
    );
    return {
      from,
      to,
      isLine: true,
      entry: { name: way, label: texts.measures.ways[way], take },
    };
  });
};

/** How far what a click would make is from what is beside it: the same, while nothing can be typed yet. */
export const ghostMeasures = (
  { session, view }: Pick<ToolContext, "session" | "view">,
  { list, data }: Ghost,
): readonly Measure[] => {
  const { plan } = session.state;
  const { level, measures: sort } = view.state;
  const there = { ...data, ...levelFieldFor(plan, level) };
  const item: Entity = { collection: list, key: "", index: -1, data: there };
  return [...distancesOf(plan, item, sort).values()].map(({ from, to }) => ({
    from,
    to,
    isLine: true,
  }));
};
