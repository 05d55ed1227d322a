import {
  type Control,
  onOff,
  percent,
  slider,
  type ServiceRequest,
} from "../home-assistant/details/control.ts";
import type { EntityAttributes } from "./facts.ts";

const coloured: ReadonlySet<string> = new Set(["hs", "xy", "rgb", "rgbw", "rgbww"]);

/** What can be done with a light: its brightness, its white and its colour, as far as it has them. */
export const light = (facts: EntityAttributes): readonly Control[] => {
  const modes = facts.texts("supported_color_modes");
  const brightness = facts.number("brightness");
  const [hue] = facts.numbers("hs_color");
  const isDimmed = modes.some((mode) => mode !== "onoff" && mode !== "unknown");
  return [
    ...onOff(facts),
    ...(isDimmed
      ? slider(
          "brightness",
          brightness === undefined ? undefined : Math.round((brightness / 255) * 100),
          { ...percent, min: 1 },
          (value) => ({ service: "turn_on", data: { brightness_pct: value } }),
        )
      : []),
    ...(modes.includes("color_temp")
      ? slider(
          "temperature",
          facts.number("color_temp_kelvin"),
          {
            min: facts.number("min_color_temp_kelvin") ?? 2000,
            max: facts.number("max_color_temp_kelvin") ?? 6500,
            step: 50,
            unit: "K",
          },
          (value) => ({ service: "turn_on", data: { color_temp_kelvin: value } }),
        )
      : []),
    ...(modes.some((mode) => coloured.has(mode))
      ? [
          {
            kind: "colour" as const,
            hue: hue === undefined ? undefined : Math.round(hue),
            wish: (wanted: number, saturation: number): ServiceRequest => ({
              service: "turn_on",
              data: { hs_color: [wanted, saturation] },
            }),
          },
        ]
      : []),
  ];
};
