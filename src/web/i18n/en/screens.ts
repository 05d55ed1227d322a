import type { HeatClass } from "../../../model/heat/quantities.ts";

export const card = {
  name: "Floor plan",
  description: "Shows the floor plan of your home, live.",
  plan: "Floor plan",
  /** For screen readers: names of the shown rooms. */
  rooms: (names: string): string => `Floor plan with ${names}`,
  keys: "Arrow keys move, plus and minus zoom, 0 fits to screen, Z zooms to a room",
  levels: "Floors",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Fit to screen",
  reconnecting: "Reconnecting …",
  lookBack: "Look back",
  waiting: { title: "One moment", text: "Loading the plan …" },
  away: {
    title: "The service cannot be reached",
    text: "This card reconnects by itself.",
  },
  empty: {
    title: "There is no plan yet",
    text: "It appears here as soon as somebody draws one in the editor.",
  },
  unset: {
    title: "Where is the plan?",
    text: "Give this card the address of the service and a token, or add it to a dashboard.",
  },
};

export type CardTexts = typeof card;

/** Why a card shows no plan, where that is not just a matter of time. */
export const refusal = {
  /** Home Assistant has no integration for the plan. */
  unknown: {
    title: "This plan was not found in Home Assistant",
    text: "Give this card the address of the floor plan service.",
  },
  /** The service does not accept the user who is signed in to Home Assistant. */
  unknownUser: {
    title: "You don’t have access to this floor plan",
    text: "An administrator can connect it to this Home Assistant, or give this card a token.",
  },
  /** The service lets no page of this origin connect; the options of its command line follow. */
  origin: {
    title: "This page may not connect",
    text: "The service does not know it yet. Start the service with",
  },
  /** The page is a file, which has no origin. */
  file: {
    title: "This page may not connect",
    text: "It was opened as a file. Open it from a web server, and start the service with --origins and that server’s address.",
  },
};

export type RefusalTexts = typeof refusal;

/** Words of the details panel. */
export const details = {
  close: "Close details",
  back: "Back",
  unknown: "State unknown",
  changed: (when: string): string => `Changed ${when}`,
  power: "Power",
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
    low: "Low",
    high: "High",
    mode: "Mode",
    speed: "Speed",
    volume: "Volume",
    previous: "Previous",
    playPause: "Play / pause",
    next: "Next",
    mute: "Mute",
    unmute: "Unmute",
    value: "Value",
    option: "Option",
    press: "Press",
    run: "Run",
    lock: "Lock",
    unlock: "Unlock",
    armHome: "Arm home",
    armAway: "Arm away",
    armNight: "Arm night",
    disarm: "Disarm",
    start: "Start",
    pause: "Pause",
    dock: "Return to dock",
    locate: "Locate",
    preset: "Preset",
    fanMode: "Fan",
    saturation: "Saturation",
    humidity: "Humidity",
  },
  day: "Last 24 hours",
  noDay: "No data for the last 24 hours",
  loadingDay: "Loading the last 24 hours …",
  /** What could not be loaded, and why. */
  notLoaded: {
    day: "The last 24 hours could not be loaded:",
    picture: "The picture could not be loaded:",
    because: {
      unauthorized: "your access does not include this.",
      home_assistant_unavailable: "Home Assistant cannot be reached.",
      offline: "the service cannot be reached.",
      connection_lost: "the connection was lost.",
      timeout: "the answer took too long.",
      no_picture: "Home Assistant has none at the moment.",
      unknown: "the reason is not known.",
    },
  },
  between: (min: string, max: string): string => `Between ${min} and ${max}`,
  empty: "Nothing to show here.",
};

export type DetailsTexts = typeof details;

/** The card's words about Home Assistant and about actions. */
export const live = {
  away: "Home Assistant is offline",
  notLoaded: "Not loaded: reload the page, maybe there is a newer version.",
  understood: "OK",
};

export type LiveTexts = typeof live;

