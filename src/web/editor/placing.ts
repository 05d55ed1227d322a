import { findRef, type Ref, refOf } from "../../model/elements/entities.ts";
import type { Room } from "../../model/elements/rooms.ts";
import type { Point } from "../../model/geometry/vector.ts";
import type { RegistryEntity } from "../home-assistant/registry-snapshot.ts";
import {
  attachEntities,
  openingsFor,
  placeEntities,
  roomAt,
} from "../canvas/entities/place-entities.ts";
import { levelOfEntity } from "../../model/elements/places.ts";
import type { ComponentContext } from "../canvas/component.ts";

/** Where entities go: each into the opening that is chosen for it, else in a room, else around a point. */
export interface PlacementTarget {
  readonly room?: Room | undefined;
  readonly about?: Point | undefined;
  /** The doors and windows that take some of them, by the entities' ids. */
  readonly openings?: ReadonlyMap<string, Ref>;
}

/** Places entities, selects what they have become, and gives a sentence about it; one undo step. */
export const placeAll = (
  { session, view, texts }: ComponentContext,
  entities: readonly RegistryEntity[],
  { openings = new Map(), ...where }: PlacementTarget,
): string => {
  const [first] = entities;
  if (first === undefined) return "";
  const { plan } = session.state;
  const attachments = entities.flatMap((entity) => {
    const opening = openings.get(entity.id);
    return opening === undefined ? [] : [{ opening, entity }];
  });
  const attached = attachEntities(plan, attachments);
  const others = entities.filter(({ id }) => !openings.has(id));
  const placed = placeEntities(plan, view.state.level, others, where);
  const name = entities.length === 1 ? first.name : texts.house.unplaced.things(entities.length);
  session.edit({ action: "placeEntities", name }, (now) => placed.change(attached.change(now)));
  const selection = [...attached.refs, ...placed.refs];
  const shown = findRef(session.state.plan, selection[0] ?? "");
  const level = shown && levelOfEntity(session.state.plan, shown);
  view.update({ selection, tool: "select", level: level ?? view.state.level });
  return texts.house.unplaced.placed(name);
};

/**
 * Places entities where they were let go: on a door or window as what it lacks, else around the point, in the
 * room that is there. Gives a sentence about it.
 */
export const placeAt = (
  context: ComponentContext,
  ids: readonly string[],
  at: Point,
  ref: Ref | undefined,
): string => {
  const { session, view, house } = context;
  const { plan } = session.state;
  const entities = ids.flatMap((id) => house.now?.byId.get(id) ?? []);
  const openings = new Map(
    entities.flatMap((entity) => {
      const isTaken = openingsFor(plan, entity).some((opening) => refOf(opening) === ref);
      return isTaken && ref !== undefined ? [[entity.id, ref] as const] : [];
    }),
  );
  const room = roomAt(plan, view.state.level, at);
  return placeAll(context, entities, { room, about: at, openings });
};
