import { html, nothing, type TemplateResult } from "lit";
import { printableWhole } from "../../../model/import/refusal.ts";
import { maxCombinations, type OutsideEffects } from "../../../model/import/preview.ts";
import type { ImportTexts } from "../../i18n/import-translator.ts";
import { shownLevel } from "../../../model/elements/levels.ts";
import type { ImportLoss } from "../../../model/import/import-result.ts";
import { drawThumbnail } from "../inspector/thumbnail.ts";
import type { EditorContext } from "../component.ts";
import type { ReadImport } from "./import-worker.ts";

/** The most rows of a list, since a file may have any number. */
const maxRows = 200;

/** A collapsed list of one kind of outside effects. */
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
          ${found.slice(0, maxRows).map((each) => html`<li><code>${printableWhole(each)}</code></li>`)}
        </ul>
        ${
          found.length > maxRows
            ? html`<p class="muted">${further(found.length - maxRows)}</p>`
            : nothing
        }
      </details>`;

/** What the plan can do in this home, such as switch a lamp; empty if it only shows. */
const reachesSection = (
  { actions, isCut, addresses, templates }: OutsideEffects,
  { importDialog: words }: ImportTexts,
): TemplateResult | typeof nothing =>
  [actions, addresses, templates].every(({ length }) => length === 0) && !isCut
    ? nothing
    : html`<section>
        <h3>${words.reaches}</h3>
        <p class="muted">${words.judge}</p>
        ${kindOf(words.actions(actions.length), actions, words.further)}
        ${isCut ? html`<p class="bad">${words.combined(maxCombinations)}</p>` : nothing}
        ${kindOf(words.addresses(addresses.length), addresses, words.further)}
        ${kindOf(words.templates(templates.length), templates, words.further)}
      </section>`;

const lossRow = (
  { what, count, names }: ImportLoss,
  { importing, importDialog }: ImportTexts,
): TemplateResult =>
  html`<li>
    ${importing.losses[what](count)}
    ${
      names.length === 0
        ? nothing
        : html`<span class="names"
            >${importDialog.named(names.join(", "), Math.max(0, count - names.length))}</span
          >`
    }
  </li>`;

/** The preview of an import: drawing, counts, losses, and outside effects. */
export const preview = (
  { contents: comes, imported, reaches }: ReadImport,
  name: string,
  { texts }: EditorContext,
  words: ImportTexts,
): TemplateResult => {
  const { importDialog } = words;
  const { plan, origin, losses } = imported;
  const rows = (["floors", "rooms", "openings", "pieces", "images"] as const).filter(
    (what) => comes[what] > 0,
  );
  return html`<p><strong>${name}</strong> · ${importDialog.from(origin)}</p>
    ${drawThumbnail(plan, texts, {
      level: shownLevel(plan, undefined),
      label: importDialog.drawing,
      pixels: 260,
    })}
    <section>
      <h3>${importDialog.comes}</h3>
      <ul>
        ${rows.map((what) => html`<li>${importDialog[what](comes)}</li>`)}
      </ul>
      ${comes.earlier === 0 ? nothing : html`<p class="muted">${importDialog.earlier(comes.earlier)}</p>`}
    </section>
    <section>
      <h3>${importDialog.lost}</h3>
      ${
        losses.length === 0
          ? html`<p>${importDialog.nothingLost}</p>`
          : html`<ul>
              ${losses.map((loss) => lossRow(loss, words))}
            </ul>`
      }
    </section>
    ${reachesSection(reaches, words)}`;
};
