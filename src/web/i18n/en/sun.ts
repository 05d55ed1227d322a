/** Words for the sun and the direction of north. */
export const sun = {
  title: "Sun and north",
  explained:
    "Set north to see daylight fall through the windows. The position of the sun comes from Home Assistant, or from the coordinates. Everybody who sees the plan can tell from either roughly where the house is.",
  compass: "Direction of north",
  degrees: (degrees: number): string => `${degrees}° clockwise from up`,
  unset: "Not set",
  show: "Show daylight here",
  day: "Day",
  hour: "Time",
  /** For an invalid number of degrees. */
  wrongDegrees: (least: number, most: number): string => `Enter degrees from ${least} to ${most}.`,
  noNorth: "Set north to see daylight.",
  noPlace: "Enter the coordinates to see daylight of any day.",
  night: "The sun is below the horizon.",
};

export type SunTexts = typeof sun;
