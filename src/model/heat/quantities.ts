import { domainOf, type EntityState } from "../bindings/entity-state.ts";

/** The classes of sensors (Home Assistant's `device_class`) that are offered as heat maps, in the order of the choice. */
export const heatClasses = [
  "temperature",
  "humidity",
  "carbon_dioxide",
  "illuminance",
  "signal_strength",
  "pm25",
  "pm10",
  "volatile_organic_compounds",
  "volatile_organic_compounds_parts",
  "carbon_monoxide",
  "radon",
  "sound_pressure",
  "atmospheric_pressure",
  "moisture",
  "power",
  "energy",
] as const;

/** A class with words of its own. */
export type HeatClass = (typeof heatClasses)[number];

/** The class of what is counted, in contrast to what is measured. */
export const energy = "energy" satisfies HeatClass;

/** The classes that belong to what stands in a room: they are summed by room, and do not spread. */
const summed: ReadonlySet<string> = new Set(["power", energy] satisfies readonly HeatClass[]);

/** Whether a quantity is summed by room. */
export const isSummed = (quantity: string): boolean => summed.has(quantity);

/** Whether a quantity is one of the offered classes. */
export const isHeatClass = (quantity: string): quantity is HeatClass =>
  heatClasses.some((each) => each === quantity);

/**
 * The least range of the colour scale, so that what hardly differs looks alike: in the usual units, those of
 * `device_class` in https://www.home-assistant.io/integrations/sensor/.
 */
const leastRanges: Readonly<Partial<Record<string, number>>> = {
  temperature: 2,
  humidity: 10,
  carbon_dioxide: 200,
  illuminance: 100,
  signal_strength: 10,
} satisfies Readonly<Partial<Record<HeatClass, number>>>;

/** The ends of the colour scale for values between two others. Sums begin at nothing. */
export const scaleFor = (
  quantity: string,
  least: number,
  most: number,
): readonly [least: number, most: number] => {
  if (isSummed(quantity)) return [Math.min(0, least), most];
  const missing = Math.max(0, (leastRanges[quantity] ?? 0) - (most - least)) / 2;
  return [least - missing, most + missing];
};

/** Units that count as others, which they are so many of; a room's devices have several. */
const sameUnits: Readonly<Record<string, readonly [unit: string, factor: number]>> = {
  mW: ["W", 0.001],
  kW: ["W", 1000],
  MW: ["W", 1_000_000],
  Wh: ["kWh", 0.001],
  MWh: ["kWh", 1000],
};

/** What an entity measures: a class, or the unit of a number that has none. */
export interface Measured {
  readonly quantity: string;
  readonly unit: string | undefined;
  readonly value: number;
  /** Whether this is what was counted since midnight, while one looks back. */
  readonly isOfDay?: boolean;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

const numberOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;

/** What a thermostat measures besides its state. It is in Home Assistant's unit of temperature, which it does not name. */
const climateReadings = ({ attributes = {} }: EntityState): readonly Measured[] => {
  const temperature = numberOf(attributes["current_temperature"]);
  const humidity = numberOf(attributes["current_humidity"]);
  return [
    ...(temperature === undefined
      ? []
      : [{ quantity: "temperature", unit: undefined, value: temperature }]),
    ...(humidity === undefined ? [] : [{ quantity: "humidity", unit: "%", value: humidity }]),
  ];
};

/** What an entity measures; nothing if its state is no number, or a number of nothing. */
export const measuredBy = (entity: string, known: EntityState): readonly Measured[] => {
  const domain = domainOf(entity);
  if (domain === "climate" && known.state !== "unavailable") return climateReadings(known);
  const { state, attributes = {} } = known;
  const number = state.trim() === "" ? Number.NaN : Number(state);
  const given = textOf(attributes["unit_of_measurement"]);
  const quantity = textOf(attributes["device_class"]) ?? given;
  if (!Number.isFinite(number) || quantity === undefined) return [];
  // What a meter has counted in its life says little of a day.
  const counted = quantity === energy ? known.counted : undefined;
  const [unit, factor] = (given !== undefined && isSummed(quantity) && sameUnits[given]) || [
    given,
    1,
  ];
  return [{ quantity, unit, value: (counted ?? number) * factor, isOfDay: counted !== undefined }];
};
