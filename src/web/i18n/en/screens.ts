export const card = {
  name: "Floor plan",
  description: "Shows the floor plan of your home, live.",
  plan: "Floor plan",
  /** For screen readers: which rooms are shown. */
  rooms: (names: string): string => `Floor plan with ${names}`,
  keys: "Arrow keys move, plus and minus zoom, 0 shows everything",
  levels: "Floors",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Show everything",
  reconnecting: "Reconnecting …",
  replay: {
    open: "Look back",
    close: "Back to now",
    before: "The day before",
    after: "The day after",
    time: "Time of day",
    loading: "Loading that day …",
    today: "On today’s plan: only administrators may see earlier ones.",
    oldest: "On the oldest plan that is kept.",
    nothing: "Nothing is known of this time.",
    failed: "That day could not be loaded.",
  },
  waiting: { title: "One moment", text: "The plan is on its way." },
  away: {
    title: "Waiting for the service",
    text: "It cannot be reached just now. This card keeps trying by itself.",
  },
  empty: {
    title: "There is no plan yet",
    text: "As soon as somebody draws one in the editor, it appears here.",
  },
  unset: {
    title: "Where is the plan?",
    text: "Give this card the address of the service and a token, or add it to a dashboard.",
  },
  /** Home Assistant's page does not know the service. */
  unknown: {
    title: "Home Assistant does not know this plan",
    text: "Give this card the address of the floor plan service.",
  },
  /** Whoever is signed in to Home Assistant is not let in by the service. */
  stranger: {
    title: "The service does not know you",
    text: "An administrator can connect it with this Home Assistant, or give this card a token.",
  },
};

export type CardTexts = typeof card;
