/** What the palette calls a sensor, which stands among the devices there but in a list of its own in the plan. */
export const sensorPiece = "sensor";
