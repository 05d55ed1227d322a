import { nothing, render, svg, type SVGTemplateResult } from "lit";
import { firstLevel, shownLevel } from "../../../model/elements/levels.ts";
import { interiorPoint } from "../../../model/geometry/polygon.ts";
import { closedPath } from "../../../model/geometry/svg-path.ts";
import { isZone, type Zone, zonesOf } from "../../../model/zones/zone.ts";
import { occupants } from "../../../model/zones/zone-occupants.ts";
import { translated } from "../../renderer/frame.ts";
import type { DrawnPlan } from "./moving-targets.ts";
import type { Position } from "./position.ts";

/** A zone, and the names of those who are in it. */
interface ShownZone {
  readonly zone: Zone;
  readonly who: readonly string[];
}

/** Whether something is known of anybody; where nothing is, nobody can say that a zone is empty. */
const isTold = (positions: ReadonlyMap<string, Position>): boolean =>
  [...positions.values()].some(({ changedAt }) => Number.isFinite(changedAt));

/** The zones of the shown floor with those who are in them; none as long as nothing is known of anybody. */
export const shownZones = (
  { plan, level, words }: DrawnPlan,
  positions: ReadonlyMap<string, Position>,
): readonly ShownZone[] => {
  if (!isTold(positions)) return [];
  const [first, shown] = [firstLevel(plan), shownLevel(plan, level)];
  const zones = zonesOf(plan)
    .filter(isZone)
    .filter((zone) => !zone.isExcluded && (zone.level ?? first) === shown);
  if (zones.length === 0) return [];
  const placed = [...positions.values()].filter((each) => each.state === "located");
  // Excluded zones of the floor are not drawn, but count.
  const there = occupants(zonesOf(plan).filter(isZone), placed, first);
  const nameOf = (id: string): string => {
    const position = positions.get(id);
    return position?.name ?? words.kinds[position?.kind ?? "target"];
  };
  return zones.map((zone) => ({ zone, who: (there.get(zone.id) ?? []).map(nameOf) }));
};

const drawZone = ({ zone, who }: ShownZone, words: DrawnPlan["words"]): SVGTemplateResult => {
  const { name, polygon } = zone;
  const many = who.length > 1 ? ` · ${who.length}` : "";
  return svg`<g class=${who.length === 0 ? "zone" : "zone taken"} role="img" aria-label=${words.inZone(name ?? words.zone, who)}><path d=${closedPath(polygon)}></path>${
    name === undefined
      ? nothing
      : svg`<g transform=${translated(interiorPoint(polygon))}><g class="upright"><g class="size"><text class="name">${name}${many}</text></g></g></g>`
  }</g>`;
};

/** Draws the zones of the shown floor of a plan, and who is in them. */
export class ZoneDrawing {
  readonly #container: SVGGElement;
  #on: DrawnPlan | undefined;
  #positions: ReadonlyMap<string, Position> = new Map();
  #shown: readonly ShownZone[] = [];
  /** Who is drawn in which zone, as a text: positions change far more often. Undefined if all has to be drawn. */
  #drawn: string | undefined;

  constructor(container: SVGGElement) {
    this.#container = container;
  }

  /** How many zones are drawn. */
  get count(): number {
    return this.#shown.length;
  }

  /** Draws the zones of this plan and floor from now on, with those of the positions who are in them. */
  show(on: DrawnPlan, positions: ReadonlyMap<string, Position>): void {
    const { plan, level, words } = this.#on ?? {};
    if (plan !== on.plan || level !== on.level || words !== on.words) this.#drawn = undefined;
    this.#on = on;
    this.#positions = positions;
    this.change();
  }

  /** Draws them again where the positions have changed. */
  change(): void {
    if (this.#on === undefined) return;
    this.#shown = shownZones(this.#on, this.#positions);
    const { words } = this.#on;
    const drawn = this.#shown.map(({ zone, who }) => [zone.id, ...who].join("\n")).join("\n\n");
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    render(
      this.#shown.map((each) => drawZone(each, words)),
      this.#container,
    );
  }

  /** Removes everything. */
  clear(): void {
    this.#on = undefined;
    this.#shown = [];
    this.#drawn = undefined;
    render(nothing, this.#container);
  }
}
