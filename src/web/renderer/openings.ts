import { nothing, svg, type SVGTemplateResult } from "lit";
import { isUnavailable } from "../../model/bindings/entity-state.ts";
import { entitiesOf, type Entity } from "../../model/elements/entities.ts";
import { linePath, rectPath, svgNumber } from "../../model/geometry/svg-path.ts";
import type { JsonObject } from "../../model/json.ts";
import type { OpeningPart } from "../../model/kinds/catalogue/opening-symbols.ts";
import { kindOf, openingName } from "../../model/kinds/opening.ts";
import { loadedCatalogue } from "./catalogue.ts";
import { lookOf, roomName, typeWord } from "./element-look.ts";
import { type Content, frame, translated } from "./frame.ts";
import type { StatePart } from "./opening-details.ts";
import { type OpeningPlace, placeOfOpening } from "../../model/elements/opening-place.ts";
import { isOpen, isShut, type Part, partOf } from "../../model/bindings/opening-state.ts";
import type { DrawOptions } from "./options.ts";
import { elementInputs, type Layer, optionsAt } from "./scene.ts";

const doorBody = (
  data: JsonObject,
  width: number,
  half: number,
  contact: Part | undefined,
  isTiny: boolean,
): SVGTemplateResult => {
  const side = data["hinge"] === "right" ? 1 : -1;
  const swing = data["swing"] === "out" ? -1 : 1;
  const [hinge, face] = [(side * width) / 2, swing * half];
  const sweep = side * swing > 0 ? 0 : 1;
  const arc = `M${svgNumber(-hinge)} ${face}A${svgNumber(width)} ${svgNumber(width)} 0 0 ${sweep} ${svgNumber(hinge)} ${svgNumber(face + swing * width)}`;
  const leaf = rectPath(0, (swing * width) / 2, 0.045, width, 0.01);
  const turn = isShut(contact) ? side * swing * 90 : 0;
  return svg`${isTiny ? nothing : svg`<path class="near" d=${`${arc}L${svgNumber(hinge)} ${face}Z`}></path><path class="swing" d=${arc}></path>`}<path class="leaf" d=${leaf} transform="${translated([hinge, face])} rotate(${turn})"></path>`;
};

const windowBody = (
  width: number,
  [top, bottom]: readonly [number, number],
  isTiny: boolean,
): SVGTemplateResult => {
  const middle = (top + bottom) / 2;
  const left = -width / 2;
  const glass = svg`<path class="glass" d=${rectPath(0, middle, width, 0.07)}></path>`;
  if (isTiny) return glass;
  return svg`${glass}
    <path class="pane" d=${[top, middle, bottom].map((z) => linePath(left, z, -left, z)).join("")}></path>`;
};

/** What is left of an opening with tiny detail. */
const bold: ReadonlySet<OpeningPart["kind"]> = new Set(["leaf", "glazed", "glass", "gap", "shell"]);

const partView = ({ kind, path, at = [0, 0], turn = 0 }: StatePart): SVGTemplateResult =>
  svg`<path class=${kind} d=${path} transform="${translated(at)} rotate(${svgNumber(turn)})"></path>`;

/** The parts of an opening with a symbol of its own; undefined for plain ones, and until symbols are loaded. */
const partsOf = (
  data: JsonObject,
  { width, reach: [bottom, beyond] }: OpeningPlace,
  contact: Part | undefined,
): readonly OpeningPart[] | undefined =>
  loadedCatalogue()?.openingParts(openingName(data), {
    width,
    top: -beyond - 0.005,
    bottom: bottom + 0.005,
    side: data["hinge"] === "right" ? 1 : -1,
    swing: data["swing"] === "out" ? -1 : 1,
    isShut: isShut(contact),
    isOpen: isOpen(contact),
  });

/** Draws a door, a window or a passage at its place, with contacts, locks and blinds where known. */
const drawOpening = (entity: Entity, place: OpeningPlace, options: DrawOptions): Content => {
  const { words } = options;
  const look = lookOf(entity.data, options);
  const { data } = look;
  const kind = kindOf(data);
  // Rules do not change an element's entities.
  const linked = (field: "contact" | "lock" | "blind") =>
    partOf(entity.data, field, options.states);
  const [contact, lock, blind] = [linked("contact"), linked("lock"), linked("blind")];
  const { room, width, centre, angle, reach } = place;
  const [half, beyond] = reach;
  const top = -beyond - 0.005;
  const bottom = half + 0.005;
  const gap = rectPath(0, (top + bottom) / 2, width, bottom - top);
  const jambs =
    linePath(-width / 2, top, -width / 2, bottom) + linePath(width / 2, top, width / 2, bottom);
  const isTiny = options.detail === "tiny";
  const parts = partsOf(data, place, contact);
  const filling =
    parts !== undefined
      ? parts.filter((part) => !isTiny || bold.has(part.kind)).map(partView)
      : kind === "window"
        ? windowBody(width, [top, bottom], isTiny)
        : kind === "door"
          ? doorBody(data, width, half, contact, isTiny)
          : nothing;
  const isInWall = parts === undefined || openingName(data) !== "roof_window";
  const sash = kind === "window" && parts === undefined ? contact : undefined;
  const states = isTiny
    ? undefined
    : loadedCatalogue()?.stateParts({ sash, lock, blind, width, top, bottom });
  const body = svg`${isInWall ? svg`<path class="gap" d=${gap}></path>` : nothing}${filling}${
    isTiny || !isInWall ? nothing : svg`<path class="jamb" d=${jambs}></path>`
  }${states?.map(partView)}`;
  const said = [contact, lock, blind].flatMap((part) =>
    part === undefined ? [] : (options.stateTexts?.plain(part.id, part.state, options) ?? []),
  );
  const isGone = contact !== undefined && isUnavailable(contact.state);
  return frame(entity, { ...look, isOn: isOpen(contact), isAway: isGone }, options, {
    label: [
      typeWord(words, "openings", openingName(data)),
      room && roomName(room.entity.data, words),
      ...said,
    ]
      .filter((part) => part !== undefined)
      .join(", "),
    kind,
    place: `${translated(centre)} rotate(${svgNumber(angle)})`,
    body,
  });
};

const openings: Layer["items"] = ({ plan, floor, options }) => {
  const own = elementInputs("openings", options);
  const drawnAt = optionsAt(options);
  return entitiesOf(plan, "openings").flatMap((entity) => {
    const place = placeOfOpening(plan, floor, entity);
    if (place === undefined) return [];
    const { room, isOuter, reach, centre } = place;
    const drawn = drawnAt(centre);
    const causes = [...own(entity, drawn.detail), room?.entity.data, isOuter, ...reach];
    return [{ key: entity.key, causes, draw: () => drawOpening(entity, place, drawn) }];
  });
};

/** Openings are drawn in the walls, also in freestanding ones. */
export const openingLayers: readonly Layer[] = [
  { name: "openings", height: "walls", sources: ["walls"], items: openings },
];
