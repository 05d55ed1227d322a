import { html, type TemplateResult } from "lit";
import type { Texts } from "../../i18n/editor-speaker.ts";

/** The rows of a list, at most so many, with how many more there are. */
export const listRows = <One>(
  all: readonly One[],
  most: number,
  texts: Texts,
  row: (one: One) => TemplateResult,
): TemplateResult =>
  html`${all.slice(0, most).map((one) => row(one))}
  ${
    all.length > most
      ? html`<li class="muted">${texts.panels.more(all.length - most)}</li>`
      : undefined
  }`;
