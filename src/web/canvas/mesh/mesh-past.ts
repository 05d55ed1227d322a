import { html, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { gradeOf, type MeshNode, qualityOf } from "../../../model/mesh/mesh.ts";
import { measuredAt, type MeshPast, qualitiesAt } from "../../../model/mesh/mesh-past.ts";
import type { Texts } from "../../i18n/editor-translator.ts";
import { labelled, valueOf } from "../inspector/inputs.ts";
import { listRows } from "../inspector/panel.ts";
import type { MeshView } from "./mesh-view.ts";
import { measureWords, nameOf, type Speech } from "./mesh-words.ts";

/** The past of a mesh for the slider. */
export interface ShownPast extends MeshPast {
  /** Where the slider begins, in seconds since 1970. */
  readonly since: number;
}

/** A day in steps of ten minutes. */
const [stepSeconds, steps] = [600, 144];

/** The rows of the list; the weakest come first. */
const maxRows = 100;

/** Where the slider begins that ends now: a day ago, rounded to its step; both in seconds since 1970. */
export const shownSince = (now: number): number =>
  Math.floor(now / stepSeconds) * stepSeconds - (steps - 1) * stepSeconds;

const momentWords = (moment: number, language: string): string =>
  new Intl.DateTimeFormat(language, {
    weekday: "short",
    hour: "numeric",
    minute: "2-digit",
  }).format(moment * 1000);

/** The moment in words, and how many nodes were weak then. */
const spoken = (past: MeshPast, moment: number, { words, language }: Speech): string => {
  const qualities = [...qualitiesAt(past, moment).values()];
  const weak = qualities.filter((each) => gradeOf(each) === "weak").length;
  return `${momentWords(moment, language)}, ${words.pastWeak(weak)}`;
};

/**
 * A slider of the last day, whose end is the mesh as it was read; or a sentence if no node has a past. `take` gets the moment in
 * seconds since 1970, or undefined at the end.
 */
export const meshSlider = (
  past: ShownPast,
  moment: number | undefined,
  speech: Speech,
  take: (moment: number | undefined) => void,
): TemplateResult => {
  const { words } = speech;
  const more = past.disabled === 0 ? "" : words.pastDisabled(past.disabled);
  if (past.nodes.length === 0) return html`<p class="muted">${words.pastNone} ${more}</p>`;
  const text = moment === undefined ? words.asRead : spoken(past, moment, speech);
  const step = moment === undefined ? steps : (moment - past.since) / stepSeconds;
  const input = html`<input
    type="range"
    min="0"
    max=${steps}
    aria-label=${words.past}
    aria-valuetext=${text}
    .value=${live(String(step))}
    @input=${(event: Event) => {
      const at = Number(valueOf(event));
      take(at >= steps ? undefined : past.since + at * stepSeconds);
    }}
  />`;
  return html`${labelled(`${words.past}: ${text}`, input, "field long")}
    <p class="muted">${more}</p>`;
};

/** What was measured of a node at the moment that is looked back at; empty if none is, or nothing is known of the node. */
export const thenWords = (
  past: MeshPast | undefined,
  moment: number | undefined,
  { id }: MeshNode,
  speech: Speech,
): string => {
  const known = past?.nodes.find(({ node }) => node === id);
  if (moment === undefined || known === undefined) return "";
  return `${momentWords(moment, speech.language)}: ${measureWords(measuredAt(known, moment) ?? {}, speech)}.`;
};

/** The nodes that have a past, with what was measured at a moment, the weakest first, those without a value last. */
export const nodesThen = (
  view: MeshView,
  { nodes }: MeshPast,
  moment: number,
  speech: Speech,
  texts: Texts,
): TemplateResult => {
  const rows = nodes
    .map((each) => ({ name: nameOf(view, each.node), measured: measuredAt(each, moment) ?? {} }))
    .toSorted((one, other) => (qualityOf(one.measured) ?? 2) - (qualityOf(other.measured) ?? 2));
  return html`<section>
    <h3>${speech.words.pastNodes}</h3>
    <ul class="list then">
      ${listRows(rows, maxRows, texts, ({ name, measured }) => html`<li>${name} · ${measureWords(measured, speech)}</li>`)}
    </ul>
  </section>`;
};
