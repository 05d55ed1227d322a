import { ownName } from "../../i18n/element-names.ts";
import { css, html, type TemplateResult } from "lit";
import { ifDefined } from "lit/directives/if-defined.js";
import { repeat } from "lit/directives/repeat.js";
import type { PlanData } from "../../../model/elements/entities.ts";
import {
  type OutlineNode,
  outlineOf,
  type OutlineRow,
  pathTo,
  rowAfter,
  rowsOf,
} from "./outline-tree.ts";
import { entityName, kindName } from "../tools/kind-tools.ts";
import { valueOf } from "./inputs.ts";
import { type EditorContext, defineElement } from "../component.ts";
import { Panel, showElements } from "./panel.ts";

/** The plan as a searchable tree; a click or Enter selects. */
class Outline extends Panel {
  static override styles = css`
    [role="treeitem"] {
      display: flex;
      align-items: center;
      gap: 6px;
      min-height: 28px;
      padding: 2px 8px 2px 4px;
      border-radius: 6px;
      cursor: pointer;
      overflow: hidden;
    }
    [role="treeitem"]:hover {
      background: var(--soft);
    }
    [role="treeitem"][aria-selected="true"] {
      background: var(--fp-accent);
      color: var(--fp-on-accent);
    }
    [role="treeitem"][aria-selected="true"] .muted {
      color: inherit;
    }
    [aria-level="2"] {
      margin-inline-start: 14px;
    }
    [aria-level="3"] {
      margin-inline-start: 34px;
    }
    [aria-level="1"] {
      font-weight: 600;
    }
    .twist {
      flex: none;
      width: 24px;
      text-align: center;
    }
    .name {
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    .muted {
      margin-inline-start: auto;
      font-weight: 400;
      font-size: 0.86rem;
      white-space: nowrap;
    }
  `;

  #search = "";
  /** Nodes expanded or collapsed against the default: floors expanded, rooms collapsed. */
  #open: ReadonlyMap<string, boolean> = new Map();
  #focused: string | undefined;
  protected override readonly patience = 150;
  #plan: PlanData | undefined;
  #nodes: readonly OutlineNode[] = [];
  #revealed: string | undefined;

  override willUpdate(): void {
    if (this.context === undefined) return;
    const { session, view } = this.context;
    const { plan } = session.state;
    if (plan !== this.#plan) this.#nodes = outlineOf(plan);
    this.#plan = plan;
    // Scrolls once to a new selection on the drawing.
    const last = view.state.selection.at(-1);
    if (last !== undefined && last !== this.#revealed)
      this.#open = new Map([
        ...this.#open,
        ...pathTo(this.#nodes, last).map((id) => [id, true] as const),
      ]);
    this.#revealed = last;
  }

  protected override content(context: EditorContext) {
    const { texts } = context;
    const words = texts.panels.outline;
    const search = this.#search.trim().toLocaleLowerCase();
    const { rows, more } = rowsOf(this.#nodes, this.#open, search, ({ entity, name }) =>
      entity === undefined ? name : `${entityName(entity, texts)} ${kindName(entity, texts)}`,
    );
    const isEmpty = this.#nodes.every(({ children }) => children.length === 0);
    const focused = rows.some(({ node }) => node.id === this.#focused)
      ? this.#focused
      : rows[0]?.node.id;
    return html`<h2>${texts.panels.titles.outline}</h2>
      <input
        type="search"
        aria-label=${words.search}
        placeholder=${words.search}
        .value=${this.#search}
        @input=${(event: Event) => {
          this.#search = valueOf(event);
          this.requestUpdate();
        }}
      />
      ${isEmpty ? html`<p class="muted">${words.nothing}</p>` : undefined}
      ${!isEmpty && rows.length === 0 ? html`<p class="muted">${words.noMatch}</p>` : undefined}
      ${
        rows.length === 0
          ? undefined
          : html`<div
              role="tree"
              aria-label=${words.tree}
              aria-multiselectable="true"
              @keydown=${(event: KeyboardEvent) => this.#key(event, rows, context)}
            >
              ${repeat(
                rows,
                ({ node }) => node.id,
                (row) => this.#row(row, row.node.id === focused, context),
              )}
            </div>`
      }
      ${more > 0 ? html`<p class="muted">${texts.panels.more(more)}</p>` : undefined}`;
  }

  override updated(): void {
    if (this.shadowRoot?.activeElement?.getAttribute("role") !== "treeitem") return;
    this.shadowRoot.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus();
  }

  #row({ node, level, isOpen }: OutlineRow, isFocused: boolean, context: EditorContext) {
    const isSelected = node.entity !== undefined && context.view.state.selection.includes(node.id);
    return html`<div
      role="treeitem"
      aria-level=${level}
      aria-selected=${isSelected}
      aria-expanded=${ifDefined(isOpen)}
      tabindex=${isFocused ? 0 : -1}
      @click=${(event: MouseEvent) => this.#choose(node, event.shiftKey || event.ctrlKey, context)}
    >
      <span
        class="twist"
        aria-hidden="true"
        @click=${(event: Event) => {
          if (isOpen === undefined) return;
          event.stopPropagation();
          this.#fold(node, !isOpen);
        }}
        >${isOpen === undefined ? "" : isOpen ? "▾" : "▸"}</span
      >
      ${this.#name(node, context)}
    </div>`;
  }

  #name({ entity, kind, name, children }: OutlineNode, { texts }: EditorContext): TemplateResult {
    const words = texts.panels.outline;
    if (entity === undefined) {
      const title = {
        level: name === "" ? words.wholePlan : name,
        unknownLevel: words.unknownLevel(name),
        elsewhere: words.elsewhere,
        entity: name,
      }[kind];
      return html`<span class="name">${title}</span>
        <span class="muted">${words.count(children.length)}</span>`;
    }
    const [own, what] = [entityName(entity, texts), kindName(entity, texts)];
    return html`<span class="name">${own}</span>
      ${ownName(entity.data) === undefined ? undefined : html`<span class="muted">${what}</span>`}`;
  }

  #choose(node: OutlineNode, adds: boolean, context: EditorContext): void {
    const { view } = context;
    this.#focus(node.id);
    if (node.entity === undefined) {
      if (node.level !== undefined) view.update({ level: node.level });
    } else if (adds) view.toggle(node.id);
    else showElements(context, node.id);
  }

  #fold(node: OutlineNode, isOpen: boolean): void {
    this.#focus(node.id);
    this.#open = new Map(this.#open).set(node.id, isOpen);
  }

  #focus(id: string): void {
    this.#focused = id;
    this.requestUpdate();
  }

  #key(event: KeyboardEvent, rows: readonly OutlineRow[], context: EditorContext): void {
    const at = rows.findIndex(({ node }) => node.id === this.#focused);
    const row = rows[Math.max(0, at)];
    if (row === undefined) return;
    const next = rowAfter(rows, Math.max(0, at), event.key);
    if (event.key === "Enter" || event.key === " ")
      this.#choose(row.node, event.shiftKey || event.ctrlKey, context);
    else if (event.key === "ArrowRight" && row.isOpen === false) this.#fold(row.node, true);
    else if (event.key === "ArrowLeft" && row.isOpen === true) this.#fold(row.node, false);
    else if (next !== undefined) this.#focus(next);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

defineElement("floorplan-outline", Outline);
