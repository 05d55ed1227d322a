import { html, type TemplateResult } from "lit";
import { foldForSearch } from "../model/plain.ts";
import { valueOf } from "../canvas/inspector/inputs.ts";

/** What is said of the field, and when nothing is found. */
interface Words {
  readonly search: string;
  readonly none: string;
}

const shown = (element: HTMLElement, isShown: boolean): void => {
  element.style.display = isShown ? "" : "none";
};

/** Shows of the pieces around a field those whose names hold its words, and of the shelves those with any. */
const search = ({ currentTarget: field }: Event, text: string, none: string): void => {
  const list = field instanceof HTMLElement ? field.closest(".pieces") : null;
  const words = foldForSearch(text).split(/\s+/);
  let found = 0;
  for (const shelf of list?.querySelectorAll<HTMLElement>(".shelf") ?? []) {
    const pieces = [...shelf.querySelectorAll<HTMLElement>(".piece")];
    const fitting = pieces.filter((piece) => {
      const name = foldForSearch(piece.textContent ?? "");
      return words.every((word) => name.includes(word));
    });
    for (const piece of pieces) shown(piece, fitting.includes(piece));
    const title = shelf.previousElementSibling;
    if (title instanceof HTMLElement && title.matches("h3")) shown(title, fitting.length > 0);
    found += fitting.length;
  }
  const said = list?.querySelector(".found");
  if (said) said.textContent = found === 0 ? none : "";
};

/** Chooses the first piece that is shown. */
const chooseFirst = ({ currentTarget: field }: Event): void => {
  const list = field instanceof HTMLElement ? field.closest(".pieces") : null;
  const pieces = [...(list?.querySelectorAll<HTMLElement>(".piece") ?? [])];
  pieces.find(({ style }) => style.display !== "none")?.click();
};

/** A field that searches the pieces around it by their names in the person's language; Enter chooses the first that is left. */
export const piecesSearch = ({ search: label, none }: Words): TemplateResult =>
  html`<input
      type="search"
      aria-label=${label}
      placeholder=${label}
      @input=${(event: Event) => search(event, valueOf(event), none)}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key === "Enter") chooseFirst(event);
      }}
    />
    <p class="found muted" role="status"></p>`;
