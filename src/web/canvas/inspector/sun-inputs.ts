import { css, html, svg, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import {
  coordinatesOf,
  northOf,
  type SunField,
  sunFieldIn,
  sunFields,
  sunRanges,
} from "../../../model/bindings/sun.ts";
import { readNumber } from "../../../model/editing/parse-length.ts";
import { solarPosition } from "../../../model/geometry/solar-position.ts";
import { angleOf, fullTurn } from "../../../model/geometry/vector.ts";
import { fieldLabel } from "../../i18n/field-words.ts";
import type { EditorContext } from "../component.ts";
import { figureInput, labelled, valueOf } from "./inputs.ts";
import type { PlanFields } from "./room-inputs.ts";
import type { InputPhase, SetValue } from "./typed-input.ts";

/** Styles of these inputs. */
export const sunStyle = css`
  .check {
    display: flex;
    gap: 8px;
    align-items: center;
  }
  .check input {
    width: 24px;
    height: 24px;
    min-height: 0;
  }
  .compass {
    width: 72px;
    height: 72px;
    border-radius: 50%;
    touch-action: none;
    cursor: grab;
  }
  .compass circle {
    fill: none;
    stroke: var(--fp-line);
    stroke-width: 1.5;
  }
  .compass .needle {
    fill: var(--fp-accent);
  }
  .compass text {
    fill: currentColor;
    font:
      600 9px system-ui,
      sans-serif;
    text-anchor: middle;
  }
  .compass .unset {
    opacity: 0.4;
  }
`;

/** Degrees of an arrow key, and to which the pointer snaps; with Shift, single degrees. */
const step = 5;

/** Minutes between two times of day that can be chosen. */
const minutesApart = 15;

const dayMs = 86_400_000;

/** Degrees from 0 to 359 in steps of 5, or of 1. */
const snapped = (degrees: number, isFine: boolean): number =>
  fullTurn(isFine ? Math.round(degrees) : Math.round(degrees / step) * step) % 360;

const keys: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
};

/** Whether the pointer of an event was pressed here. */
const isHeld = ({ currentTarget, pointerId }: PointerEvent): boolean =>
  currentTarget instanceof Element && currentTarget.hasPointerCapture(pointerId);

/** Where north is, turned by pointer or by arrow keys. */
const compass = (
  north: number | undefined,
  fill: SetValue<number | undefined>,
  { view, texts }: EditorContext,
): TemplateResult => {
  const words = texts.sun;
  // The compass points as the plan lies on the screen.
  const turned = view.state.turn;
  const turn = (event: PointerEvent, phase: InputPhase): void => {
    if (!(event.currentTarget instanceof Element)) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const to = [event.clientX - left - width / 2, event.clientY - top - height / 2] as const;
    fill(snapped(angleOf({ from: [0, 0], to }) + 90 - turned, event.shiftKey), phase);
  };
  return html`<div
    class="compass"
    role="slider"
    tabindex="0"
    aria-label=${words.compass}
    aria-valuemin="0"
    aria-valuemax="359"
    aria-valuenow=${fullTurn(north ?? 0)}
    aria-valuetext=${north === undefined ? words.unset : words.degrees(fullTurn(north))}
    @pointerdown=${(event: PointerEvent) => {
      if (event.button !== 0 || !(event.currentTarget instanceof Element)) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      turn(event, "typing");
    }}
    @pointermove=${(event: PointerEvent) => {
      if (isHeld(event)) turn(event, "typing");
    }}
    @pointerup=${(event: PointerEvent) => {
      if (isHeld(event)) turn(event, "done");
    }}
    @pointercancel=${(event: PointerEvent) => turn(event, "done")}
    @keydown=${(event: KeyboardEvent) => {
      const by = keys[event.key];
      if (by === undefined) return;
      event.preventDefault();
      fill(snapped((north ?? 0) + by * (event.shiftKey ? 1 : step), event.shiftKey));
    }}
  >
    <svg viewBox="-24 -24 48 48" aria-hidden="true">
      <circle r="22"></circle>
      ${svg`<g transform="rotate(${(north ?? 0) + turned})" class=${north === undefined ? "unset" : ""}><path class="needle" d="M0 -19L6 4L0 0L-6 4Z"></path><text y="14">N</text></g>`}
    </svg>
  </div>`;
};

