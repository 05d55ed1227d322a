import type { JsonObject } from "../../../model/json.ts";
import {
  attributesOf,
  buttons,
  choice,
  type Control,
  type EntityAttributes,
  featuresOf,
  onOff,
  percent,
  press,
  type ServiceRequest,
  slider,
} from "./control.ts";
import { servicesFor } from "../../../model/bindings/services.ts";
import { domainOf, type EntityState } from "../../../model/bindings/entity-state.ts";

/** The range of target temperatures: the entity's, else Home Assistant's default of its domain. */
const temperatures = (facts: EntityAttributes, min: number, max: number, step: number) => ({
  min: facts.number("min_temp") ?? min,
  max: facts.number("max_temp") ?? max,
  step: facts.number("target_temp_step") ?? step,
  unit: "°",
});

const setTemperature = (data: JsonObject): ServiceRequest => ({ service: "set_temperature", data });

/** The choice of an attribute such as `fan_mode` from the list that another has. */
const modeChoice = (
  facts: EntityAttributes,
  label: "preset" | "fanMode",
  attribute: "preset_mode" | "fan_mode",
): readonly Control[] =>
  choice(
    label,
    facts.text(attribute),
    facts.texts(`${attribute}s`),
    (option) => ({ service: `set_${attribute}`, data: { [attribute]: option } }),
    attribute,
  );

/** Controls of a thermostat or an air conditioner: one or two target temperatures, and the modes. */
const climate = (facts: EntityAttributes): readonly Control[] => {
  const range = temperatures(facts, 7, 35, 0.5);
  const [low, high] = [facts.number("target_temp_low"), facts.number("target_temp_high")];
  const target = facts.number("temperature");
  return [
    ...(low !== undefined && high !== undefined && target === undefined
      ? [
          ...slider("low", low, range, (value, given) =>
            setTemperature({
              target_temp_low: value,
              target_temp_high: Math.max(value, given("high") ?? high),
            }),
          ),
          ...slider("high", high, range, (value, given) =>
            setTemperature({
              target_temp_low: Math.min(given("low") ?? low, value),
              target_temp_high: value,
            }),
          ),
        ]
      : featuresOf(facts, 1)(1)
        ? slider("target", target, range, (value) => setTemperature({ temperature: value }))
        : []),
    ...choice("mode", facts.state, facts.texts("hvac_modes"), (option) => ({
      service: "set_hvac_mode",
      data: { hvac_mode: option },
    })),
    ...modeChoice(facts, "preset", "preset_mode"),
    ...modeChoice(facts, "fanMode", "fan_mode"),
  ];
};

/** Controls of a water heater. */
const temperature = (facts: EntityAttributes): readonly Control[] =>
  slider("target", facts.number("temperature"), temperatures(facts, 30, 60, 1), (value) =>
    setTemperature({ temperature: value }),
  );

/** Controls of a humidifier or dehumidifier. */
const humidifier = (facts: EntityAttributes): readonly Control[] => [
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

const coloured: ReadonlySet<string> = new Set(["hs", "xy", "rgb", "rgbw", "rgbww"]);

/** Controls of a light: brightness, white and colour, as supported. */
const light = (facts: EntityAttributes): readonly Control[] => {
  const modes = facts.texts("supported_color_modes");
  const brightness = facts.number("brightness");
  const [hue, saturation] = facts
    .numbers("hs_color")
    .map((each): number | undefined => Math.round(each));
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
            hue,
            saturation,
            wish: (wanted: number, strength: number): ServiceRequest => ({
              service: "turn_on",
              data: { hs_color: [wanted, strength] },
            }),
          },
          ...slider("saturation", saturation, percent, (value, given) => ({
            service: "turn_on",
            data: { hs_color: [given("hue") ?? hue ?? 0, value] },
          })),
        ]
      : []),
  ];
};

/** Covers and valves have the same feature bits. */
const closable =
  (what: "cover" | "valve") =>
  (facts: EntityAttributes): readonly Control[] => {
    const has = featuresOf(facts, 3);
    const position = facts.number("current_position");
    return [
      ...buttons(
        has(1) && press("open", `open_${what}`),
        has(8) && press("stop", `stop_${what}`),
        has(2) && press("close", `close_${what}`),
      ),
      ...(has(4)
        ? slider("position", position, percent, (value) => ({
            service: `set_${what}_position`,
            data: { position: value },
          }))
        : []),
    ];
  };

