import { entitiesOf, entriesOf, type PlanData } from "../elements/entities.ts";
import { isObject, type JsonObject, textIn } from "../json.ts";
import { changeListed } from "./listed.ts";

/** Writes a floor into all trackers without one. */
export const withTrackersOn = (plan: PlanData, level: string): PlanData =>
  entitiesOf(plan, "trackers").reduce(
    (made, { key }) =>
      changeListed(made, "trackers", key, (tracker) =>
        textIn(tracker["level"]) === undefined ? { ...tracker, level } : tracker,
      ),
    plan,
  );

/** The floors that a tracker names: its own, and those of its maps. */
export const levelsOfTracker = (tracker: JsonObject): readonly string[] =>
  [tracker, ...Object.values(entriesOf(tracker["maps"]))].flatMap((each) =>
    isObject(each) ? (textIn(each["level"]) ?? []) : [],
  );
