import type { GivenFile } from "../../../src/model/import/import-result.ts";
import { pngOf } from "./png.ts";

/** Metres as parts of a canvas with cells of 5 cm, which is 12 m wide. */
const part = (metres: number): number => metres / 12;

const box = (left: number, top: number, right: number, bottom: number) =>
  [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ].map((corner) => corner.map(part));

/** A configuration as House Plan stores one: a flat with two floors. */
export const houseplanConfig = () => ({
  model_version: 6,
  settings: { bg_mode: "daynight", group_lights: true },
  spaces: [
    {
      id: "ground",
      title: "Ground floor",
      cell_cm: 5,
      view_box: [0, 0, 1, 1],
      plan_url: "/api/houseplan/content/plans/_/ground.png?sig=1",
      plan_aspect: 2,
      plan_x: part(1),
      plan_scale: 0.5,
      settings: { show_names: true, north_deg: 90 },
      rooms: [
        {
          id: "living",
          name: "Living room",
          area: "living_room",
          poly: box(1, 1, 6, 5),
          open_to: ["kitchen"],
          settings: { temp_source: "entity:sensor.living_temperature", hum_source: "device:abc" },
        },
        {
          id: "kitchen",
          name: "Kitchen",
          area: null,
          x: part(6),
          y: part(1),
          w: part(3),
          h: part(4),
        },
      ],
      openings: [
        {
          id: "o1",
          type: "door",
          x: part(6),
          y: part(2),
          angle: 90,
          length: part(0.9),
          contact: "binary_sensor.door",
          lock: "lock.door",
        },
        { id: "o2", type: "window", x: part(3), y: part(1), angle: 0, length: part(1.2) },
        { id: "o3", type: "gate", x: part(11), y: part(11), angle: 0, length: part(3) },
        {
          id: "o4",
          type: "passage",
          x: part(2),
          y: part(4),
          angle: 0,
          length: part(0.8),
          host: { kind: "partition", id: "p1", t: 0.5 },
        },
      ],
      open_spans: [{ a: [part(6), part(3)], b: [part(6), part(4.5)] }],
      walls: [
        { key: "a", cm: 12, a: [part(1), part(1)], b: [part(6), part(1)] },
        { key: "b", cm: 12 },
        { key: "c", cm: 30 },
      ],
      partitions: [{ id: "p1", a: [part(1), part(4)], b: [part(3), part(4)], cm: 10 }],
      room_drafts: [
        {
          id: "draft",
          points: [
            [part(9), part(6)],
            [part(10), part(6)],
            [part(10), part(7)],
          ],
          segments: [{ cm: 10 }, { cm: 15 }],
        },
      ],
      wall_columns: [
        { id: "c1", shape: "circle", center: [part(2), part(2)], cm: 40 },
        { id: "c2", shape: "square", center: [part(4), part(2)], cm: 30, angle: 45 },
      ],
      decor: [
        { id: "x1", kind: "line", x1: 0, y1: 0, x2: 0.1, y2: 0.1 },
        {
          id: "x2",
          kind: "text",
          x: part(2),
          y: part(3),
          text: "Now {sensor.outside}, {weather.home:humidity} %",
          color: "#336699",
        },
        {
          id: "x3",
          kind: "furniture",
          symbol: "sofa",
          x: part(2),
          y: part(2),
          w: part(2.2),
          h: part(0.9),
          angle: -90,
        },
        { id: "x4", kind: "furniture", symbol: "ac", x: 0.2, y: 0.2, w: 0.1, h: 0.1 },
      ],
    },
    {
      id: "attic",
      title: "Attic",
      view_box: [0, 0, 1, 1],
      rooms: [{ id: "study", name: "Study", poly: box(1, 1, 5, 4) }],
    },
  ],
  markers: [
    {
      id: "m1",
      binding: "entity:light.ceiling",
      name: "Ceiling",
      icon: "mdi:lamp",
      tap_action: "toggle",
      tap_confirm: true,
      controls: ["marker:m2"],
    },
    { id: "m2", binding: "device:0a1b", name: "Washer", description: "In the corner", pdfs: [] },
    { id: "m3", binding: "entity:climate.study", tap_action: "run", tap_target: "scene.work" },
    { id: "m4", binding: "entity:sensor.kitchen", hidden: true, name: "Hidden" },
    { id: "m5", binding: "virtual", name: "Nowhere" },
    { id: "m6", binding: "entity:sensor.kitchen_temperature", name: "Kitchen" },
  ],
});

/** Where things are on those floors. */
export const houseplanLayout = () => ({
  m1: { x: part(3), y: part(2), s: "ground" },
  m2: { x: part(7), y: part(2), s: "ground" },
  m3: { x: part(2), y: part(2), s: "attic" },
  m4: { x: part(7), y: part(3), s: "ground" },
  m6: { x: part(8), y: part(3), s: "ground" },
  rl_living: { x: part(2.5), y: part(2.5), s: "ground", k: 1 },
  "lg_light.hall": { x: part(4), y: part(4), s: "ground" },
  somewhere: { x: part(4), y: part(4), s: "cellar" },
});

/** A file of JSON. */
export const jsonFile = (name: string, value: unknown): GivenFile => ({
  name,
  bytes: new TextEncoder().encode(JSON.stringify(value)),
});

/** What House Plan exports. */
export const houseplanExport = (
  config: unknown = houseplanConfig(),
  layout: unknown = houseplanLayout(),
): GivenFile =>
  jsonFile("houseplan-full.json", {
    format: "houseplan-export",
    export_version: 1,
    kind: "full",
    model_version: 6,
    payload: { config, layout },
  });

/** The same as Home Assistant's store has it. */
export const houseplanStorage = (): readonly GivenFile[] => [
  jsonFile(".storage/houseplan.config", {
    version: 1,
    minor_version: 2,
    key: "houseplan.config",
    data: { config: houseplanConfig(), rev: 4 },
  }),
  jsonFile(".storage/houseplan.layout", {
    version: 1,
    minor_version: 2,
    key: "houseplan.layout",
    data: { layout: houseplanLayout() },
  }),
];

/** The image of its ground floor. */
export const houseplanImage = (): GivenFile => ({
  name: "houseplan/plans/ground.png",
  bytes: pngOf(40, 20),
});
