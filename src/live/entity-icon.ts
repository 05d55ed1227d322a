import { domainOf, type EntityState } from "./state.ts";

/** Names without `mdi:`: of one state or of all others, under `_`. */
type ByState = Readonly<Record<string, string>>;

const same = (name: string): ByState => ({ _: name });
const closable = (open: string, closed: string): ByState => ({
  _: open,
  closed,
  closing: "arrow-down-box",
  opening: "arrow-up-box",
});

/** What entities of a domain look like that say nothing else: Home Assistant's `icons.json` of each of its components. */
const byDomain: Readonly<Record<string, ByState>> = {
  alarm_control_panel: {
    _: "shield",
    armed_away: "shield-lock",
    armed_home: "shield-home",
    armed_night: "shield-moon",
    armed_vacation: "shield-airplane",
    disarmed: "shield-off",
    pending: "shield-outline",
    triggered: "bell-ring",
  },
  automation: { _: "robot", off: "robot-off" },
  binary_sensor: { _: "radiobox-blank", on: "checkbox-marked-circle" },
  button: same("button-pointer"),
  calendar: same("calendar"),
  camera: { _: "video", off: "video-off" },
  climate: same("thermostat"),
  counter: same("counter"),
  cover: closable("window-open", "window-closed"),
  device_tracker: { _: "account", not_home: "account-arrow-right" },
  event: same("eye-check"),
  fan: { _: "fan", off: "fan-off" },
  group: same("google-circles-communities"),
  humidifier: { _: "air-humidifier", off: "air-humidifier-off" },
  image: same("image"),
  input_boolean: { _: "check-circle-outline", off: "close-circle-outline" },
  input_button: same("button-pointer"),
  input_datetime: same("calendar-clock"),
  input_number: same("ray-vertex"),
  input_select: same("format-list-bulleted"),
  input_text: same("form-textbox"),
  lawn_mower: same("robot-mower"),
  light: { _: "lightbulb", off: "lightbulb-off" },
  lock: {
    _: "lock",
    jammed: "lock-alert",
    locking: "lock-clock",
    unlocking: "lock-clock",
    opening: "lock-clock",
    unlocked: "lock-open-variant",
    open: "lock-open-variant",
  },
  media_player: {
    _: "cast",
    off: "cast-off",
    paused: "cast-connected",
    playing: "cast-connected",
  },
  number: same("ray-vertex"),
  person: { _: "account", not_home: "account-arrow-right" },
  plant: same("flower"),
  remote: { _: "remote", off: "remote-off" },
  scene: same("palette"),
  schedule: same("calendar-clock"),
  script: { _: "script-text", on: "script-text-play" },
  select: same("format-list-bulleted"),
  sensor: same("eye"),
  siren: same("bullhorn"),
  sun: { _: "white-balance-sunny", below_horizon: "weather-night" },
  switch: { _: "toggle-switch-variant", off: "toggle-switch-variant-off" },
  text: same("form-textbox"),
  timer: same("timer-outline"),
  todo: same("clipboard-list"),
  update: { _: "package-up", off: "package" },
  vacuum: same("robot-vacuum"),
  valve: { _: "valve-open", closed: "valve-closed", closing: "valve", opening: "valve" },
  water_heater: { _: "water-boiler", off: "water-boiler-off" },
  weather: {
    _: "weather-partly-cloudy",
    "clear-night": "weather-night",
    cloudy: "weather-cloudy",
    fog: "weather-fog",
    hail: "weather-hail",
    lightning: "weather-lightning",
    pouring: "weather-pouring",
    rainy: "weather-rainy",
    snowy: "weather-snowy",
    sunny: "weather-sunny",
    windy: "weather-windy",
  },
  zone: same("map-marker-radius"),
};

const alert: ByState = { _: "check-circle", on: "alert-circle" };
const network: ByState = { _: "close-network-outline", on: "check-network-outline" };
const home: ByState = { _: "home-outline", on: "home" };
const power: ByState = { _: "power-plug-off", on: "power-plug" };

