import { html, type TemplateResult } from "lit";
import type { Said } from "./problem-words.ts";

/** What the service said, marked as the English that it is for whoever has it read aloud. */
export const saidView = ({ intro, message }: Said): TemplateResult =>
  html`${intro} <span lang="en">${message}</span>`;
