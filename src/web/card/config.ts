/** What a card can be told, in a dashboard or on a page. */
export interface CardConfig {
  readonly title: string | undefined;
  /** The id of the floor that is shown first; the first one by default. */
  readonly level: string | undefined;
  readonly look: "auto" | "day" | "night";
  /** Whether the tracing image lies under the plan. */
  readonly traced: boolean;
  /** Whether earlier moments are offered. */
  readonly replay: boolean;
  /** The service's domain in Home Assistant. */
  readonly domain: string | undefined;
  /** Address and token of a service of its own; without them Home Assistant's connection is used. Several addresses have commas between them. */
  readonly url: string | undefined;
  readonly token: string | undefined;
}

/** A text; a number counts as one, as YAML makes one of `level: 0`, and a list is one with commas. */
const text = (value: unknown): string | undefined => {
  const given = typeof value === "number" || Array.isArray(value) ? String(value) : value;
  return typeof given === "string" && given.trim() !== "" ? given.trim() : undefined;
};

/** How a card can look: as its dashboard does, or always the same. */
export const looks = ["auto", "day", "night"] as const;

/** Reads a configuration; fields of other types count as not given. Throws where it is no object, or wants a look that there is not. */
export const readConfig = (config: unknown): CardConfig => {
  if (config === null || typeof config !== "object" || Array.isArray(config))
    throw new TypeError("The configuration of a floor plan card has to be an object.");
  const given: Readonly<Record<string, unknown>> = { ...config };
  const wanted = given["look"] ?? "auto";
  const look = looks.find((each) => each === wanted);
  if (look === undefined)
    throw new TypeError(`The look of a floor plan card is one of ${looks.join(", ")}.`);
  return {
    title: text(given["title"]),
    level: text(given["level"]),
    look,
    traced: given["traced"] === true,
    replay: given["replay"] !== false,
    domain: text(given["domain"]),
    url: text(given["url"]),
    token: text(given["token"]),
  };
};

/** A card that was told nothing. */
export const plainConfig: CardConfig = readConfig({});
