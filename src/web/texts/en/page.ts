export const page = {
  title: "Floor plan",
  signIn: {
    heading: "Welcome",
    back: "Sign in again",
    kept: "Your unsaved work is kept on this device. It is offered to you as soon as you have signed in and opened the editor.",
    intro: "Sign in with your access token to see the floor plan.",
    token: "Access token",
    hint: "The service prints one at its first start; an administrator can make more with “floorplan token create”.",
    homeAssistant: "Sign in with Home Assistant",
    underWay: "Signing in…",
    orToken: "Or with an access token:",
    submit: "Sign in",
    missing: "Enter your token first.",
  },
  signOut: "Sign out",
  edit: "Edit",
  connecting: "Connecting…",
  away: "The service does not answer yet. This page goes on trying by itself.",
  homeAssistantAway:
    "Home Assistant, which knows who you are, cannot be reached. This page goes on trying by itself.",
  again: "Try again",
  otherToken: "Use another token",
  refusedLink: "The link that was opened signs nobody in; you stay signed in as before.",
  understood: "OK",
  opening: "Opening the editor…",
  notOpened: "The editor could not be loaded. Check the connection and load the page again.",
  reload: "Load again",
  empty: {
    heading: "Let’s draw your home",
    intro:
      "There is no plan yet. Begin with a small sample flat and make it yours, or with a blank sheet.",
    sample: "Begin with the sample flat",
    sampleHint: "Five rooms with doors, furniture and lamps",
    blank: "Begin with a blank sheet",
    blankHint: "Opens the editor",
    saving: "One moment…",
    viewer:
      "There is no plan yet. As soon as an administrator has drawn one, it appears here by itself.",
  },
};

export type PageTexts = typeof page;
