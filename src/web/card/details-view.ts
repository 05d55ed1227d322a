import { html, type TemplateResult } from "lit";
export const detailsView = (..._: unknown[]): TemplateResult => html``;
