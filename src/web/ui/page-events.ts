/** Milliseconds for which a page is seen before what was taken out of it counts as left. */
const graceMs = 10_000;

/**
 * Calls `leave` when what was taken out of its page is left: at once where the page is seen; where it is hidden, once
 * it has been seen for a while. Home Assistant takes a panel out of a page that was hidden for five minutes and puts it
 * back, as a new element, when the page is seen (home-assistant/frontend: partial-panel-resolver.ts and
 * ha-panel-custom.ts). Returns what ends the wait, as it was put back.
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

/** Calls `act` once in the next frame, however often it is asked for until then; `end` forgets what is asked for. */
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

/** Tells the page around a card something, as Home Assistant's page listens for it. */
export const dispatchToFrontend = (card: HTMLElement, name: string, detail: object): void => {
  card.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
};

/** Asks Home Assistant's page for the details of an entity. */
export const showMoreInfo = (card: HTMLElement, entityId: string): void =>
  dispatchToFrontend(card, "hass-more-info", { entityId });
