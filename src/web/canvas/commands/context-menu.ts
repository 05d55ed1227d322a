import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { findRef } from "../../../model/elements/entities.ts";
import type { Action } from "./actions.ts";
import type { Canvas } from "../canvas.ts";
import {
  EditorComponent,
  type EditorContext,
  focusedElement,
  type MenuPlace,
} from "../component.ts";
import { keysOf } from "./shortcuts.ts";
import { type MenuAction, menuEntries, type MenuEntry } from "./menu-entries.ts";
import { entryForLetter, menuAt, menuBeside, menuStyle } from "./menu-layout.ts";
import type { PlanClipboard } from "./selection-commands.ts";

/** The context menu of the selection. */
export class ContextMenu extends EditorComponent {
  static override properties = {
    ...EditorComponent.properties,
    act: { attribute: false },
    clipboard: { attribute: false },
    place: { state: true },
    opened: { state: true },
  };
  static override styles = [menuStyle];

  declare act: (action: Action) => void;
  declare clipboard: PlanClipboard | undefined;
  /** Where it is open; undefined while closed. */
  declare place: MenuPlace | undefined;
  /** The label of the entry whose submenu is open. */
  declare opened: string | undefined;
  /** The element to return the focus to. */
  #before: Element | null = null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#close();
  }

  override render(): TemplateResult | typeof nothing {
    const { context, place } = this;
    if (context === undefined || place === undefined) return nothing;
    const sections = menuEntries(context);
    const sub = sections.flat().find(({ word }) => word === this.opened);
    return html`<div
        class="menu top"
        popover="manual"
        role="menu"
        aria-label=${context.texts.arranging.menu}
        @keydown=${this.#key}
        @contextmenu=${(event: Event) => event.preventDefault()}
      >
        ${sections.map(
          (section, at) =>
            html`${at === 0 ? nothing : html`<hr role="separator" />`}${section.map((entry) => this.#entry(entry, context, true))}`,
        )}
      </div>
      ${
        sub === undefined || !("entries" in sub)
          ? nothing
          : html`<div
              class="menu sub"
              popover="manual"
              role="menu"
              aria-label=${sub.word}
              @keydown=${this.#key}
              @contextmenu=${(event: Event) => event.preventDefault()}
            >
              ${sub.entries.map((entry) => this.#entry(entry, context, false))}
            </div>`
      }`;
  }

  override updated(changed: PropertyValues<this>): void {
    if (this.place === undefined) return;
    const [top, sub] = [this.#menu("top"), this.#menu("sub")];
    const screen = { width: window.innerWidth, height: window.innerHeight };
    if (changed.has("place") && top !== null) {
      top.showPopover();
      this.#put(top, menuAt(this.place, top.getBoundingClientRect(), screen));
      this.#items(top)[0]?.focus();
    }
    if (changed.has("opened") && sub !== null) {
      const from = this.renderRoot.querySelector('[aria-expanded="true"]');
      if (from === null) return;
      if (!sub.matches(":popover-open")) sub.showPopover();
      const box = sub.getBoundingClientRect();
      this.#put(sub, menuBeside(from.getBoundingClientRect(), box, screen));
      this.#items(sub)[0]?.focus();
    }
  }

  #entry(entry: MenuEntry, { texts }: EditorContext, isTop: boolean): TemplateResult {
    const entered = ({ pointerType }: PointerEvent): void => {
      if (pointerType === "mouse" && isTop)
        this.opened = "entries" in entry ? entry.word : undefined;
    };
    if ("entries" in entry)
      return html`<div
        role="menuitem"
        tabindex="-1"
        aria-haspopup="menu"
        aria-expanded=${this.opened === entry.word}
        data-word=${entry.word}
        @click=${() => (this.opened = entry.word)}
        @pointerenter=${entered}
      >
        <span>${entry.word}</span><span aria-hidden="true">▸</span>
      </div>`;
    const names = new Map(Object.entries(texts.arranging.keyNames));
    const keys = keysOf(entry.action).map(
      (key) => names.get(key) ?? signs.get(key) ?? key.toUpperCase(),
    );
    return html`<div
      role="menuitem"
      tabindex="-1"
      data-word=${entry.word}
      @click=${() => void this.#choose(entry)}
      @pointerenter=${entered}
    >
      <span>${entry.word}</span
      >${keys.length === 0 ? nothing : html`<span class="keys" aria-hidden="true">${keys.join("+")}</span>`}
    </div>`;
  }

  async #choose({ action }: MenuAction): Promise<void> {
    const { act, clipboard } = this;
    const before = this.#before;
    this.#close();
    // Menus get no clipboard event.
    if (action === "paste" || action === "pasteInPlace") await clipboard?.ask();
    act(action);
    if (action === "copy" || action === "cut") void clipboard?.share();
    this.#refocus(before, action);
  }

  /** Restores the focus after an action, which may have redrawn or removed the focused element. */
  #refocus(before: Element | null, action: Action): void {
    const ref = before?.getAttribute("data-ref");
    const { context } = this;
    // The name field takes the focus itself.
    if (typeof ref !== "string" || context === undefined || action === "rename") return;
    if (findRef(context.session.state.plan, ref) === undefined) this.#canvas?.focus();
    else void this.#canvas?.focusPart("ref", ref);
  }

  /** Closes the menu; the focus returns to where it was, or to the drawing. */
  #close(isReturning = true): void {
    if (this.place === undefined) return;
    this.place = this.opened = undefined;
    for (const [name, listener] of outside) window.removeEventListener(name, this[listener], true);
    const before = this.#before;
    this.#before = null;
    if (!isReturning) return;
    const isThere = before instanceof HTMLElement || before instanceof SVGElement;
    if (isThere && before.isConnected && before !== document.body) before.focus();
    else this.#canvas?.focus();
  }

  get #canvas(): Canvas | null {
    const root = this.getRootNode();
    return root instanceof ShadowRoot ? root.querySelector<Canvas>("floorplan-canvas") : null;
  }

  /** Opens the menu, unless it is open. */
  open(place: MenuPlace): void {
    if (this.place !== undefined) return;
    this.#before = focusedElement();
    this.place = place;
    for (const [name, listener] of outside) window.addEventListener(name, this[listener], true);
  }

  /** Closes the menu on a press elsewhere, which still has its own effect. */
  readonly pressedOutside = (event: Event): void => {
    if (!event.composedPath().includes(this)) this.#close(false);
  };

  /** Closes the menu on a resize, which moves the place it was opened at. */
  readonly resized = (): void => this.#close();

  readonly #key = (event: KeyboardEvent): void => {
    const { key, currentTarget } = event;
    if (!(currentTarget instanceof HTMLElement) || event.ctrlKey || event.metaKey) return;
    const items = this.#items(currentTarget);
    const at = items.findIndex((item) => item.matches(":focus"));
    const isSub = currentTarget.classList.contains("sub");
    const go = (to: number): void => items[(to + items.length) % items.length]?.focus();
    if (key === "ArrowDown") go(at + 1);
    else if (key === "ArrowUp") go(at < 0 ? -1 : at - 1);
    else if (key === "Home" || key === "PageUp") go(0);
    else if (key === "End" || key === "PageDown") go(-1);
    else if (key === "Enter" || key === " ") items[at]?.click();
    else if (key === "ArrowRight") {
      if (items[at]?.ariaHasPopup === "menu") this.opened = items[at].dataset["word"];
    } else if ((key === "ArrowLeft" || key === "Escape") && isSub) this.#leaveSub();
    else if (key === "Escape" || key === "Tab") this.#close();
    else if (key.length === 1) {
      const words = items.map((item) => item.dataset["word"] ?? "");
      const found = entryForLetter(words, at, key);
      if (found !== undefined) go(found);
    }
    event.preventDefault();
    event.stopPropagation();
  };

  #leaveSub(): void {
    const from = this.renderRoot.querySelector<HTMLElement>('[aria-expanded="true"]');
    this.opened = undefined;
    from?.focus();
  }

  #menu(name: "top" | "sub"): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>(`.${name}`);
  }

  #items(menu: HTMLElement): readonly HTMLElement[] {
    return [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  }

  #put(menu: HTMLElement, [left, top]: readonly [number, number]): void {
    menu.style.left = `${left}px`;
    menu.style.top = `${top}px`;
  }
}

/** Events outside that close the menu. */
const outside = [
  ["pointerdown", "pressedOutside"],
  ["wheel", "pressedOutside"],
  ["resize", "resized"],
] as const;

/** Keys with a common symbol. */
const signs: ReadonlyMap<string, string> = new Map([
  ["arrowup", "↑"],
  ["arrowdown", "↓"],
]);
