import {
  html,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from "lit";
import { findRef, type Ref, refOf } from "../../../model/elements/entities.ts";
import type { Room } from "../../../model/elements/rooms.ts";
import type { Point } from "../../../model/geometry/vector.ts";
import type { RegistryEntity } from "../../home-assistant/registry-snapshot.ts";
import { attachEntities, openingsFor, placeEntities, roomAt } from "./place-entities.ts";
import { levelOfEntity } from "../../../model/elements/places.ts";
import type { DroppedEntities, EditorContext } from "../component.ts";
import { hitAt } from "../hit-testing.ts";
import type { ToolControllerHost } from "../tool-controller.ts";

/** Where entities go: into their chosen opening, else into a room, else around a point. */
interface PlacementTarget {
  readonly room?: Room | undefined;
  readonly about?: Point | undefined;
  /** The chosen doors and windows by entity id. */
  readonly openings?: ReadonlyMap<string, Ref>;
}

/** Places entities in one undo step, selects the new elements, and returns a sentence about it. */
export const placeAll = (
  { session, view, texts }: EditorContext,
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
  const name =
    entities.length === 1 ? first.name : texts.homeAssistant.unplaced.things(entities.length);
  session.edit({ action: "placeEntities", name }, (now) => placed.change(attached.change(now)));
  const selection = [...attached.refs, ...placed.refs];
  const shown = findRef(session.state.plan, selection[0] ?? "");
  const level = shown && levelOfEntity(session.state.plan, shown);
  view.update({ selection, tool: "select", level: level ?? view.state.level });
  return texts.homeAssistant.unplaced.placed(name);
};

/**
 * Places dropped entities: bound to a door or window that lacks them, else around the point in its room. Returns a
 * sentence for the status line.
 */
const placeAt = (
  context: EditorContext,
  ids: readonly string[],
  at: Point,
  ref: Ref | undefined,
): string => {
  const { session, view, registries } = context;
  const { plan } = session.state;
  const entities = ids.flatMap((id) => registries.now?.byId.get(id) ?? []);
  const openings = new Map(
    entities.flatMap((entity) => {
      const isTaken = openingsFor(plan, entity).some((opening) => refOf(opening) === ref);
      return isTaken && ref !== undefined ? [[entity.id, ref] as const] : [];
    }),
  );
  const room = roomAt(plan, view.state.level, at);
  return placeAll(context, entities, { room, about: at, openings });
};

/** Places entities dragged from a list; returns a sentence for the status line. */
export const dropEntities = (
  context: EditorContext,
  canvas: Omit<ToolControllerHost, "moved" | "swept"> | null,
  dropped: DroppedEntities,
): string => {
  if (canvas === null) return "";
  const place = canvas.placeOf(dropped);
  const { width, height } = canvas.screen;
  const isHere = place[0] >= 0 && place[1] >= 0 && place[0] <= width && place[1] <= height;
  if (!isHere) return context.texts.homeAssistant.unplaced.notHere;
  const { ref } = hitAt(canvas.renderRoot, context, dropped);
  return placeAt(context, dropped.ids, canvas.viewport.toPlan(place), ref);
};

/** Pixels that a pointer may move before a press becomes a drag. */
const dragThreshold = 6;

/** Dragged entities. */
interface DraggedEntities {
  readonly ids: readonly string[];
  readonly words: string;
  readonly from: readonly [x: number, y: number];
  readonly at: readonly [x: number, y: number];
  readonly hasMoved: boolean;
}

/** What renders the list and the label at the pointer. */
type DragHost = ReactiveControllerHost & { readonly renderRoot: ParentNode };

/** Drags entities from a list; `drop` is called when they are dropped. */
export class EntityDrag implements ReactiveController {
  readonly #host: DragHost;
  readonly #drop: (dropped: DroppedEntities) => void;
  #dragged: DraggedEntities | undefined;
  #ending: AbortController | undefined;
  #hasDragged = false;

  constructor(host: DragHost, drop: (dropped: DroppedEntities) => void) {
    this.#host = host;
    this.#drop = drop;
    host.addController(this);
  }

  hostUpdated(): void {
    // Within a size container only the top layer is placed by the window.
    this.#host.renderRoot.querySelector<HTMLElement>(".dragged:not(:popover-open)")?.showPopover();
  }

  hostDisconnected(): void {
    this.#end();
  }

  /** Whether the last press was a drag, whose click is to be ignored. */
  get hasDragged(): boolean {
    return this.#hasDragged;
  }

  /** Handles a press on a row; a finger only drags by the grip, as elsewhere it scrolls. */
  start(event: PointerEvent, ids: readonly string[], words: string): void {
    this.#end();
    this.#hasDragged = false;
    const { target } = event;
    const isGrip = target instanceof Element && target.closest(".grip") !== null;
    if (event.button !== 0 || (event.pointerType === "touch" && !isGrip)) return;
    const at = [event.clientX, event.clientY] as const;
    this.#dragged = { ids, words, from: at, at, hasMoved: false };
    this.#ending = new AbortController();
    const { signal } = this.#ending;
    const isMine = (each: PointerEvent): boolean => each.pointerId === event.pointerId;
    window.addEventListener("pointermove", (each) => isMine(each) && this.#move(each), { signal });
    window.addEventListener("pointerup", (each) => isMine(each) && this.#letGo(each), { signal });
    window.addEventListener("pointercancel", () => this.#end(), { signal });
    window.addEventListener("keydown", this.#key, { signal, capture: true });
  }

  /** The label at the pointer during a drag. */
  render(): TemplateResult | undefined {
    const { words = "", at: [x, y] = [0, 0], hasMoved = false } = this.#dragged ?? {};
    if (!hasMoved) return undefined;
    return html`<div
      class="dragged"
      popover="manual"
      aria-hidden="true"
      .style=${`left:${x}px;top:${y}px`}
    >
      ${words}
    </div>`;
  }

  #move({ clientX, clientY }: PointerEvent): void {
    if (this.#dragged === undefined) return;
    const { from, hasMoved } = this.#dragged;
    const far = Math.hypot(clientX - from[0], clientY - from[1]) > dragThreshold;
    this.#dragged = { ...this.#dragged, at: [clientX, clientY], hasMoved: hasMoved || far };
    this.#hasDragged = this.#dragged.hasMoved;
    this.#host.requestUpdate();
  }

  #letGo({ clientX, clientY }: PointerEvent): void {
    const dragged = this.#dragged;
    this.#end();
    if (dragged?.hasMoved === true) this.#drop({ ids: dragged.ids, clientX, clientY });
  }

  #end(): void {
    this.#ending?.abort();
    this.#ending = undefined;
    this.#dragged = undefined;
    this.#host.requestUpdate();
  }

  readonly #key = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    this.#end();
  };
}