/** The first moment of a year, in the browser's time zone. */
const startOf = (year: number): Date => new Date(year, 0, 1);

/** How many days a year has; rounded, as two of them have 23 and 25 hours. */
const daysOf = (year: number): number =>
  Math.round((startOf(year + 1).getTime() - startOf(year).getTime()) / dayMs);

/** A slider from `least` to `most` with its value in words. */
const slider = (
  label: string,
  text: string,
  [value, least, most, by]: readonly [number, number, number, number],
  take: (value: number) => void,
): TemplateResult =>
  labelled(
    `${label}: ${text}`,
    html`<input
      type="range"
      min=${least}
      max=${most}
      step=${by}
      aria-label=${label}
      aria-valuetext=${text}
      .value=${live(String(value))}
      @input=${(event: Event) => take(Number(valueOf(event)))}
    />`,
    "field long",
  );

/** Sliders for the day and the time whose daylight the canvas shows. */
const moment = (atMs: number, { view, texts, language }: EditorContext): TemplateResult => {
  const words = texts.sun;
  const now = new Date(atMs);
  const midnight = new Date(atMs).setHours(0, 0, 0, 0);
  // Rounded, as a day of summer time begins an hour early.
  const days = Math.round((midnight - startOf(now.getFullYear()).getTime()) / dayMs) + 1;
  const minutes = now.getHours() * 60 + now.getMinutes();
  const go = (day: number, minute: number): void => {
    const next = startOf(now.getFullYear());
    next.setDate(day);
    next.setHours(0, minute);
    view.update({ sunAt: next.getTime() });
  };
  const shown = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(language, options).format(now);
  return html`${slider(
    words.day,
    shown({ day: "numeric", month: "long" }),
    [days, 1, daysOf(now.getFullYear()), 1],
    (day) => go(day, minutes),
  )}
  ${slider(
    words.hour,
    shown({ hour: "numeric", minute: "2-digit" }),
    [minutes, 0, 24 * 60 - minutesApart, minutesApart],
    (minute) => go(days, minute),
  )}`;
};

/** Inputs for north, for where the house is, and for the moment whose daylight the canvas shows. */
export const sunInputs = (context: EditorContext, { place, fill }: PlanFields): TemplateResult => {
  const { session, view, texts, language } = context;
  const { plan } = session.state;
  const { sunAt } = view.state;
  const words = texts.sun;
  const north = northOf(plan);
  const coordinates = coordinatesOf(plan);
  const input = (field: SunField): TemplateResult => {
    const [least, most] = sunRanges[field];
    const wrong = words.wrongDegrees(least, most);
    const read = (text: string): number | undefined => {
      const degrees = readNumber(text, language);
      return sunFieldIn({ [field]: degrees ?? null }, field);
    };
    return labelled(
      fieldLabel(field, texts),
      figureInput(
        plan[field],
        place(field),
        fill(field),
        { read, step: field === "north" ? step : 0.01, wrong, language },
        { emptied: () => fill(field)(undefined) },
      ),
    );
  };
  const missing =
    north === undefined
      ? words.noNorth
      : coordinates === undefined
        ? words.noPlace
        : sunAt !== undefined && solarPosition(coordinates, sunAt).elevation < 0
          ? words.night
          : undefined;
  return html`<section>
    <h3>${words.title}</h3>
    <p class="muted">${words.explained}</p>
    <div class="fields">
      ${compass(north, fill("north"), context)} ${sunFields.map(input)}
      <label class="check long"
        ><input
          type="checkbox"
          .checked=${live(sunAt !== undefined)}
          ?disabled=${sunAt === undefined && (north === undefined || coordinates === undefined)}
          @change=${() => view.update({ sunAt: sunAt === undefined ? Date.now() : undefined })}
        />
        ${words.show}</label
      >
      ${sunAt === undefined || coordinates === undefined ? undefined : moment(sunAt, context)}
    </div>
    ${missing === undefined ? undefined : html`<p class="muted">${missing}</p>`}
  </section>`;
};
