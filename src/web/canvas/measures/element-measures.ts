import { kinds } from "../../../model/kinds/kinds.ts";
import { findRef, refOf } from "../../../model/elements/entities.ts";
import { roomsOf } from "../../../model/elements/rooms.ts";
import type { Measure, ToolContext } from "../tools/tool.ts";
import { itemMeasures } from "../../editor/measures/item-measures.ts";
import { openingMeasures } from "../../editor/measures/opening-measures.ts";
import { roomMeasures } from "../../editor/measures/room-measures.ts";

/** The lengths of the one thing that is selected. */
export const selectedMeasures = (context: ToolContext): readonly Measure[] => {
  const { session, view } = context;
  const { plan } = session.state;
  const [only = "", ...others] = view.state.selection;
  const entity =
    others.length > 0 || view.state.tool !== "select" ? undefined : findRef(plan, only);
  if (entity === undefined) return [];
  switch (kinds[entity.collection].place) {
    case "polygon": {
      const room = roomsOf(plan).find((each) => refOf(each.entity) === refOf(entity));
      return room === undefined ? [] : roomMeasures(context, room);
    }
    case "wall":
      return openingMeasures(context, entity);
    case "point":
      return itemMeasures(context, entity);
    case "line":
      return [];
  }
};
