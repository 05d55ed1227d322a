import { css, html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { type Entity, refOf } from "../../../model/elements/entities.ts";
import type { Room } from "../../../model/elements/rooms.ts";
import {
  changedOutlines,
  effectsOn,
  type WallEffects,
} from "../../../model/editing/wall-effects.ts";
import {
  isFlat,
  type LengthWay,
  wallAtEnd,
  wallEnds,
  withWallLength,
} from "../../../model/editing/wall-length.ts";
import { closedPath } from "../../../model/geometry/svg-path.ts";
import { middle, plus, times, type Wall } from "../../../model/geometry/vector.ts";
import type { Viewport } from "../../renderer/viewport.ts";
import type { MeasuresTexts } from "../../i18n/en/measures.ts";
import { formatList, metresIn } from "../formats.ts";
import type { Turn } from "../seen-directions.ts";
import { entityName } from "../tools/kind-tools.ts";
import type { LengthWays, PullPreview, ToolContext } from "../tools/tool.ts";

/** The most rooms or pieces to name in a sentence. */
const mostNames = 3;

const namesOf = (entities: readonly Entity[], { texts, language }: ToolContext): string => {
  const names = entities.slice(0, mostNames).map((entity) => entityName(entity, texts));
  const rest = entities.length - names.length;
  return formatList(language, [...names, ...(rest > 0 ? [texts.measures.effects.more(rest)] : [])]);
};

const entityOf = ({ entity }: Room): Entity => entity;

/** What happens to other rooms and to furniture, in words; empty if nothing does. */
export const effectsText = (
  { moved, by, resized, carried, stuck }: WallEffects,
  context: ToolContext,
  tense: "will" | "did",
): string => {
  const { effects } = context.texts.measures;
  const metres = metresIn(context.language)(by);
  const [move, resize, carry] =
    tense === "will"
      ? [effects.moves, effects.resizes, effects.carries]
      : [effects.moved, effects.resized, effects.carried];
  const sentence = (entities: readonly Entity[], words: (names: string) => string): string[] =>
    entities.length === 0 ? [] : [words(namesOf(entities, context))];
  return [
    ...sentence(moved.map(entityOf), (names) => move(names, metres)),
    ...sentence(resized.map(entityOf), resize),
    ...sentence(carried, carry),
    ...sentence(stuck, effects.stuck),
  ].join(" ");
};

/** Whether the first end of a wall is seen at the right: what is upper on the plan is there once it is turned. */
const isReversed = (wall: Wall | undefined, turn: Turn): boolean =>
  turn === 90 && wall !== undefined && !isFlat(wall);

/**
 * Leads from a way whose end is meant as seen, `last` being the right or the lower one, to the way on the plan, and
 * back.
 */
export const wayAsSeen = (wall: Wall | undefined, turn: Turn, way: LengthWay): LengthWay =>
  isReversed(wall, turn) ? { ...way, end: way.end === "first" ? "last" : "first" } : way;

/** The ends of a wall as seen, the left or the upper one first. */
const endsOf = (wall: Wall | undefined, { view, texts }: ToolContext): LengthWays["ends"] => {
  const { flat, upright } = texts.measures.sides;
  const { turn } = view.state;
  const isAcross = (wall !== undefined && isFlat(wall)) === (turn === 0);
  const words = isAcross ? flat : upright;
  const seen = isReversed(wall, turn) ? wallEnds.toReversed() : wallEnds;
  return wallEnds.map((end, at) => ({ end: seen[at] ?? end, word: words[end] }));
};

/** The ways in which a room's wall can get its length. */
export const waysOf = (context: ToolContext, room: Room, edge: number): LengthWays => {
  const ref = refOf(room.entity);
  return {
    ends: endsOf(room.walls[edge], context),
    preview: (metres, way) => {
      const { plan } = context.session.state;
      const sort = context.view.state.measures;
      const found = wallAtEnd(plan, ref, edge, way.end);
      if (found === undefined) return undefined;
      const after =
        metres === undefined ? undefined : withWallLength(plan, ref, edge, metres, sort, way);
      const effects = after && effectsOn(plan, after, ref);
      return {
        moving: found.wall,
        step: found.step,
        hasRooms: found.hasRooms,
        outlines: after && effects ? changedOutlines(plan, after, effects) : [],
        effects: effects === undefined ? "" : effectsText(effects, context, "will"),
      };
    },
  };
};

/** Styles of the choice. */
export const wayStyle = css`
  fieldset {
    display: flex;
    flex-wrap: wrap;
    gap: 0 12px;
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
    font-size: 12px;
  }
  legend {
    padding: 2px 0 0;
    color: var(--fp-muted);
  }
  .choice {
    display: inline-flex;
    align-items: center;
    gap: 5px;
    min-height: 24px;
    cursor: pointer;
  }
  .choice input {
    width: 24px;
    height: 24px;
    min-height: 0;
    margin: 0;
    accent-color: var(--fp-accent);
  }
  p.effects {
    color: inherit;
  }
  @media (pointer: coarse) {
    .choice {
      min-height: 44px;
    }
  }
`;

/** A choice between radio buttons. */
const choice = <Value extends string>(
  legend: string,
  options: readonly (readonly [Value, string])[],
  chosen: Value,
  choose: (value: Value) => void,
): TemplateResult =>
  html`<fieldset>
    <legend>${legend}</legend>
    ${options.map(
      ([value, words]) =>
        html`<label class="choice"
          ><input
            type="radio"
            name=${legend}
            value=${value}
            .checked=${live(value === chosen)}
            @change=${() => choose(value)}
          /><span>${words}</span></label
        >`,
    )}
  </fieldset>`;

/** Radio buttons for the end of a wall that moves and, if there are any, for what the rooms behind it do. */
export const wayInputs = (
  ways: LengthWays,
  way: LengthWay,
  preview: PullPreview | undefined,
  { sides, behind }: MeasuresTexts,
  choose: (way: LengthWay) => void,
): TemplateResult => {
  const neighbours = ["move", "resize"] as const;
  return html`${choice(
    sides.legend,
    ways.ends.map(({ end, word }) => [end, word] as const),
    way.end,
    (end) => choose({ ...way, end }),
  )}
  ${
    preview?.hasRooms === true
      ? choice(
          behind.legend,
          neighbours.map((each) => [each, behind[each]] as const),
          way.neighbours,
          (chosen) => choose({ ...way, neighbours: chosen }),
        )
      : nothing
  }
  ${preview === undefined || preview.effects === "" ? nothing : html`<p class="effects">${preview.effects}</p>`}`;
};

/** Pixels from the moving wall to the tips of its arrows, which point both ways. */
const arrow = 26;

/** Draws the wall that moves with arrows at both sides, and the new outlines of rooms. */
export const drawPull = (
  viewport: Viewport,
  { moving, step, outlines }: PullPreview,
): SVGTemplateResult => {
  const [from, to] = [viewport.toScreen(moving.from), viewport.toScreen(moving.to)];
  const at = middle(moving.from, moving.to);
  const tip = (side: 1 | -1): string => {
    const [[x, y], [tipX, tipY]] = [
      viewport.toScreen(at),
      viewport.toScreen(plus(at, times(step, (side * arrow) / viewport.scale))),
    ];
    const [wayX, wayY] = [(tipX - x) / arrow, (tipY - y) / arrow];
    const [backX, backY] = [tipX - wayX * 9, tipY - wayY * 9];
    return `M${x} ${y}L${tipX} ${tipY}M${backX - wayY * 7} ${backY + wayX * 7}L${tipX} ${tipY}L${backX + wayY * 7} ${backY - wayX * 7}`;
  };
  return svg`<g class="pull">
    ${outlines.map(
      (corners) =>
        svg`<path class="becomes" d=${closedPath(corners.map((corner) => viewport.toScreen(corner)))}></path>`,
    )}
    <path class="pulled" d=${`M${from[0]} ${from[1]}L${to[0]} ${to[1]}`}></path>
    <path class="arrow" d=${tip(1) + tip(-1)}></path>
  </g>`;
};
