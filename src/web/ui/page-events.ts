/** How long a page must be visible before an element removed while it was hidden counts as gone. */
const graceMs = 10_000;

/**
 * Calls `leave` when an element was removed for good: at once if the page is visible; otherwise once the page has been
 * visible for a while. Home Assistant removes a panel from a page hidden for five minutes and puts it back, as a new
 * element, when the page is visible again (home-assistant/frontend: partial-panel-resolver.ts and ha-panel-custom.ts).
 * Returns a function that cancels.
 */
export const onPageLeft = (leave: () => void): (() => void) => {
  if (document.visibilityState === "visible") {
    leave();
    return () => undefined;
  }
  const waiting = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => {
    clearTimeout(timer);
    waiting.abort();
  };
  const seen = (): void => {
    clearTimeout(timer);
    if (document.visibilityState !== "visible") return;
    timer = setTimeout(() => {
      end();
      leave();
    }, graceMs);
  };
  document.addEventListener("visibilitychange", seen, { signal: waiting.signal });
  return end;
};

/** Calls `act` once in the next frame, however often it is requested until then; `end` cancels. */
export const oncePerFrame = (
  act: () => void,
): { readonly ask: () => void; readonly end: () => void } => {
  let asked: number | undefined;
  return {
    ask: () => {
      asked ??= requestAnimationFrame(() => {
        asked = undefined;
        act();
      });
    },
    end: () => {
      if (asked !== undefined) cancelAnimationFrame(asked);
      asked = undefined;
    },
  };
};

/** Dispatches an event that Home Assistant's page listens for. */
export const dispatchToFrontend = (card: HTMLElement, name: string, detail: object): void => {
  card.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
};

/** Opens Home Assistant's own details of an entity. */
export const showMoreInfo = (card: HTMLElement, entityId: string): void =>
  dispatchToFrontend(card, "hass-more-info", { entityId });