/** The same of entities with a device class, under `domain.class`. */
const byClass: Readonly<Record<string, ByState>> = {
  "binary_sensor.battery": { _: "battery", on: "battery-outline" },
  "binary_sensor.battery_charging": { _: "battery", on: "battery-charging" },
  "binary_sensor.carbon_monoxide": { _: "smoke-detector", on: "smoke-detector-alert" },
  "binary_sensor.cold": { _: "thermometer", on: "snowflake" },
  "binary_sensor.connectivity": network,
  "binary_sensor.door": { _: "door-closed", on: "door-open" },
  "binary_sensor.garage_door": { _: "garage", on: "garage-open" },
  "binary_sensor.gas": alert,
  "binary_sensor.heat": { _: "thermometer", on: "fire" },
  "binary_sensor.light": { _: "brightness-5", on: "brightness-7" },
  "binary_sensor.lock": { _: "lock", on: "lock-open" },
  "binary_sensor.moisture": { _: "water-off", on: "water" },
  "binary_sensor.motion": { _: "motion-sensor-off", on: "motion-sensor" },
  "binary_sensor.occupancy": home,
  "binary_sensor.opening": { _: "square", on: "square-outline" },
  "binary_sensor.plug": power,
  "binary_sensor.power": power,
  "binary_sensor.presence": home,
  "binary_sensor.problem": alert,
  "binary_sensor.running": { _: "stop", on: "play" },
  "binary_sensor.safety": alert,
  "binary_sensor.smoke": { _: "smoke-detector-variant", on: "smoke-detector-variant-alert" },
  "binary_sensor.sound": { _: "music-note-off", on: "music-note" },
  "binary_sensor.tamper": alert,
  "binary_sensor.update": { _: "package", on: "package-up" },
  "binary_sensor.vibration": { _: "crop-portrait", on: "vibrate" },
  "binary_sensor.window": { _: "window-closed", on: "window-open" },
  "cover.blind": closable("blinds-horizontal", "blinds-horizontal-closed"),
  "cover.curtain": {
    _: "curtains",
    closed: "curtains-closed",
    closing: "arrow-collapse-horizontal",
    opening: "arrow-split-vertical",
  },
  "cover.door": { _: "door-open", closed: "door-closed" },
  "cover.garage": closable("garage-open", "garage"),
  "cover.gate": { _: "gate-open", closed: "gate", closing: "arrow-right", opening: "arrow-right" },
  "cover.shade": closable("roller-shade", "roller-shade-closed"),
  "cover.shutter": closable("window-shutter-open", "window-shutter"),
  "event.button": same("gesture-tap-button"),
  "event.doorbell": same("doorbell"),
  "media_player.receiver": { _: "audio-video", off: "audio-video-off" },
  "media_player.speaker": {
    _: "speaker",
    off: "speaker-off",
    paused: "speaker-pause",
    playing: "speaker-play",
  },
  "media_player.tv": {
    _: "television",
    off: "television-off",
    paused: "television-pause",
    playing: "television-play",
  },
  "sensor.apparent_power": same("flash"),
  "sensor.aqi": same("air-filter"),
  "sensor.atmospheric_pressure": same("thermometer-lines"),
  "sensor.carbon_dioxide": same("molecule-co2"),
  "sensor.carbon_monoxide": same("molecule-co"),
  "sensor.current": same("current-ac"),
  "sensor.date": same("calendar"),
  "sensor.distance": same("arrow-left-right"),
  "sensor.duration": same("progress-clock"),
  "sensor.energy": same("lightning-bolt"),
  "sensor.frequency": same("sine-wave"),
  "sensor.gas": same("meter-gas"),
  "sensor.humidity": same("water-percent"),
  "sensor.illuminance": same("brightness-5"),
  "sensor.moisture": same("water-percent"),
  "sensor.monetary": same("cash"),
  "sensor.pm10": same("molecule"),
  "sensor.pm25": same("molecule"),
  "sensor.power": same("flash"),
  "sensor.precipitation": same("weather-rainy"),
  "sensor.pressure": same("gauge"),
  "sensor.signal_strength": same("wifi"),
  "sensor.temperature": same("thermometer"),
  "sensor.timestamp": same("clock"),
  "sensor.volatile_organic_compounds": same("molecule"),
  "sensor.voltage": same("sine-wave"),
  "sensor.water": same("water"),
  "sensor.wind_speed": same("weather-windy"),
  "switch.outlet": { _: "power-plug", off: "power-plug-off" },
};

const nameIn = (
  table: Readonly<Record<string, ByState>>,
  key: string,
  state: string,
): string | undefined => {
  const found = Object.hasOwn(table, key) ? table[key] : undefined;
  if (found === undefined) return undefined;
  return Object.hasOwn(found, state) ? found[state] : found["_"];
};

/** A battery by its charge in percent, in steps of ten. */
const batteryIcon = (state: string): string => {
  const charge = state.trim() === "" ? Number.NaN : Number(state);
  if (Number.isNaN(charge)) return "battery-unknown";
  const step = Math.floor(charge / 10) * 10;
  return step >= 100 ? "battery" : step < 10 ? "battery-alert" : `battery-${step}`;
};

/** The icon that somebody gave an entity in Home Assistant itself. */
export const givenIcon = (known: EntityState | undefined): string | undefined => {
  const icon = known?.attributes?.["icon"];
  return typeof icon === "string" && icon !== "" ? icon : undefined;
};

/** The icon that Home Assistant shows for an entity: its own, else that of its class or its domain, each by its state. */
export const entityIcon = (entity: string, known: EntityState | undefined): string | undefined => {
  const given = givenIcon(known);
  if (given !== undefined) return given;
  const { state = "", attributes = {} } = known ?? {};
  const domain = domainOf(entity);
  const key = `${domain}.${String(attributes["device_class"])}`;
  const name =
    key === "sensor.battery"
      ? batteryIcon(state)
      : (nameIn(byClass, key, state) ?? nameIn(byDomain, domain, state));
  return name === undefined ? undefined : `mdi:${name}`;
};
