import { html, type TemplateResult } from "lit";
import type { ServiceMessage } from "../i18n/problem-words.ts";

/** What the service said, marked as the English that it is for whoever has it read aloud. */
export const serviceMessageView = ({ intro, message }: ServiceMessage): TemplateResult =>
  html`${intro} <span lang="en">${message}</span>`;
