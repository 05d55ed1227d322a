/** The configuration of a card, on a dashboard or any other page. */
export interface CardConfig {
  readonly title: string | undefined;
  /** Id of the initial floor; by default the first one. */
  readonly level: string | undefined;
  readonly look: "auto" | "day" | "night";
  /** Whether to show the tracing image. */
  readonly traced: boolean;
  /** Whether it is drawn in plain colours, without what floors and furniture are made of. */
  readonly plain: boolean;
  /** Whether looking back is offered. */
  readonly replay: boolean;
  /** The quantity that is shown as a heat map, or `choose` to let people choose. */
  readonly heat_map: string | undefined;
  /**
   * The ids of the layers that are shown, separated by commas, and none but these; `choose` to let people choose where they
   * otherwise cannot.
   */
  readonly layers: string | undefined;
  /** The service's domain in Home Assistant. */
  readonly domain: string | undefined;
  /**
   * Address and token of a separate service, several addresses separated by commas; without them, the card uses Home
   * Assistant's connection.
   */
  readonly url: string | undefined;
  readonly token: string | undefined;
}

/** Reads a text. YAML turns `level: 0` into a number, which counts as text, and a list becomes a text with commas. */
const text = (value: unknown): string | undefined => {
  const given = typeof value === "number" || Array.isArray(value) ? String(value) : value;
  return typeof given === "string" && given.trim() !== "" ? given.trim() : undefined;
};

/** The looks of a card: like its dashboard, or always the same. */
export const looks = ["auto", "day", "night"] as const;

/** Reads a configuration; fields of other types count as missing. Throws if it is no object, or for an unknown look. */
export const readConfig = (config: unknown): CardConfig => {
  if (config === null || typeof config !== "object" || Array.isArray(config))
    throw new TypeError("The configuration of a floor plan card has to be an object.");
  const given: Readonly<Record<string, unknown>> = { ...config };
  const wanted = given["look"] ?? "auto";
  const look = looks.find((each) => each === wanted);
  if (look === undefined)
    throw new TypeError(`The look of a floor plan card must be one of ${looks.join(", ")}.`);
  return {
    title: text(given["title"]),
    level: text(given["level"]),
    look,
    traced: given["traced"] === true,
    plain: given["plain"] === true,
    replay: given["replay"] !== false,
    heat_map: text(given["heat_map"]),
    layers: text(given["layers"]),
    domain: text(given["domain"]),
    url: text(given["url"]),
    token: text(given["token"]),
  };
};

/** The value of `heat_map` and of `layers` that lets people choose what is shown. */
export const choose = "choose";

/** The default configuration. */
export const plainConfig: CardConfig = readConfig({});
