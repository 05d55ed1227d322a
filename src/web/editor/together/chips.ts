import { css, html, nothing, type TemplateResult } from "lit";
import { levelsOf, shownLevel } from "../../../model/elements/levels.ts";
import { defineElement, EditorComponent, type ComponentContext } from "../../canvas/component.ts";
import { colorOf } from "./colors.ts";
import type { Collaborator } from "./other.ts";

/** As many as have room; of more the number is told. */
const mostChips = 3;

/** The first letters of the first and the last word of a name, such as `AM`. */
export const initialsOf = (name: string): string => {
  const words = name.split(/[\s._-]+/u).filter((word) => word !== "");
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  const letters = [first, last].map((word = "") => Array.from(word)[0] ?? "").join("");
  return letters === "" ? "?" : letters.toLocaleUpperCase();
};

/** Who else is editing: a chip each, in their color, which leads to the floor that they are on. */
class Chips extends EditorComponent {
  static override properties = { ...EditorComponent.properties, others: { attribute: false } };
  static override styles = css`
    :host {
      display: flex;
      align-items: center;
      flex: none;
    }
    ul {
      display: flex;
      gap: 3px;
      margin: 0;
      padding: 0;
      list-style: none;
    }
    button,
    .more {
      box-sizing: border-box;
      display: grid;
      place-items: center;
      min-width: 30px;
      height: 30px;
      padding: 0 4px;
      border: 2px solid transparent;
      border-radius: 15px;
      font:
        600 12px/1 system-ui,
        sans-serif;
    }
    button {
      background: var(--other);
      color: light-dark(#fff, #10171d);
      cursor: pointer;
    }
    /* The button has a name of its own, of which these letters are none that is spoken. */
    button::before {
      content: attr(data-initials);
    }
    button:focus-visible {
      outline: 2px solid var(--fp-accent);
      outline-offset: 1px;
    }
    .more {
      background: var(--fp-soft);
      color: var(--fp-text);
    }
    @media (max-width: 700px) {
      ul {
        gap: 0;
      }
    }
  `;

  declare others: readonly Collaborator[] | undefined;

  override render(): TemplateResult | typeof nothing {
    const { context, others = [] } = this;
    if (context === undefined || others.length === 0) return nothing;
    const { present, others: more } = context.texts.together;
    const shown = others.length > mostChips ? others.slice(0, mostChips - 1) : others;
    const rest = others.length - shown.length;
    return html`<ul aria-label=${present}>
      ${shown.map((other) => this.#chip(other, context))}
      ${rest === 0 ? nothing : html`<li><span class="more" title=${more(rest)}>+${rest}</span></li>`}
    </ul>`;
  }

  #chip(
    { name, color, level }: Collaborator,
    { texts, session, view }: ComponentContext,
  ): TemplateResult {
    const { plan } = session.state;
    const there = shownLevel(plan, level);
    const levels = levelsOf(plan);
    const floor = levels.length > 1 ? levels.find(({ id }) => id === there) : undefined;
    const words = texts.together.editing(name === "" ? texts.together.somebody : name, floor?.name);
    return html`<li>
      <button
        title=${words}
        aria-label=${words}
        data-initials=${initialsOf(name)}
        .style=${`--other:${colorOf(color)}`}
        @click=${() => view.update({ level: there })}
      ></button>
    </li>`;
  }
}

defineElement("floorplan-others", Chips);