/** Words of the bar for looking back. */
export const replay = {
  close: "Back to now",
  before: "Previous day",
  after: "Next day",
  time: "Time of day",
  play: "Play the day",
  pause: "Pause",
  loading: "Loading …",
  today: "On today’s plan: only administrators can see earlier ones.",
  oldest: "On the oldest plan that is stored.",
  nothing: "No data for this time.",
  failed: "That day could not be loaded.",
};

export type ReplayTexts = typeof replay;

/** What is shown as a heat map. */
const heatQuantities: Readonly<Record<HeatClass, string>> = {
  temperature: "Temperature",
  humidity: "Humidity",
  carbon_dioxide: "CO₂",
  illuminance: "Light",
  signal_strength: "Wi-Fi and radio signal",
  pm25: "Fine dust PM2.5",
  pm10: "Fine dust PM10",
  volatile_organic_compounds: "Volatile compounds",
  volatile_organic_compounds_parts: "Volatile compounds (parts)",
  carbon_monoxide: "CO",
  radon: "Radon",
  sound_pressure: "Noise",
  atmospheric_pressure: "Air pressure",
  moisture: "Moisture",
  power: "Power",
  energy: "Energy",
};

export const heat = {
  title: "Heat map",
  none: "None",
  quantities: heatQuantities,
  byRoom: "by room",
  ofDay: (what: string): string => `${what} since midnight`,
  blank: "No colour: no sensor reaches there.",
  failed: "The heat map could not be made.",
  nothing: (what: string): string => `${what}: no sensor on this floor.`,
  range: (what: string, least: string, most: string): string => `${what} from ${least} to ${most}`,
  highest: (room: string): string => `highest: ${room}`,
};

export type HeatTexts = typeof heat;

/** The menu of a plan's layers. */
export const layers = {
  title: "Layers",
  /** Why a layer that is on is not shown. */
  nearer: "Shown when you zoom in",
  farther: "Shown when you zoom out",
};

export type LayersTexts = typeof layers;

/** What is asked before something is switched, and why it was not. */
export const acting = {
  ask: {
    title: "Are you sure?",
    switching: (names: string): string => `This switches ${names}.`,
    doing: {
      turn_on: (names: string): string => `This turns on ${names}.`,
      turn_off: (names: string): string => `This turns off ${names}.`,
      run: (names: string): string => `This runs ${names}.`,
      unlock: (names: string): string => `This unlocks ${names}.`,
      lock: (names: string): string => `This locks ${names}.`,
      open_cover: (names: string): string => `This opens ${names}.`,
      close_cover: (names: string): string => `This closes ${names}.`,
      alarm_arm_home: (names: string): string => `This arms ${names} in home mode.`,
      alarm_arm_away: (names: string): string => `This arms ${names} in away mode.`,
      alarm_arm_night: (names: string): string => `This arms ${names} in night mode.`,
      alarm_disarm: (names: string): string => `This disarms ${names}.`,
    },
    yes: "Yes",
    no: "Cancel",
    code: "Code",
  },
  refused: {
    control: "View only: this screen’s token does not allow control.",
    away: "Home Assistant is offline, so nothing was switched.",
    rights: "Your Home Assistant user may not do that.",
    offline: "The service cannot be reached, so nothing was switched.",
    lost: "The connection was lost: the change may have been made or not.",
    unconfirmed: "Home Assistant has not confirmed the change: it may still be made.",
    unanswered: (name: string, seconds: number): string =>
      `${name} did not answer within ${seconds} seconds.`,
    address: "This address cannot be opened from here.",
    other: "The change was not made.",
  },
};

export type ActingTexts = typeof acting;

