/** Where the sun stands, in degrees. */
export interface SolarPosition {
  /** Clockwise from north. */
  readonly azimuth: number;
  /** Above the horizon; negative at night. */
  readonly elevation: number;
}

/** A place on the earth, in degrees: north and east are positive. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

const sin = (degrees: number): number => Math.sin((degrees * Math.PI) / 180);
const cos = (degrees: number): number => Math.cos((degrees * Math.PI) / 180);
const inDegrees = (radians: number): number => (radians * 180) / Math.PI;

const dayMs = 86_400_000;
/** Noon of 1 January 2000, from which astronomers count. */
const epochMs = Date.UTC(2000, 0, 1, 12);

/**
 * Where the sun stands at a place and a moment in ms since 1970, to a hundredth of a degree from 1950 to 2050 and without
 * refraction: the low-precision formulas of the Astronomical Almanac, as in J. J. Michalsky, "The Astronomical Almanac's
 * algorithm for approximate solar position (1950–2050)", Solar Energy 40 (1988).
 */
export const solarPosition = (
  { latitude, longitude }: Coordinates,
  atMs: number,
): SolarPosition => {
  const days = (atMs - epochMs) / dayMs;
  const meanLongitude = 280.46 + 0.9856474 * days;
  const anomaly = 357.528 + 0.9856003 * days;
  const ecliptic = meanLongitude + 1.915 * sin(anomaly) + 0.02 * sin(2 * anomaly);
  const tilt = 23.439 - 4e-7 * days;
  const rightAscension = inDegrees(Math.atan2(cos(tilt) * sin(ecliptic), cos(ecliptic)));
  const declination = inDegrees(Math.asin(sin(tilt) * sin(ecliptic)));
  const siderealDegrees = 280.46062 + 360.98564737 * days;
  const hourAngle = siderealDegrees + longitude - rightAscension;
  const elevation = Math.asin(
    sin(declination) * sin(latitude) + cos(declination) * cos(latitude) * cos(hourAngle),
  );
  const east = -cos(declination) * sin(hourAngle);
  const north =
    sin(declination) * cos(latitude) - cos(declination) * sin(latitude) * cos(hourAngle);
  return {
    azimuth: (inDegrees(Math.atan2(east, north)) + 360) % 360,
    elevation: inDegrees(elevation),
  };
};
