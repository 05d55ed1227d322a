import type { RegistryEntry } from "./registered.ts";
import { domainOf, type EntityState } from "../model/bindings/entity-state.ts";

/**
 * The word that Home Assistant has for a state, of its own translations as `frontend/get_translations` gives them: that
 * of its integration for the entity, else that of its class, else of its domain (its frontend's
 * `src/common/entity/compute_state_display.ts`). Nothing where it has none.
 */
export const stateWord = (
  entity: string,
  { state, attributes = {} }: EntityState,
  registered: RegistryEntry | undefined,
  translations: ReadonlyMap<string, string>,
): string | undefined => {
  const domain = domainOf(entity);
  const { platform, translationKey } = registered ?? {};
  const component = `component.${domain}.entity_component`;
  return (
    translations.get(`component.${platform}.entity.${domain}.${translationKey}.state.${state}`) ??
    translations.get(`${component}.${String(attributes["device_class"])}.state.${state}`) ??
    translations.get(`${component}._.state.${state}`)
  );
};
