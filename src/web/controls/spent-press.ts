/** What browsers make of a finger that goes up, wherever it went down. */
const ofFinger = ["touchend", "mousedown", "click"] as const;

/**
 * For a dialog that opens under a press that is not over, as by a long press or before the click of a tap: what
 * comes of that press yet presses nothing of the dialog. The next one counts, as do keys.
 */
export const swallowPress = (dialog: HTMLDialogElement): void => {
  const ending = new AbortController();
  const { signal } = ending;
  const end = (): void => ending.abort();
  const spend = (event: Event): void => {
    // Keys, and those who press by them, press at no place.
    if (event instanceof MouseEvent && event.type === "click" && event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.type === "click") end();
  };
  dialog.addEventListener("close", end, { signal });
  for (const name of ["pointerdown", "keydown"] as const)
    addEventListener(name, end, { capture: true, signal });
  for (const name of ofFinger)
    addEventListener(name, spend, { capture: true, passive: false, signal });
};
