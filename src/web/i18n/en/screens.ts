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

/** What the panel says that shows an entity, and what can be done with it. */
export const details = {
  close: "Close",
  back: "Back",
  unknown: "Nothing is known of it just now",
  changed: (when: string): string => `Changed ${when}`,
  power: "On",
  shadesOf: "Colour",
  hue: "Hue",
  shades: {
    warm: "Warm white",
    red: "Red",
    yellow: "Yellow",
    green: "Green",
    blue: "Blue",
    purple: "Purple",
  },
  controls: {
    brightness: "Brightness",
    temperature: "Colour temperature",
    open: "Open",
    stop: "Stop",
    close: "Close",
    position: "Position",
    target: "Target",
    low: "Lowest",
    high: "Highest",
    mode: "Mode",
    speed: "Speed",
    volume: "Volume",
    previous: "Previous",
    playPause: "Play / pause",
    next: "Next",
    mute: "Mute",
    unmute: "Unmute",
    value: "Value",
    option: "Choice",
    press: "Press",
    run: "Run",
    lock: "Lock",
    unlock: "Unlock",
    armHome: "Arm, at home",
    armAway: "Arm, away",
    armNight: "Arm for the night",
    disarm: "Disarm",
    start: "Start",
    pause: "Pause",
    dock: "To the dock",
    locate: "Locate",
    humidity: "Humidity",
  },
  day: "The last 24 hours",
  noDay: "Nothing is known of the last 24 hours",
  loadingDay: "The last 24 hours are on their way …",
  between: (min: string, max: string): string => `Between ${min} and ${max}`,
  empty: "There is nothing to show here.",
};

export type DetailsTexts = typeof details;

/** What the card says of the house, and of what was switched. */
export const live = {
  away: "Home Assistant is away",
  ask: {
    title: "Are you sure?",
    switching: (names: string): string => `This switches ${names}.`,
    doing: {
      unlock: (names: string): string => `This unlocks ${names}.`,
      lock: (names: string): string => `This locks ${names}.`,
      open_cover: (names: string): string => `This opens ${names}.`,
      close_cover: (names: string): string => `This closes ${names}.`,
      alarm_arm_home: (names: string): string => `This arms ${names}, with somebody at home.`,
      alarm_arm_away: (names: string): string => `This arms ${names}, with nobody at home.`,
      alarm_arm_night: (names: string): string => `This arms ${names} for the night.`,
      alarm_disarm: (names: string): string => `This disarms ${names}.`,
    },
    yes: "Yes",
    no: "Cancel",
    code: "Code",
  },
  refused: {
    control: "This screen shows, and does not switch: its token has no right to control.",
    away: "Home Assistant is away, so nothing was switched.",
    rights: "Your user of Home Assistant may not do that.",
    offline: "The service cannot be reached, so nothing was switched.",
    lost: "The connection was lost: it may have been switched or not.",
    unconfirmed: "Home Assistant has not confirmed it: it may be done, or still be.",
    address: "This address cannot be opened from here.",
    other: "That was not done.",
  },
  notLoaded: "The details could not be loaded.",
  understood: "Understood",
};

export type LiveTexts = typeof live;

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

/** What the form for a card's configuration says. */
export const configForm = {
  title: "Title",
  level: "Floor to begin with (its id)",
  look: "Colours",
  looks: { auto: "Like the dashboard", day: "Day", night: "Night" },
  traced: "Show the tracing image under the plan",
  replay: "Offer to look back at earlier moments",
  domain: "Domain of the service in Home Assistant",
  url: "Address of a service of its own, or those of its nodes with commas",
  token: "Token for that service",
  hint: "Leave address and token empty to use Home Assistant’s connection.",
  tokenHint:
    "Without a token, people sign in with their accounts of Home Assistant, where the service is connected with it.",
};

export type ConfigFormTexts = typeof configForm;
