/** What a card can be told, in a dashboard or on a page. */
export interface CardConfig {
  readonly title: string | undefined;
  /** The id of the floor that is shown first; the first one by default. */
  readonly level: string | undefined;
  readonly look: "auto" | "day" | "night";
  /** Whether the tracing image lies under the plan. */
  readonly traced: boolean;
  /** The service's domain in Home Assistant. */
  readonly domain: string | undefined;
  /** Address and token of a service of its own; without them Home Assistant's connection is used. */
  readonly url: string | undefined;
  readonly token: string | undefined;
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;

/** Reads a configuration; what is odd counts as not given. Throws only if it is no object at all. */
export const readConfig = (config: unknown): CardConfig => {
  const given: Readonly<Record<string, unknown>> =
    typeof config === "object" && config !== null ? { ...config } : {};
  if (config === null || typeof config !== "object" || Array.isArray(config))
    throw new TypeError("The configuration of a floor plan card has to be an object.");
  const look = given["look"];
  return {
    title: text(given["title"]),
    level: text(given["level"]),
    look: look === "day" || look === "night" ? look : "auto",
    traced: given["traced"] === true,
    domain: text(given["domain"]),
    url: text(given["url"]),
    token: text(given["token"]),
  };
};

/** A card that was told nothing. */
export const plainConfig: CardConfig = readConfig({});
