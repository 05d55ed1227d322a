/** The kinds of devices in the catalogue, in palette order. A card has these names at first, and loads what belongs to them. */
export const deviceNames = [
  "dishwasher",
  "washer",
  "dryer",
  "radiator",
  "fan",
  "thermostat",
  "alarm",
  "camera",
  "speaker",
  "media",
  "plug",
  "router",
  "lock",
  "doorbell",
  "vacuum",
  "generic",
] as const;

/** A kind of device in the catalogue. */
export type DeviceName = (typeof deviceNames)[number];

const names: readonly string[] = deviceNames;

/** Whether a kind of device is in the catalogue. */
export const isDeviceName = (kind: string): kind is DeviceName => names.includes(kind);

/** A neutral sign, as an SVG path on a grid of 24. */
export const genericSign = "M12 4a8 8 0 1 0 .01 0M12 11a1 1 0 1 0 .01 0";
