import { html, type TemplateResult } from "lit";

/** Icons as paths on a grid of 24. */
const outlines = {
  select: "M6 3.5v15l4.2-3.9 2.6 6 2.5-1.1-2.6-5.9H18.5z",
  ruler: "M4 16 16 4l4 4L8 20zM8 12l2 2M11 9l2 2M14 6l2 2",
  undo: "M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11H9",
  redo: "M16 5l4 4-4 4M20 9H10a5.5 5.5 0 0 0 0 11h5",
  snap: "M6 4v8a6 6 0 0 0 12 0V4h-4v8a2 2 0 0 1-4 0V4zM6 8h4M14 8h4",
  zoomIn: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20 20M10.5 8v5M8 10.5h5",
  zoomOut: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20 20M8 10.5h5",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  turnPlan: "M3 15h8v5H3zM15 9h5v11h-5zM6 11a6 6 0 0 1 6-6M9.5 2.5 12 5 9.5 7.5",
  house: "M12 3l8 4.5v9L12 21l-8-4.5v-9zM12 12l8-4.5M12 12v9M12 12L4 7.5",
  help: "M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 2M12 17.5v.2",
  rotate: "M19 8a8 8 0 1 0 1 5M19.5 3.5V8H15",
  duplicate: "M8 8h12v12H8zM16 8V4H4v12h4",
  remove: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  hinge: "M12 3v18M9 7l-5 5 5 5M15 7l5 5-5 5",
  swing: "M3 12h18M7 9l5-5 5 5M7 15l5 5 5-5",
  rename: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  more: "M5 12h0M12 12h0M19 12h0",
  add: "M12 5v14M5 12h14",
  back: "M14 5l-7 7 7 7",
  up: "M19 14l-7-7-7 7",
  down: "M5 10l7 7 7-7",
  panel: "M4 5h16v14H4zM14 5v14",
  close: "M6 6l12 12M18 6 6 18",
  save: "M5 12.5l4.5 4.5L19 7.5",
} as const;

type IconName = keyof typeof outlines;

/** Draws an icon in the text's colour; the text beside it has the meaning. */
export const drawIcon = (outline: string, width = 1.7): TemplateResult =>
  html`<svg
    class="icon"
    viewBox="0 0 24 24"
    width="22"
    height="22"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    stroke-width=${width}
    stroke-linecap="round"
    stroke-linejoin="round"
  >
    <path d=${outline}></path>
  </svg>`;

/** Draws an icon by name. */
export const icon = (name: IconName): TemplateResult =>
  drawIcon(outlines[name], name === "more" ? 3 : undefined);

/** A button with an icon; its label is the tooltip and the accessible name. */
export const iconButton = (
  name: IconName,
  word: string,
  act?: () => void,
  look = "tool",
  isDisabled = false,
): TemplateResult =>
  html`<button class=${look} title=${word} aria-label=${word} ?disabled=${isDisabled} @click=${act}>
    ${icon(name)}
  </button>`;
