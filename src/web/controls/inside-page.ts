/** Tells the page around a card something, as Home Assistant's page listens for it. */
export const tellPage = (card: HTMLElement, name: string, detail: object): void => {
  card.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
};

/** Asks Home Assistant's page for the details of an entity. */
export const showInside = (card: HTMLElement, entityId: string): void =>
  tellPage(card, "hass-more-info", { entityId });
