import { html, nothing, type TemplateResult } from "lit";
import { printableWhole } from "../../../model/import/refusal.ts";
import { mostCombinations, type OutsideEffects } from "../../../model/import/preview.ts";
import type { ImportTexts } from "../../i18n/import-speaker.ts";

/** Rows of a list at most: people read no more, and a file may give any number. */
const mostRows = 200;

/** What of one kind a plan reaches, closed under a heading. */
const kindOf = (
  heading: string,
  found: readonly string[],
  further: (count: number) => string,
): TemplateResult | typeof nothing =>
  found.length === 0
    ? nothing
    : html`<details>
        <summary>${heading}</summary>
        <ul>
          ${found.slice(0, mostRows).map((each) => html`<li><code>${printableWhole(each)}</code></li>`)}
        </ul>
        ${
          found.length > mostRows
            ? html`<p class="muted">${further(found.length - mostRows)}</p>`
            : nothing
        }
      </details>`;

/** What a plan does in the home of whoever takes it, for them to judge; nothing where it only shows. */
export const reachesSection = (
  { actions, isCut, addresses, templates }: OutsideEffects,
  { importDialog: words }: ImportTexts,
): TemplateResult | typeof nothing =>
  [actions, addresses, templates].every(({ length }) => length === 0) && !isCut
    ? nothing
    : html`<section>
        <h3>${words.reaches}</h3>
        <p class="muted">${words.judge}</p>
        ${kindOf(words.actions(actions.length), actions, words.further)}
        ${isCut ? html`<p class="bad">${words.combined(mostCombinations)}</p>` : nothing}
        ${kindOf(words.addresses(addresses.length), addresses, words.further)}
        ${kindOf(words.templates(templates.length), templates, words.further)}
      </section>`;
