import { collections } from "../kinds/kinds.ts";
import { entitiesOf, findEntity, type PlanData, type Ref, refOf } from "../elements/entities.ts";
import { type JsonObject, textIn, withField } from "../json.ts";
import { layeredLists } from "../elements/layers.ts";
import { updateElements } from "./change.ts";
import { changeListed } from "./listed.ts";

/** The drawn elements that name a layer. */
export const elementsIn = (plan: PlanData, layer: string): readonly Ref[] =>
  collections.flatMap((list) =>
    entitiesOf(plan, list)
      .filter(({ data }) => textIn(data["layer_id"]) === layer)
      .map(refOf),
  );

/** Puts those of the elements into a layer that can be in one; undefined takes them out of all. */
export const putIntoLayer = (
  plan: PlanData,
  refs: Iterable<Ref>,
  layer: string | undefined,
): PlanData =>
  updateElements(
    plan,
    new Map(
      [...refs]
        .filter((ref) => layeredLists.some((list) => ref.startsWith(`${list}/`)))
        .map((ref) => [ref, (data: JsonObject) => withField(data, "layer_id", layer)]),
    ),
  );

/** Deletes a layer, and takes out of it what names it. */
export const removeLayer = (plan: PlanData, key: string): PlanData => {
  const id = textIn(findEntity(plan, "layers", key)?.data["id"]);
  const without = changeListed(plan, "layers", key, () => undefined);
  if (id === undefined) return without;
  const emptied = putIntoLayer(without, elementsIn(without, id), undefined);
  return entitiesOf(emptied, "trackers").reduce(
    (made, tracker) =>
      changeListed(made, "trackers", tracker.key, (data) =>
        textIn(data["layer_id"]) === id ? withField(data, "layer_id", undefined) : data,
      ),
    emptied,
  );
};
