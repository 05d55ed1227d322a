import type { JsonObject } from "../../model/json.ts";
import {
  type Control,
  onOff,
  slider,
  type ServiceRequest,
} from "../home-assistant/details/control.ts";
import { featuresOf, type EntityAttributes } from "./facts.ts";

/** The temperatures that can be wanted: as the entity says, else Home Assistant's usual ones of its kind. */
const temperatures = (facts: EntityAttributes, min: number, max: number, step: number) => ({
  min: facts.number("min_temp") ?? min,
  max: facts.number("max_temp") ?? max,
  step: facts.number("target_temp_step") ?? step,
  unit: "°",
});

const setTemperature = (data: JsonObject): ServiceRequest => ({ service: "set_temperature", data });

/** What can be done with a thermostat or an air conditioner: one temperature or two, and its mode. */
export const climate = (facts: EntityAttributes): readonly Control[] => {
  const range = temperatures(facts, 7, 35, 0.5);
  const [low, high] = [facts.number("target_temp_low"), facts.number("target_temp_high")];
  const modes = facts.texts("hvac_modes");
  const target = facts.number("temperature");
  return [
    ...(low !== undefined && high !== undefined && target === undefined
      ? [
          ...slider("low", low, range, (value) =>
            setTemperature({ target_temp_low: value, target_temp_high: Math.max(value, high) }),
          ),
          ...slider("high", high, range, (value) =>
            setTemperature({ target_temp_low: Math.min(low, value), target_temp_high: value }),
          ),
        ]
      : featuresOf(facts, 1)(1)
        ? slider("target", target, range, (value) => setTemperature({ temperature: value }))
        : []),
    ...(modes.length === 0
      ? []
      : [
          {
            kind: "choice" as const,
            label: "mode" as const,
            value: facts.state,
            options: modes,
            wish: (option: string): ServiceRequest => ({
              service: "set_hvac_mode",
              data: { hvac_mode: option },
            }),
          },
        ]),
  ];
};

/** The temperature of a boiler. */
export const temperature = (facts: EntityAttributes): readonly Control[] =>
  slider("target", facts.number("temperature"), temperatures(facts, 30, 60, 1), (value) =>
    setTemperature({ temperature: value }),
  );

/** What can be done with what makes air damp or dry. */
export const humidifier = (facts: EntityAttributes): readonly Control[] => [
  ...onOff(facts),
  ...slider(
    "humidity",
    facts.number("humidity"),
    {
      min: facts.number("min_humidity") ?? 0,
      max: facts.number("max_humidity") ?? 100,
      step: facts.number("target_humidity_step") ?? 1,
      unit: "%",
    },
    (value) => ({ service: "set_humidity", data: { humidity: value } }),
  ),
];
