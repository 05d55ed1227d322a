import type { SensorProblem } from "../../../model/zones/sensor/sensor-problem.ts";

/** A problem of a sensor, with its figures as text. */
export interface ToldProblem {
  readonly entity: string;
  readonly value: string;
  readonly least: string;
  readonly most: string;
  /** Such as `1.50 m`. */
  readonly metres: string;
}

/** Words for each problem of a sensor. */
export type ProblemsOfSensors = Readonly<
  Record<SensorProblem["problem"], (told: ToldProblem) => string>
>;

const problems: ProblemsOfSensors = {
  "no-sensor": () => "The saved zone names no sensor.",
  "bad-sensor": ({ value }) => `The zone cannot be written: ${value}.`,
  "no-tracker": ({ value }) => `There is no tracker “${value}”, or it cannot be read.`,
  "no-frame": ({ value }) =>
    `Tracker “${value}” has no coordinates of its own: it needs a place and direction, or points.`,
  "bad-frame": ({ value }) => `The tracker is not calibrated: ${value}.`,
  "other-floor": () => "The sensor is on another floor than the zone.",
  "no-entity": ({ entity }) => `Home Assistant has no ${entity}, or has disabled it.`,
  unavailable: ({ entity }) => `${entity} is unavailable now.`,
  "not-a-number": ({ entity, value }) => `${entity} says “${value}”, which is no number.`,
  "unknown-unit": ({ entity, value }) => `${entity} has the unit “${value}”, which is no length.`,
  "out-of-range": ({ entity, value, least, most, metres }) =>
    `The zone reaches ${metres} beyond what the sensor takes: ${entity} would be ${value}, and takes ${least} to ${most}.`,
  "too-many-points": ({ value, most }) =>
    `The zone has ${value} corners, and the sensor takes ${most}.`,
  "too-long": ({ value, most }) =>
    `The corners need ${value} characters, and the sensor takes ${most}. Use fewer corners.`,
  "no-option": ({ entity, value }) => `${entity} does not offer “${value}”.`,
  "no-shape": () => "The sensor has no zone there.",
};

/** Words for writing a zone to its sensor. */
export const zoneSensor = {
  explained:
    "A sensor with zones of its own can have this one too. Then its own entities tell who is in it.",
  tracker: "Tracker of the sensor",
  none: "None",
  slot: "Zone of the sensor",
  zone: (number: number): string => `Zone ${number}`,
  exclusion: (number: number): string => `Excluded zone ${number}`,
  shapes: { rectangle: "rectangle", polygon: "polygon" },
  others: "Other entities",
  shape: "What the sensor takes",
  takes: { rectangle: "Four numbers (rectangle)", polygon: "A text (polygon)" },
  fields: {
    x1: "x from",
    y1: "y from",
    x2: "x to",
    y2: "y to",
    text: "Text with the corners",
    type: "Type of the zones",
    switch: "Switch that must be on",
  },
  write: "Write to the sensor…",
  shared: (zone: string): string => `${zone} has the same entities: the later one counts.`,
  saveFirst: "Save first: what is saved is what the sensor gets.",
  title: (zone: string): string => `${zone}: write to the sensor`,
  looking: "Reading what the sensor has…",
  writing: "Writing, and waiting for the sensor to confirm each value…",
  planned: "The sensor gets these values:",
  same: "The sensor already has this zone.",
  entity: "Entity",
  before: "Now",
  former: "Before",
  wanted: "New",
  after: "Read back",
  unknown: "unknown",
  excess: (area: string, percent: string): string =>
    `It takes a rectangle along its own axes, which covers ${area} m² more than the zone (${percent} %).`,
  confirm: "Write",
  cancel: "Cancel",
  close: "Close",
  undo: "Undo",
  force: "Undo anyway",
  takeOver: "Take over the sensor’s zone",
  outcomes: {
    impossible: "This zone cannot be written.",
    written: "Written. The sensor has confirmed each value.",
    restored: "Undone. The sensor has its former values.",
    failed: "Not written. The sensor has its former values.",
    partly: "Only a part was written, and could not be undone. Check what the sensor has.",
    changed: "Somebody has changed the sensor since. Undoing replaces these values:",
  },
  failures: {
    refused: "Home Assistant refused this.",
    not_confirmed: "The sensor did not confirm this in time.",
    differs: "The sensor has another value.",
    away: "Home Assistant could not be reached.",
    left: "The connection ended.",
  },
  problems,
};

export type ZoneSensorTexts = typeof zoneSensor;
