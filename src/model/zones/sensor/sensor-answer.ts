import * as t from "io-ts";
import { describe } from "../../codec.ts";
import { sensorProblemCodec } from "./sensor-problem.ts";

const failureCodec = t.readonly(
  t.intersection([
    t.type({
      code: t.keyof({
        /** Home Assistant refused the action, with `message`. */
        refused: null,
        /** The sensor did not tell in time what was written. */
        not_confirmed: null,
        /** It told something else. */
        differs: null,
        /** Home Assistant went away meanwhile. */
        away: null,
        /** Who asked for it has left. */
        left: null,
      }),
    }),
    t.partial({ message: t.string }),
  ]),
);

export type WriteFailure = t.TypeOf<typeof failureCodec>;

const valueCodec = t.readonly(
  t.intersection([
    t.type({ entity: t.string, wanted: t.string }),
    t.partial({
      before: describe("its state before; missing if that was unknown", t.string),
      after: describe("its state afterwards, as far as it is known", t.string),
      unit: t.string,
      failure: failureCodec,
    }),
  ]),
);

/** A value of a sensor, and what became of it. */
export type WrittenValue = t.TypeOf<typeof valueCodec>;

/** What became of writing a zone to its sensor. */
export const zoneAnswerCodec = t.readonly(
  t.intersection([
    t.type({
      outcome: describe(
        "`planned`: nothing was written yet; `impossible`: nothing can be, by `problems`; `written`; `failed`: the sensor has what it had before; `partly`: it has some of both, by `values`; `changed`: it has other values by now, so that `force` is needed",
        t.keyof({
          planned: null,
          impossible: null,
          written: null,
          failed: null,
          partly: null,
          changed: null,
        }),
      ),
      values: t.readonlyArray(valueCodec),
      problems: t.readonlyArray(sensorProblemCodec),
    }),
    t.partial({
      excess: describe(
        "what a rectangle covers besides the zone",
        t.type({ square_metres: t.number, percent: t.number }),
      ),
      present: describe(
        "the zone that the sensor has now, in metres of the plan",
        t.readonlyArray(t.readonlyArray(t.number)),
      ),
      undo: describe("takes the write back, with `zones/restore`", t.string),
    }),
  ]),
);

export type ZoneAnswer = t.TypeOf<typeof zoneAnswerCodec>;
