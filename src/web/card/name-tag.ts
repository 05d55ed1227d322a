import { elementAt } from "../ui/pointers.ts";

/** What has a name and no action, and what has an error to tell. */
const named = "[data-ref]:is([role=img],.faulty)";

/** Pixels between a tag and what it names. */
const gap = 10;

const look = `
  position: absolute;
  box-sizing: border-box;
  max-width: calc(100% - 8px);
  padding: 4px 12px;
  color: var(--plan-ink);
  background: var(--plan-badge);
  border: 1px solid var(--plan-line);
  border-radius: 14px;
  box-shadow: 0 1px 4px rgb(0 0 0 / 25%);
  pointer-events: none;
`;

/** A place on the page, in pixels of its viewport. */
interface Place {
  readonly x: number;
  /** The top of what is named. */
  readonly y: number;
}

const topOf = (thing: Element): Place => {
  const { left, top, width } = thing.getBoundingClientRect();
  return { x: left + width / 2, y: top };
};

/**
 * Shows the name of what is under the mouse, was tapped or has the keyboard focus, in a tag over the stage of a card,
 * until the signal aborts. Names are those for screen readers, so the tag itself is hidden from them. Escape hides it.
 */
export const followNames = (stage: HTMLElement, signal: AbortSignal): void => {
  const tag = document.createElement("div");
  tag.className = "name-tag";
  tag.ariaHidden = "true";
  tag.style.cssText = look;
  tag.hidden = true;
  stage.append(tag);
  let focused: Element | undefined;
  const hide = (): void => void (tag.hidden = true);
  const show = (thing: Element, { x, y }: Place): void => {
    tag.textContent = thing.getAttribute("aria-label");
    tag.hidden = false;
    const { left, top } = stage.getBoundingClientRect();
    const [wide, high] = [tag.offsetWidth, tag.offsetHeight];
    const most = stage.clientWidth - wide - 4;
    const above = y - top - high - gap;
    tag.style.left = `${Math.max(4, Math.min(most, x - left - wide / 2))}px`;
    tag.style.top = `${Math.max(4, Math.min(stage.clientHeight - high - 4, above))}px`;
  };
  const showFocused = (): void => {
    if (focused?.isConnected === true) show(focused, topOf(focused));
    else hide();
  };
  const at = (event: MouseEvent & { readonly pointerType?: string }): Element | undefined => {
    const { clientX, clientY, pointerType = "mouse" } = event;
    return elementAt(stage.getRootNode(), { clientX, clientY, pointerType }, named);
  };
  const showAt = (event: MouseEvent): void => {
    const thing = at(event);
    if (thing === undefined) showFocused();
    else show(thing, { x: event.clientX, y: event.clientY });
  };
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
  ): void => stage.addEventListener(name, listener, { signal });
  on("pointermove", (event) => {
    if (event.pointerType !== "touch" && event.buttons === 0) showAt(event);
  });
  on("pointerleave", (event) => {
    if (event.pointerType !== "touch") showFocused();
  });
  on("pointerdown", hide);
  on("click", showAt);
  on("focusin", ({ target }) => {
    focused =
      target instanceof Element && target.matches(`${named}:focus-visible`) ? target : undefined;
    if (focused !== undefined) showFocused();
  });
  on("focusout", () => {
    focused = undefined;
    hide();
  });
  on("keydown", ({ key }) => {
    if (key === "Escape") hide();
  });
  // What moves takes the tag of the focus along; any other tag would stand over something else.
  const moved = new MutationObserver(showFocused);
  const sheet = stage.querySelector("svg.sheet");
  if (sheet !== null) moved.observe(sheet, { attributeFilter: ["viewBox"] });
  // Panning moves the layer of the sheet.
  if (sheet?.parentElement) moved.observe(sheet.parentElement, { attributeFilter: ["style"] });
  signal.addEventListener("abort", () => {
    moved.disconnect();
    tag.remove();
  });
};
