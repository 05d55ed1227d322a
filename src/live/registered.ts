/** What Home Assistant's registry says of an entity, as far as it is shown by that. */
export interface RegistryEntry {
  /** The integration that it comes from, such as `hue`. */
  readonly platform: string | undefined;
  /** By which that integration has words and icons for it. */
  readonly translationKey: string | undefined;
  /** Digits behind the point of its numbers. */
  readonly digits: number | undefined;
}

/** What the registry says of an entity; nothing for one that it does not have. */
export type RegistryLookup = (entity: string) => RegistryEntry | undefined;
