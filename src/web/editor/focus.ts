/** Whether nothing in the page has the focus. */
export const hasNoFocus = (): boolean => document.activeElement === document.body;

/** Whether an element has the focus, also one within the parts of the page. */
export const hasFocus = (element: Element): boolean => {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement != null) focused = focused.shadowRoot.activeElement;
  return focused === element;
};

/** A button that a pointer has pressed, with which there is nothing more to do: none of a panel or a dialog, and none that opens something. */
export const doneWith = (event: MouseEvent): HTMLButtonElement | undefined => {
  const button = event.composedPath().find((each) => each instanceof HTMLButtonElement);
  const goesOn = ".side, dialog, form, [popover], [aria-haspopup], [aria-expanded]";
  return event.detail > 0 && button?.closest(goesOn) === null ? button : undefined;
};
