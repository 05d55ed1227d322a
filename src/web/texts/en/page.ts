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
  link: {
    title: "Use this link?",
    text: (name: string): string =>
      `You are signed in here as “${name}”. With the link this browser gets the access that the link was made for, and you are signed out here.`,
    yes: "Use the link",
    no: "Stay signed in",
  },
  signOut: "Sign out",
  edit: "Edit",
  manage: "Access",
  notManaged: "This could not be loaded. Check the connection and try again.",
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
  wall: {
    empty:
      "There is no plan yet. As soon as an administrator has drawn one, it appears here by itself. It is drawn at:",
    old: "What you see is no longer live.",
    drowsy: {
      insecure:
        "This browser keeps the screen on over https only. Open this page by https, or set the tablet itself to stay on.",
      missing: "This browser cannot keep the screen on. Set the tablet itself to stay on.",
      refused:
        "The browser does not keep the screen on, maybe to save power. Charge the tablet, or set it to stay on itself.",
    },
  },
  empty: {
    heading: "Let’s draw your home",
    intro:
      "There is no plan yet. Begin with a small sample flat and make it yours, or with a blank sheet.",
    sample: "Begin with the sample flat",
    sampleHint: "Five rooms with doors, furniture and lamps",
    blank: "Begin with a blank sheet",
    blankHint: "Opens the editor",
    foreign: "Import a plan of another program",
    foreignHint: "Sweet Home 3D (.sh3d), or a floor plan out of Home Assistant’s folder",
    saving: "One moment…",
    viewer:
      "There is no plan yet. As soon as an administrator has drawn one, it appears here by itself.",
  },
};

export type PageTexts = typeof page;
