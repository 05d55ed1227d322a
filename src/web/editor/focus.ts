/** Whether nothing in the page has the focus. */
export const hasNoFocus = (): boolean => document.activeElement === document.body;
