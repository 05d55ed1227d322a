import { offeredFor } from "../../../model/bindings/services.ts";
import { domainOf, type EntityState } from "../../../model/bindings/entity-state.ts";
import { climate, humidifier, temperature } from "../../details/air-controls.ts";
import { buttons, type Control, onOff, percent, press, slider } from "./control.ts";
import { attributesOf, type EntityAttributes, featuresOf } from "../../details/facts.ts";
import { light } from "../../details/light-controls.ts";

/** Covers and valves count their features alike. */
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

const select = (facts: EntityAttributes): readonly Control[] => [
  {
    kind: "choice",
    label: "option",
    value: facts.state,
    options: facts.texts("options"),
    wish: (option) => ({ service: "select_option", data: { option } }),
  },
];

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

/** What can be done with an entity, by what it says that it can; nothing of one that only shows something, or does not answer. */
export const controlsFor = (entity: string, state: EntityState): readonly Control[] => {
  const domain = domainOf(entity);
  if (state.state === "unavailable" || Object.keys(offeredFor(entity)).length === 0) return [];
  return Object.hasOwn(byDomain, domain) ? (byDomain[domain]?.(attributesOf(state)) ?? []) : [];
};
