import * as t from "io-ts";
import { describe } from "../../codec.ts";

/** Why a zone cannot be written to its sensor, or read from it. */
export const sensorProblemCodec = t.readonly(
  t.intersection([
    t.type({
      problem: t.keyof({
        /** The plan's zone says of no sensor. */
        "no-sensor": null,
        /** The zone's field `sensor` is none, for the reason in `value`. */
        "bad-sensor": null,
        /** The plan has no tracker with the id `value`. */
        "no-tracker": null,
        /** The tracker, `value`, is no such element, or has no coordinates of its own: a room, distances, maps. */
        "no-frame": null,
        /** The tracker's calibration, `value`, is not usable. */
        "bad-frame": null,
        /** The tracker is on the floor `value`, and the zone is not. */
        "other-floor": null,
        "no-entity": null,
        /** The entity has no state now. */
        unavailable: null,
        "not-a-number": null,
        "unknown-unit": null,
        /** The zone needs the number `value` there; the sensor takes `least` to `most`. `metres` are missing. */
        "out-of-range": null,
        /** The zone has `value` corners; the sensor takes `most`. */
        "too-many-points": null,
        /** The text would have `value` characters; the entity takes `most`. */
        "too-long": null,
        /** The entity does not offer the option `value`. */
        "no-option": null,
        /** What the sensor has is no polygon with an area. */
        "no-shape": null,
      }),
    }),
    t.partial({
      entity: t.string,
      value: describe("what it is about, in words or as a number", t.union([t.string, t.number])),
      least: t.number,
      most: t.number,
      metres: describe("how far the zone reaches beyond what the sensor takes", t.number),
    }),
  ]),
);

export type SensorProblem = t.TypeOf<typeof sensorProblemCodec>;
