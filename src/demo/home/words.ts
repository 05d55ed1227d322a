/** Icons of domains and classes, as `frontend/get_icons` of Home Assistant tells them: each by state, else the default. */
export const icons = {
  binary_sensor: {
    door: { default: "mdi:door-closed", state: { on: "mdi:door-open" } },
    moisture: { default: "mdi:water-off", state: { on: "mdi:water" } },
    motion: { default: "mdi:motion-sensor-off", state: { on: "mdi:motion-sensor" } },
    smoke: {
      default: "mdi:smoke-detector-variant",
      state: { on: "mdi:smoke-detector-variant-alert" },
    },
    window: { default: "mdi:window-closed", state: { on: "mdi:window-open" } },
  },
  climate: { _: { default: "mdi:thermostat" } },
  cover: {
    blind: { default: "mdi:blinds-horizontal", state: { closed: "mdi:blinds-horizontal-closed" } },
  },
  device_tracker: { _: { default: "mdi:account", state: { not_home: "mdi:account-arrow-right" } } },
  light: { _: { default: "mdi:lightbulb" } },
  lock: { _: { default: "mdi:lock", state: { unlocked: "mdi:lock-open-variant" } } },
  media_player: { _: { default: "mdi:cast", state: { playing: "mdi:cast-connected" } } },
  person: { _: { default: "mdi:account", state: { not_home: "mdi:account-arrow-right" } } },
  sensor: {
    carbon_dioxide: { default: "mdi:molecule-co2" },
    duration: { default: "mdi:progress-clock" },
    humidity: { default: "mdi:water-percent" },
    temperature: { default: "mdi:thermometer" },
  },
  sun: { _: { default: "mdi:white-balance-sunny" } },
  switch: { _: { default: "mdi:toggle-switch-variant" } },
  vacuum: { _: { default: "mdi:robot-vacuum" } },
  weather: {
    _: {
      default: "mdi:weather-partly-cloudy",
      state: {
        "clear-night": "mdi:weather-night",
        cloudy: "mdi:weather-cloudy",
        rainy: "mdi:weather-rainy",
        sunny: "mdi:weather-sunny",
      },
    },
  },
} as const;

/** Words for states by `domain.class.state`, in English, German and French. */
const states: Readonly<Record<string, readonly [en: string, de: string, fr: string]>> = {
  "binary_sensor.door.on": ["Open", "Offen", "Ouverte"],
  "binary_sensor.door.off": ["Closed", "Geschlossen", "Fermée"],
  "binary_sensor.window.on": ["Open", "Offen", "Ouverte"],
  "binary_sensor.window.off": ["Closed", "Geschlossen", "Fermée"],
  "binary_sensor.moisture.on": ["Wet", "Feucht", "Humide"],
  "binary_sensor.moisture.off": ["Dry", "Trocken", "Sec"],
  "binary_sensor.motion.on": ["Detected", "Erkannt", "Détecté"],
  "binary_sensor.motion.off": ["Clear", "Frei", "Rien à signaler"],
  "binary_sensor.smoke.on": ["Detected", "Erkannt", "Détectée"],
  "binary_sensor.smoke.off": ["Clear", "Frei", "Rien à signaler"],
  "climate._.heat": ["Heat", "Heizen", "Chauffage"],
  "climate._.off": ["Off", "Aus", "Arrêt"],
  "cover.blind.open": ["Open", "Offen", "Ouvert"],
  "cover.blind.closed": ["Closed", "Geschlossen", "Fermé"],
  "device_tracker._.home": ["Home", "Zuhause", "Présent"],
  "device_tracker._.not_home": ["Away", "Abwesend", "Absent"],
  "light._.on": ["On", "An", "Allumée"],
  "light._.off": ["Off", "Aus", "Éteinte"],
  "lock._.locked": ["Locked", "Verriegelt", "Verrouillée"],
  "lock._.unlocked": ["Unlocked", "Entriegelt", "Déverrouillée"],
  "media_player._.playing": ["Playing", "Wiedergabe", "Lecture"],
  "media_player._.idle": ["Idle", "Untätig", "Inactif"],
  "person._.home": ["Home", "Zuhause", "Présent"],
  "person._.not_home": ["Away", "Abwesend", "Absent"],
  "switch._.on": ["On", "An", "Activé"],
  "switch._.off": ["Off", "Aus", "Désactivé"],
  "vacuum._.cleaning": ["Cleaning", "Reinigen", "Nettoyage"],
  "vacuum._.docked": ["Docked", "Angedockt", "À la base"],
  "vacuum._.idle": ["Idle", "Untätig", "Inactif"],
  "vacuum._.paused": ["Paused", "Pausiert", "En pause"],
  "weather._.clear-night": ["Clear, night", "Klare Nacht", "Nuit dégagée"],
  "weather._.cloudy": ["Cloudy", "Bewölkt", "Nuageux"],
  "weather._.partlycloudy": ["Partly cloudy", "Teilweise bewölkt", "Partiellement nuageux"],
  "weather._.rainy": ["Rainy", "Regnerisch", "Pluvieux"],
  "weather._.sunny": ["Sunny", "Sonnig", "Ensoleillé"],
};

/** Words for states in a language, by Home Assistant's keys; English for languages that the demo does not have. */
export const stateWords = (language: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(states).map(([key, [en, de, fr]]) => {
      const [domain = "", kind = "", state = ""] = key.split(".");
      const word = language.startsWith("de") ? de : language.startsWith("fr") ? fr : en;
      return [`component.${domain}.entity_component.${kind}.state.${state}`, word];
    }),
  );
