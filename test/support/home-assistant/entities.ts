/**
 * The configuration of every Home Assistant of the tests, besides the entities of its demo. The sensors' states follow
 * helpers, so that tests can change them.
 */
export const configuration = (host: string, port: number, http: string): string => `
homeassistant:
  name: Test home
  latitude: 52.5
  longitude: 13.4
  elevation: 34
  unit_system: metric
  time_zone: Europe/Berlin
  currency: EUR
  country: DE
  language: en
http:
  server_host: ${host}
  server_port: ${port}
${http}frontend:
config:
search:
history:
logbook:
recorder:
  commit_interval: 1
demo:
input_boolean:
  guests: { name: Guests }
  reachable: { name: Reachable, initial: true }
input_number:
  power: { name: Set power, min: 0, max: 10000, step: 0.01, initial: 1234.56 }
input_text:
  code: { name: Code, initial: "007" }
input_select:
  mode: { name: Mode, options: [Home, Away, Night], initial: Home }
script:
  failing:
    sequence:
      - stop: The boiler does not answer
        error: true
template:
  - sensor:
      - name: House power
        unique_id: house_power
        device_class: power
        state_class: measurement
        unit_of_measurement: W
        state: "{{ states('input_number.power') }}"
      - name: House energy
        unique_id: house_energy
        device_class: energy
        state_class: total_increasing
        unit_of_measurement: kWh
        state: "0.04"
      - name: Door code
        unique_id: door_code
        state: "{{ states('input_text.code') }}"
      - name: Last ring
        unique_id: last_ring
        device_class: timestamp
        state: "2026-03-01T12:00:00+00:00"
      - name: Living room humidity
        unique_id: living_room_humidity
        device_class: humidity
        state_class: measurement
        unit_of_measurement: "%"
        state: "45"
      - name: Living room temperature
        unique_id: living_room_temperature
        device_class: temperature
        state_class: measurement
        unit_of_measurement: "°C"
        state: "21.5"
        availability: "{{ is_state('input_boolean.reachable', 'on') }}"
`;

/** The recorded entities that the double has too. */
export const doubled = [
  "climate.hvac",
  "cover.garage_door",
  "cover.kitchen_window",
  "cover.living_room_window",
  "input_boolean.guests",
  "input_boolean.reachable",
  "input_number.power",
  "input_select.mode",
  "input_text.code",
  "light.bed_light",
  "light.ceiling_lights",
  "light.kitchen_lights",
  "lock.front_door",
  "lock.kitchen_door",
  "media_player.walkman",
  "script.failing",
  "sensor.door_code",
  "sensor.house_energy",
  "sensor.house_power",
  "sensor.last_ring",
  "sensor.living_room_humidity",
  "sensor.living_room_temperature",
  "sensor.outside_temperature",
  "switch.ac",
  "weather.demo_weather_south",
] as const;
