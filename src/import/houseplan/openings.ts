import { minus, middle, distance, plus, type Point, turned } from "../../model/geometry/vector.ts";
import type { JsonObject } from "../../model/json.ts";
import type { OpeningKind } from "../../model/kinds/opening.ts";
import type { Losses } from "../losses.ts";
import type { GivenOpening, OpeningPlacer } from "../../model/import/plan-building.ts";
import { refuse } from "../../model/import/refusal.ts";
import type { Source } from "../../model/import/json-source.ts";
import { pointFrom, pointOf, type Space } from "../../model/import/houseplan/space.ts";

/** Metres that an opening may be from its wall: it snaps to the line, but rooms may have been moved since. */
const within = 0.3;

const kindsOf: Readonly<Record<string, OpeningKind>> = {
  door: "door",
  gate: "door",
  window: "window",
  passage: "passage",
};

/** How houseplan-card draws a door: hung at its left end, opening upwards, before it is flipped and turned. */
const leafOf = (source: Source, centre: Point, angle: number, width: number) => {
  const x = (source.field("flip_h").isTrue() ? 1 : -1) * (width / 2);
  const y = source.field("flip_v").isTrue() ? width : -width;
  const at = (point: Point): Point => plus(centre, turned(point, angle));
  return { hinge: at([x, 0]), end: at([x, y]) };
};

const openingOf = (space: Space, source: Source): GivenOpening => {
  const type = source.field("type").needed();
  const kind = Object.hasOwn(kindsOf, type) ? kindsOf[type] : undefined;
  if (kind === undefined)
    return refuse("wrongType", source.file, {
      place: source.field("type").place,
      expected: Object.keys(kindsOf).join(", "),
    });
  const centre = pointFrom(space, source.field("x"), source.field("y"));
  const angle = source.field("angle").number() ?? 0;
  const width = source.field("length").metres(space.width);
  const entities: readonly (readonly [string, string | undefined])[] = [
    ["contact", source.field("contact").text()],
    ["lock", source.field("lock").text()],
  ];
  const more: JsonObject = Object.fromEntries(entities.filter(([, entity]) => entity));
  const hung = type === "door" ? { leaf: leafOf(source, centre, angle, width) } : {};
  return { level: space.id, kind, centre, angle, width, within, more, ...hung };
};

/** A stretch of a wall that is open, as a passage. */
const openSpan = (space: Space, span: Source): GivenOpening => {
  const [from, to] = [pointOf(space, span.field("a")), pointOf(space, span.field("b"))];
  const [x, z] = minus(to, from);
  return {
    level: space.id,
    kind: "passage",
    centre: middle(from, to),
    angle: (Math.atan2(z, x) * 180) / Math.PI,
    width: distance(from, to),
    within,
  };
};

/** Puts a space's openings into the walls of rooms. Those in walls of no room are losses, as ours cannot be there. */
export const placeOpenings = (space: Space, placer: OpeningPlacer, losses: Losses): void => {
  for (const source of space.source.field("openings").list()) {
    const isHosted = !source.field("host").isMissing;
    const opening = openingOf(space, source);
    if (isHosted || !placer.place(opening))
      losses.add("looseOpenings", source.field("id").text() ?? "");
  }
  const spans = space.source.field("open_spans").list();
  for (const span of spans) if (!placer.place(openSpan(space, span))) losses.add("openBoundaries");
  if (spans.length > 0) return;
  for (const room of space.source.field("rooms").list())
    losses.add(
      "openBoundaries",
      room.field("name").text() ?? "",
      room.field("open_to").list().length,
    );
};
