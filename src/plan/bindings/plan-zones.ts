import { noZones, type PlanZones } from "../../model/zones/zone-occupants.ts";
import { firstLevel } from "../../model/elements/levels.ts";
import type { Json } from "../../model/json.ts";
import { isZone, mostZones, zonesOf } from "../../model/zones/zone.ts";
import type { CooperativeTask } from "../raw-json/json-cursor.ts";
import type { PlanText } from "../text/plan-text.ts";
import { parsed } from "./tracker-reader.ts";

/** The first elements of a list of the plan; one of more bytes than `elementBytes` counts as none. */
function* elementsOf(
  text: PlanText,
  name: string,
  most: number,
  elementBytes: number,
): CooperativeTask<readonly Json[]> {
  const elements: Json[] = [];
  for (const chunk of text.member(name)?.list?.chunks ?? []) {
    yield;
    for (const element of chunk.elements())
      elements.push(element.length > elementBytes ? null : parsed(element.toString()));
    if (elements.length >= most) break;
  }
  return elements.slice(0, most);
}

/** The most floors among which the first is looked for; those without an id are none. */
const mostLevels = 100;

/** The zones of a plan. Elements that are none are left out; whoever edits the plan is told of them. */
export function* readZones(text: PlanText, elementBytes: number): CooperativeTask<PlanZones> {
  if (text.member("zones") === undefined) return noZones;
  const zones = yield* elementsOf(text, "zones", mostZones, elementBytes);
  const levels = yield* elementsOf(text, "levels", mostLevels, elementBytes);
  return { zones: zonesOf({ zones }).filter(isZone), firstLevel: firstLevel({ levels }) };
}
