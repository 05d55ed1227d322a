import { entitiesOf, findRef, type PlanData, type Ref } from "../../model/elements/entities.ts";
import { textIn } from "../../model/json.ts";
import { collections } from "../../model/kinds/kinds.ts";
import { type KnownStates, lookOf, statesInUse } from "../renderer/element-look.ts";
import { givesLight } from "../renderer/light/lamps.ts";
import { strengthOf } from "../renderer/light/glow.ts";
import {
  floorColour,
  lampLight,
  linearOf,
  linearOver,
  type LinearColour,
  materialColour,
} from "./colours.ts";
import type { PartLook } from "./merged-solids.ts";
import type { Part } from "../../model/solids/material.ts";
import type { Solid } from "../../model/solids/solid.ts";

/** Materials that take the colour that a plan gives to a piece of furniture. */
const painted: ReadonlySet<string> = new Set([
  "wood",
  "lacquer",
  "fabric",
  "cushion",
  "paint",
  "carpet",
  "plastic_white",
]);

/** Materials of lampshades, which the lamp within shines through. */
const shades: ReadonlySet<string> = new Set(["fabric", "linen", "paper", "glass"]);

/** The colours of what is on: of a device, and of a screen. */
const [on, screenOn] = ["#f2a01e", "#8fb8e8"];

const dull = (color: LinearColour): PartLook => ({ color, shine: 0 });

/** The looks of a house's parts by the states of their elements. */
export class PartLooks {
  #plan: PlanData = {};
  #known: KnownStates = {};
  /** What the look of each element came from. */
  #causes = new Map<Ref, readonly unknown[]>();

  /** Takes the plan and the states of now; returns the elements that were there before with other fields or states. */
  take(plan: PlanData, known: KnownStates): ReadonlySet<Ref> {
    const changed = new Set<Ref>();
    const causes = new Map<Ref, readonly unknown[]>();
    for (const list of collections)
      for (const { key, data } of entitiesOf(plan, list)) {
        const ref: Ref = `${list}/${key}`;
        const own = [data, ...statesInUse(list, data, known)];
        causes.set(ref, own);
        const before = this.#causes.get(ref);
        if (before === undefined) continue;
        if (before.length !== own.length || before.some((each, at) => each !== own[at]))
          changed.add(ref);
      }
    this.#plan = plan;
    this.#known = known;
    this.#causes = causes;
    return changed;
  }

  /** How a part looks now. */
  readonly of = (solid: Solid, { material }: Part): PartLook => {
    const element = solid.ref === undefined ? undefined : findRef(this.#plan, solid.ref);
    if (solid.role === "floor") {
      const bare = solid.floor === undefined ? materialColour(material) : floorColour(solid.floor);
      const own = textIn(element?.data["color"]);
      return dull((own === undefined ? undefined : linearOver(own, bare)) ?? bare);
    }
    const usual = materialColour(material);
    if (element === undefined || solid.role === "wall" || solid.role === "ceiling")
      return dull(usual);
    const look = lookOf(element.data, this.#known);
    if (look.isOn) {
      if (givesLight(element.data) && material === "light")
        return { color: linearOf(look.light ?? lampLight) ?? usual, shine: strengthOf(look) };
      if (givesLight(element.data) && shades.has(material))
        return { color: usual, shine: strengthOf(look) * 0.6 };
      if (material === "screen") return { color: linearOf(screenOn) ?? usual, shine: 0.8 };
      if (solid.role === "device")
        return { color: linearOf(look.color ?? on) ?? usual, shine: 0.5 };
    }
    const own = look.color === undefined ? undefined : linearOver(look.color, usual);
    return dull(
      own !== undefined && (painted.has(material) || solid.role === "device") ? own : usual,
    );
  };
}