export const page = {
  title: "Floor plan",
  signIn: {
    heading: "Welcome",
    back: "Sign in again",
    kept: "Your unsaved changes are kept on this device. Sign in and open the editor to restore them.",
    intro: "Sign in with your access token to see the floor plan.",
    token: "Access token",
    hint: "The service prints one when it first starts; an administrator can create more with “floorplan token create”.",
    homeAssistant: "Sign in with Home Assistant",
    underWay: "Signing in …",
    orToken: "Or use an access token:",
    submit: "Sign in",
    missing: "Enter a token first.",
  },
  link: {
    title: "Use this link?",
    text: (name: string): string =>
      `You are signed in as “${name}”. The link gives this browser its own access instead, and signs you out.`,
    yes: "Use link",
    no: "Stay signed in",
  },
  /** A switch: pressed, everything is drawn in plain colours, without materials. */
  plain: "Plain colours",
  signOut: "Sign out",
  /** Asks an administrator who signs out. */
  leaving: {
    title: "Have you kept your token?",
    text: "Signing out removes your token from this browser, and only such a token may draw. A link that you make shows the plan and no more.",
    token: "Your token",
    copy: "Copy",
    copied: "Copied.",
    notCopied: "This browser does not allow copying: select the text and copy it.",
    another: "Make a link",
    stay: "Cancel",
  },
  /** Over the plan, about the work of the editor. */
  unsaved: {
    what: (what: string): string => `Not saved yet: ${what}`,
    some: "Your changes are not saved yet.",
    back: "Back to the editor",
  },
  edit: "Edit",
  manage: "Access",
  notManaged: "The access settings could not be loaded. Check the connection and try again.",
  connecting: "Connecting …",
  away: "The service does not answer yet. This page keeps trying.",
  homeAssistantAway:
    "Home Assistant cannot be reached, so the service cannot tell who you are. This page keeps trying.",
  again: "Try again",
  otherToken: "Use another token",
  refusedLink: "The link you opened is not valid; you stay signed in as before.",
  understood: "OK",
  opening: "Opening the editor …",
  notOpened:
    "The editor cannot be loaded. This page keeps trying; if the connection works, reload it.",
  reload: "Reload",
  wall: {
    empty: "There is no plan yet. It appears here as soon as an administrator draws one at:",
    wakeLockProblem: {
      insecure:
        "This browser keeps the screen on over HTTPS only. Open this page over HTTPS, or set the tablet to stay on.",
      missing: "This browser cannot keep the screen on. Set the tablet to stay on.",
      refused:
        "The browser does not keep the screen on, maybe to save power. Charge the tablet, or set it to stay on.",
    },
  },
  empty: {
    heading: "Let’s draw your home",
    intro:
      "There is no plan yet. Start with a small sample flat and make it yours, or with a blank sheet.",
    sample: "Start with the sample flat",
    sampleHint: "Five rooms with doors, furniture and lamps",
    blank: "Start with a blank sheet",
    blankHint: "Opens the editor",
    foreign: "Import from another program",
    foreignHint:
      "Sweet Home 3D (.sh3d), a RoomPlan scan (.json), a drawing (.dxf), a building (.ifc), or a floor plan from Home Assistant’s folder",
    saving: "Saving …",
    viewer: "There is no plan yet. It appears here as soon as an administrator draws one.",
  },
};

export type PageTexts = typeof page;

/** Words of the form for a card's configuration. */
export const configForm = {
  title: "Title",
  level: "Initial floor",
  /** Where no plan is known whose floors could be chosen. */
  levelHint: "Its ID",
  look: "Colours",
  looks: { auto: "Same as the dashboard", day: "Day", night: "Night" },
  plain: "Plain colours, without floor materials and shadows",
  traced: "Show the tracing image under the plan",
  replay: "Allow looking back",
  heat_map: "Heat map",
  heatChoice: "Chosen on the card",
  heatQuantities,
  layers: "Layers",
  layersByDefault: "As the plan says, without a choice",
  noLayers: "None",
  layersHint: "Empty: people choose on the card.",
  domain: "Domain of the integration in Home Assistant",
  url: "Address of a separate service, or of its nodes, separated by commas",
  token: "Token for that service",
  hint: "Leave address and token empty to connect through Home Assistant.",
  tokenHint:
    "Without a token, people sign in with their Home Assistant accounts, if the service is connected to it.",
};

export type ConfigFormTexts = typeof configForm;

/** The word of the button that shows the plan in 3D; all others are loaded with the view. */
export const view3dButton = { open: "Show in 3D" };

export type View3dButtonTexts = typeof view3dButton;
