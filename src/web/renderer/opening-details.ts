import { isUnavailable } from "../../model/bindings/entity-state.ts";
import { ellipsePath, linePath, rectPath } from "../../model/geometry/svg-path.ts";
import type { Point } from "../../model/geometry/vector.ts";
import type { OpeningPart } from "../../model/kinds/catalogue/opening-symbols.ts";
import { covering, isOpen, type Part } from "../../model/bindings/opening-state.ts";

/** A part of an opening that its entities show; its class names say which state it is in. */
export interface StatePart extends Omit<OpeningPart, "kind"> {
  readonly kind: string;
}

/** The entities of an opening, and where its faces are in the wall, in metres. */
export interface OpeningStates {
  /** The contact of a window with wings. */
  readonly sash: Part | undefined;
  readonly lock: Part | undefined;
  readonly blind: Part | undefined;
  readonly width: number;
  readonly top: number;
  readonly bottom: number;
}

/** A blind over the opening, on the side without its room. */
const blindParts = ({ blind, width, top }: OpeningStates): readonly StatePart[] => {
  const covered = blind === undefined ? 0 : covering(blind) * width;
  if (blind === undefined || covered === 0) return [];
  const path = linePath(-width / 2, top + 0.05, -width / 2 + covered, top + 0.05);
  return [{ kind: isUnavailable(blind.state) ? "blind away" : "blind", path }];
};

const lockClass = (lock: Part): string => {
  if (isUnavailable(lock.state)) return "lock away";
  if (lock.state.state === "jammed") return "lock jammed";
  return isOpen(lock) ? "lock open" : "lock";
};

/** The wings of a window that is open into the room. */
const sashParts = ({ sash, width, bottom }: OpeningStates): readonly StatePart[] =>
  isOpen(sash)
    ? [-1, 1].map((side) => {
        const path = rectPath((-side * width) / 4, 0, width / 2, 0.04, 0.01);
        const at: Point = [(side * width) / 2, bottom];
        return { kind: "sash", path, at, turn: side * -40 };
      })
    : [];

/** Wings, blind and lock of an opening in their states. */
export const stateParts = (states: OpeningStates): readonly StatePart[] => {
  const { lock, top, bottom } = states;
  const path = ellipsePath(0, (top + bottom) / 2, 0.1);
  return [
    ...sashParts(states),
    ...blindParts(states),
    ...(lock === undefined ? [] : [{ kind: lockClass(lock), path }]),
  ];
};

/** The style of these parts, and of what a contact tells nothing about, which is outlined with dashes. */
export const stateStyle = `
.plan .door.on .glazed{stroke:var(--plan-on)}
.plan .sash{fill:var(--plan-on)}
.plan .blind{fill:none;stroke:var(--plan-wall);stroke-width:.05;stroke-dasharray:.04 .02}
.plan .lock{fill:var(--plan-added)}
.plan .lock.open{fill:var(--plan-removed)}
.plan .lock.away{fill:var(--plan-line)}
.plan .lock.jammed{fill:var(--plan-on);stroke:var(--plan-removed);stroke-width:.03}
.plan :is(.door,.window).away>:is(.leaf,.glazed,.glass){fill:none;stroke:var(--plan-ink);stroke-width:.02;stroke-dasharray:.07 .05}`;