const fan = (facts: EntityAttributes): readonly Control[] => [
  ...onOff(facts),
  ...(featuresOf(facts, 0)(1)
    ? slider(
        "speed",
        facts.number("percentage"),
        { ...percent, step: Math.max(1, facts.number("percentage_step") ?? 1) },
        (value) => ({ service: "set_percentage", data: { percentage: value } }),
      )
    : []),
];

const media = (facts: EntityAttributes): readonly Control[] => {
  const has = featuresOf(facts, 0);
  const volume = facts.number("volume_level");
  const isMuted = facts.flag("is_volume_muted");
  return [
    ...(has(128) && has(256) ? onOff(facts) : []),
    ...buttons(
      has(16) && press("previous", "media_previous_track"),
      (has(1) || has(16384)) && press("playPause", "media_play_pause"),
      has(32) && press("next", "media_next_track"),
      has(8) && {
        ...press(isMuted ? "unmute" : "mute", "volume_mute"),
        data: { is_volume_muted: !isMuted },
      },
    ),
    ...(has(4)
      ? slider(
          "volume",
          volume === undefined ? undefined : Math.round(volume * 100),
          percent,
          (value) => ({ service: "volume_set", data: { volume_level: value / 100 } }),
        )
      : []),
  ];
};

const number = (facts: EntityAttributes): readonly Control[] =>
  slider(
    "value",
    Number(facts.state),
    {
      min: facts.number("min") ?? 0,
      max: facts.number("max") ?? 100,
      step: facts.number("step") ?? 1,
      unit: facts.text("unit_of_measurement") ?? "",
    },
    (value) => ({ service: "set_value", data: { value } }),
  );

const select = (facts: EntityAttributes): readonly Control[] =>
  choice("option", facts.state, facts.texts("options"), (option) => ({
    service: "select_option",
    data: { option },
  }));

const alarm = (facts: EntityAttributes): readonly Control[] => {
  const has = featuresOf(facts, 3);
  return facts.state === "disarmed"
    ? buttons(
        has(1) && press("armHome", "alarm_arm_home"),
        has(2) && press("armAway", "alarm_arm_away"),
        has(4) && press("armNight", "alarm_arm_night"),
      )
    : buttons(press("disarm", "alarm_disarm"));
};

const vacuum = (facts: EntityAttributes): readonly Control[] => {
  const has = featuresOf(facts, 8192 + 16);
  return buttons(
    has(8192) && press("start", "start"),
    has(4) && press("pause", "pause"),
    has(8) && press("stop", "stop"),
    has(16) && press("dock", "return_to_base"),
    has(512) && press("locate", "locate"),
  );
};

const byDomain: Readonly<Record<string, (facts: EntityAttributes) => readonly Control[]>> = {
  alarm_control_panel: alarm,
  automation: (facts) => [...onOff(facts), ...buttons(press("run", "trigger"))],
  button: () => buttons(press("press", "press")),
  climate,
  cover: closable("cover"),
  fan,
  group: (facts) => (facts.state === "on" || facts.state === "off" ? onOff(facts) : []),
  humidifier,
  input_boolean: onOff,
  input_button: () => buttons(press("press", "press")),
  input_number: number,
  input_select: select,
  light,
  lock: () => buttons(press("lock", "lock"), press("unlock", "unlock")),
  media_player: media,
  number,
  scene: () => buttons(press("run", "turn_on")),
  script: ({ state }) =>
    buttons(press("run", "turn_on"), state === "on" && press("stop", "turn_off")),
  select,
  siren: onOff,
  switch: onOff,
  vacuum,
  valve: closable("valve"),
  water_heater: (facts) => [
    ...(featuresOf(facts, 0)(8) ? onOff(facts) : []),
    ...temperature(facts),
  ],
};

/** The controls of an entity by its features; none if it is read-only or unavailable. */
export const controlsFor = (entity: string, state: EntityState): readonly Control[] => {
  const domain = domainOf(entity);
  if (state.state === "unavailable" || Object.keys(servicesFor(entity)).length === 0) return [];
  return Object.hasOwn(byDomain, domain) ? (byDomain[domain]?.(attributesOf(state)) ?? []) : [];
};
