/** Tells the page around a card something, as Home Assistant's page listens for it. */
export const dispatchToFrontend = (card: HTMLElement, name: string, detail: object): void => {
  card.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
};

/** Asks Home Assistant's page for the details of an entity. */
export const showMoreInfo = (card: HTMLElement, entityId: string): void =>
  dispatchToFrontend(card, "hass-more-info", { entityId });
