/** Words for trackers and their calibration. */
export const trackers = {
  explained:
    "A tracker tells where a vacuum, a person or a pet is: by an entity with coordinates, and by how these become metres of the plan.",
  none: "There are no trackers yet.",
  add: "Add a tracker",
  removeOne: "Remove this tracker",
  kinds: {
    vacuum: "Vacuum",
    person: "Person",
    pet: "Pet",
    device: "Device",
    target: "Anybody",
  },
  /** What is known of where it is. */
  located: "on the plan",
  absent: "nobody there",
  inRoom: (room: string): string => `in ${room}`,
  saveFirst: "Save to see where it is.",
  noRight: "Live positions need a token with --positions.",
  unknown: "Home Assistant has said nothing of it yet.",
  target: (number: number, state: string): string => `${number}: ${state}`,
  jumped: (metres: string): string =>
    `It jumped by ${metres}: check its coordinates, or whether another tracker is mixed in.`,
  groups: {
    source: "Where the coordinates come from",
    calibration: "How they become metres",
  },
  fields: {
    name: "Name",
    kind: "Kind",
    level: "Floor",
    timeout: "Absent after (s)",
    entity: "Entity with all values",
    x: "x",
    y: "y",
    heading: "Direction",
    room: "Room",
    map: "Map",
    accuracy: "Accuracy",
    valetudo: "Camera of Valetudo",
    dock: "Charger",
    path: "Path",
    fuse: "May be the same person as another tracker’s",
    active: "Somebody is there",
    unit: "Unit",
    rotation: "Looks towards (°)",
    height: "Mounting height (m)",
    mirrored: "Left and right are swapped",
    pointsMirrored: "The second axis points",
  },
  sourceHint:
    "With this entity, the other values are its attributes. Without it, each is an entity.",
  ofEntity: "unit of the entity",
  firstLevel: "First floor of the list",
  several: (count: number): string => `The device reports ${count} targets.`,
  targetNumber: (number: number): string => `Target ${number}`,
  addTarget: "Add a target",
  removeTarget: "Remove this target",
  ways: {
    points: "Points on the plan",
    pose: "Place and direction of a sensor",
    maps: "Points for each map of a vacuum",
    none: "Room alone, no coordinates",
    matrix: "Matrix",
  },
  up: "up or down, by the points",
  mirroredYes: "up",
  mirroredNo: "down",
  matrixHint: "The matrix was written in the file, and stays as it is.",
  /** Calibrating by points. */
  calibrate: "Set points on the plan",
  stop: "Stop setting points",
  now: "Move it to a place that you know, then show that place on the plan.",
  noMap: "The source names no map now.",
  mapNow: (map: string): string => `Map now: ${map}`,
  pair: (number: number, source: string, plan: string): string =>
    `${number}: ${source} is at ${plan} m`,
  off: (cm: string): string => `off by ${cm} cm`,
  removePair: (number: number): string => `Remove point ${number}`,
  set: (number: number): string => `Point ${number} is set.`,
  oneMore: "One point more, far from this one.",
  agree: (cm: string): string => `The points agree to ${cm} cm.`,
  exact: "Two points always agree. A third one shows how well.",
  noSource: "Its coordinates are not known now, so no point was set.",
  unmoved: "Its coordinates are those of another point: move it first.",
  moving: "It is still moving: if it stands, set this point again.",
  full: "There are eight points already: remove one first.",
  otherFloor: (level: string): string => `Its other points are on ${level}.`,
  /** A point that contradicts the others. */
  disagrees: (metres: string): string =>
    `By the other points, it is ${metres} away from here. Was its map made anew or turned since?`,
  beginAnew: "Begin anew with this point",
  addAnyway: "Add the point all the same",
  forget: "Forget this point",
  anew: "The former points hold until there are two new ones.",
  keepFormer: "Keep the former points",
  /** Placing a sensor. */
  place: "Place on the plan",
  placed: "Stop placing",
  stand: "I stand here",
  standHint:
    "Stand in front of the sensor where it sees you alone, then show on the plan where you stand.",
  standing: "Stop",
  turned: (degrees: string): string => `It looks towards ${degrees}°.`,
  turnedOff: (degrees: string, cm: string): string =>
    `It looks towards ${degrees}°. The distance is off by ${cm} cm.`,
  hints: {
    points: "Show where it is now.",
    pose: "Drag the sensor to its place, or the dot in front of it to turn it.",
    stand: "Show where you stand now.",
  },
  /** What is wrong, by the word of the service; `value` and `entity` are what it is about. */
  problems: {
    "bad-tracker": (value: string): string => `Something is missing or wrong: ${value}`,
    "no-entity": (_value: string, entity: string): string =>
      `Home Assistant has no entity ${entity}.`,
    unreadable: (_value: string, entity: string): string =>
      `The state of ${entity} cannot be read.`,
    "no-attribute": (value: string, entity: string): string =>
      `${entity} has no attribute ${value}.`,
    "not-a-number": (value: string, entity: string): string =>
      `${entity} says “${value}”, which is no number.`,
    "not-a-text": (value: string, entity: string): string =>
      `${entity} says “${value}” as its room, which is no text.`,
    "unknown-unit": (value: string): string => `The unit “${value}” is no length: choose one here.`,
    "unknown-map": (value: string): string => `There are no points for the map “${value}” yet.`,
    "no-map": (value: string, entity: string): string =>
      `The picture of ${entity} has no map: ${value}`,
    "unreadable-map": (value: string, entity: string): string =>
      `The map of ${entity} cannot be read: ${value}`,
    "moved-map": (value: string): string =>
      `The charger is ${value} m from where it was, so the map was made anew or turned: set new points.`,
    "far-away": (value: string): string =>
      `It would be ${value} m away: calibrate again, or check the unit.`,
    jumps: (value: string): string =>
      `It jumps again and again, at last by ${value} m: the sensor is disturbed.`,
    "few-distances": (value: string): string =>
      `Only ${value} distances are known now: three are needed.`,
    "no-place": (value: string): string =>
      `The distances contradict each other by ${value} m: check where the receivers are.`,
    "few-points": "It needs two points.",
    "same-points": "Two points are the same: remove one.",
    "too-close": "All points are within half a metre: take places farther apart.",
    "one-line":
      "The points are on one line: add one beside it, or say where the second axis points.",
    "poor-fit": (value: string): string =>
      `The points contradict each other by ${value} cm: remove the one that is farthest off.`,
  },
  /** Of a problem that this version does not know. */
  problem: (word: string): string => `There is a problem: ${word}`,
};

export type TrackersTexts = typeof trackers;
