import { css, html, type TemplateResult } from "lit";
import type { RegistrySnapshot } from "../../home-assistant/registry-snapshot.ts";
import { unplacedIn } from "../entities/place-entities.ts";
import { type ComponentContext, defineElement } from "../component.ts";
import { areasSection } from "../../editor/panels/areas-section.ts";
import { ChosenIds } from "../../editor/panels/choice.ts";
import { EntityDrag } from "../../editor/panels/drag-out.ts";
import { Panel } from "./panel.ts";
import { unplacedSection } from "./unplaced-section.ts";

/** What the house has and the plan has not: rooms from areas, and what is in them. */
class House extends Panel {
  static override styles = css`
    section {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: 8px;
    }
    section > button {
      justify-self: start;
    }
    h4 {
      margin: 0;
      font-size: 0.86rem;
    }
    .thing {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 2px 8px;
      user-select: none;
    }
    .thing .entry {
      display: flex;
      align-items: center;
      gap: 6px;
      flex: 1;
      min-width: 0;
      border-color: transparent;
      background: none;
      overflow-wrap: anywhere;
    }
    .thing label {
      display: flex;
      align-items: center;
      gap: 8px;
      min-height: 28px;
    }
    .thing select {
      width: 100%;
    }
    input[type="checkbox"] {
      flex: none;
      width: 24px;
      height: 24px;
      min-height: 24px;
      margin: 0;
    }
    .grip {
      flex: none;
      width: 24px;
      line-height: 28px;
      text-align: center;
      cursor: grab;
      touch-action: none;
    }
    .dragged {
      position: fixed;
      z-index: 9;
      padding: 4px 10px;
      border-radius: 8px;
      background: var(--fp-accent);
      color: var(--fp-on-accent);
      pointer-events: none;
      translate: 8px 8px;
    }
  `;
  protected override readonly patience = 150;
  /** The areas that are chosen otherwise than offered, the entities that are to be placed, and where doors take some. */
  readonly #turned = new ChosenIds(this);
  readonly #chosen = new ChosenIds(this);
  readonly #openings = new Map<string, string>();
  readonly #drag = new EntityDrag(this);
  #room = "";
  #said = "";

  override connectedCallback(): void {
    super.connectedCallback();
    void this.context?.house.refresh();
  }

  protected override content(context: ComponentContext): TemplateResult {
    const house = context.house.now;
    return html`<h2>${context.texts.panels.titles.house}</h2>
      ${house === undefined ? undefined : this.#sections(context, house)}
      <p role="status" class="muted">${this.#said}</p>
      ${this.#drag.render()}`;
  }

  #sections(context: ComponentContext, house: RegistrySnapshot): TemplateResult {
    const say = (sentence: string): void => {
      this.#said = sentence;
      this.requestUpdate();
    };
    return html`${areasSection({ context, house, turned: this.#turned, say })}
    ${unplacedSection({
      context,
      all: unplacedIn(context.session.state.plan, house),
      room: this.#room,
      chooseRoom: (room) => {
        this.#room = room;
        this.requestUpdate();
      },
      chosen: this.#chosen,
      openings: this.#openings,
      drag: this.#drag,
      say,
    })}`;
  }
}

defineElement("floorplan-house", House);
