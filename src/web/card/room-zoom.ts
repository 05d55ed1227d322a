import { shownLevel } from "../../model/elements/levels.ts";
import { placeOf } from "../../model/elements/places.ts";
import { findRef, type PlanData } from "../../model/elements/entities.ts";
import { isInRoom, type Room, roomsOn } from "../../model/elements/rooms.ts";
import { middleOf } from "../../model/geometry/polygon.ts";
import { distance, type Point } from "../../model/geometry/vector.ts";
import { ruled } from "../../model/bindings/rules.ts";
import { touchEffectOf } from "../../model/bindings/touch-actions.ts";
import type { PastEvent } from "../home-assistant/replay/replay-bar.ts";
import { type Hass, type HomeAssistant, nothingKnown } from "../home-assistant/home-assistant.ts";
import { languagesOf } from "../i18n/translation-controller.ts";
import type { ScreenPoint, Viewport } from "../renderer/viewport.ts";
import { elementAt } from "../ui/pointers.ts";
import { offerView3d, type Touches, type View3dCard } from "./view-3d-switch.ts";

/** The card on which one zooms to rooms. */
export interface ZoomedCard {
  readonly renderRoot: Node & ParentNode;
  readonly plan: PlanData | undefined;
  readonly level: string | undefined;
  readonly hass: Hass | undefined;
  readonly homeAssistant: HomeAssistant | undefined;
}

/** Milliseconds from a tap to the next press of a double tap, and those of a tap at most. */
const [doubleMs, tapMs] = [280, 500];

/** Pixels that a finger may move in a tap, and between the two of a double tap. */
const [tapSlop, doubleSlop] = [8, 24];

/** Metres that stay in view around a room. */
const around = 0.4;

/** Milliseconds of the way to a room. */
const wayMs = 300;

/** Milliseconds within which the sheet that a first tap opened may still appear, while its code is loaded. */
const lateSheetMs = 1500;

/** A press on the floor of a room. */
interface Press {
  readonly at: ScreenPoint;
  readonly atMs: number;
  readonly room: Room;
}

/** A part of the plan in view. */
interface View {
  readonly scale: number;
  readonly middle: Point;
}

/** Zooms to a room that is tapped twice or, by the key Z, chosen, and back out from it. */
class RoomZoom {
  readonly #card: ZoomedCard;
  readonly #viewport: Viewport;
  #down: Press | undefined;
  /** A first tap, until it is too late for a second. */
  #first: Press | undefined;
  /** The press of a second tap, until it ends. */
  #second: Press | undefined;
  /** The room that was zoomed to last. */
  #zoomed: string | undefined;
  #moving: number | undefined;
  /** Sees the sheet that a first tap opened and that is still loaded. */
  #late: MutationObserver | undefined;
  /** The plan of the moment that was shown last in looking back. */
  #past: PlanData | undefined;

  constructor(card: ZoomedCard, viewport: Viewport) {
    this.#card = card;
    this.#viewport = viewport;
  }

  /** Follows the card's presses and keys. */
  begin(): void {
    const root = this.#card.renderRoot;
    // Before the stage and a sheet that the first tap has opened.
    root.addEventListener("pointerdown", this.#pressed, { capture: true });
    root.addEventListener("pointerup", this.#released, { capture: true });
    root.addEventListener("pointercancel", this.#forget, { capture: true });
    root.addEventListener("wheel", this.#rest, { capture: true, passive: true });
    root.addEventListener("keydown", this.#key, { capture: true });
    root.addEventListener("past", this.#lookedBack, { capture: true });
  }

  readonly #lookedBack = (event: Event): void => {
    if (!(event instanceof CustomEvent)) return;
    const { detail }: PastEvent = event;
    this.#past = detail?.plan;
  };

  /** The plan that is drawn. */
  get #plan(): PlanData {
    const { renderRoot, plan = {} } = this.#card;
    return (renderRoot.querySelector("floorplan-replay") && this.#past) ?? plan;
  }

  readonly #pressed = (event: Event): void => {
    this.#rest();
    this.#late?.disconnect();
    if (!(event instanceof PointerEvent)) return;
    const [first, at] = [this.#first, this.#placeOf(event)];
    this.#forget();
    if (event.button !== 0 || !event.isPrimary || at === undefined) return;
    const isSecond =
      first !== undefined &&
      event.timeStamp - first.atMs < doubleMs &&
      distance(first.at, at) < doubleSlop;
    if (isSecond) {
      event.stopPropagation();
      this.#second = first;
      return;
    }
    const room = this.#floorAt(event, at);
    this.#down = room && { at, atMs: event.timeStamp, room };
  };

  readonly #released = (event: Event): void => {
    if (!(event instanceof PointerEvent)) return;
    const [down, second, at] = [this.#down, this.#second, this.#placeOf(event)];
    this.#forget();
    if (at === undefined) return;
    if (second !== undefined) {
      event.stopPropagation();
      if (distance(second.at, at) < doubleSlop) this.#turnTo(second.room);
    } else if (
      down !== undefined &&
      event.timeStamp - down.atMs < tapMs &&
      distance(down.at, at) < tapSlop
    )
      this.#first = { ...down, atMs: event.timeStamp };
  };

  readonly #forget = (): void => {
    this.#down = undefined;
    this.#first = undefined;
    this.#second = undefined;
  };

  readonly #key = (event: Event): void => {
    this.#rest();
    this.#late?.disconnect();
    if (!(event instanceof KeyboardEvent) || event.key.toLowerCase() !== "z") return;
    const target = this.#targetOf(event);
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || !target) return;
    const ref = target.closest("[data-ref]")?.getAttribute("data-ref") ?? "";
    const thing = findRef(this.#plan, ref);
    const place = thing && placeOf(thing.data);
    const own = this.#rooms().find(({ entity }) => ref === `rooms/${entity.key}`);
    const room = own ?? this.#roomAt(place ?? this.#view.middle);
    if (room === undefined) return;
    event.preventDefault();
    this.#turnTo(room);
  };

  /** The element of the drawing that an event is about. */
  #targetOf(event: Event): Element | undefined {
    const [target] = event.composedPath();
    if (!(target instanceof Element) || target.getRootNode() !== this.#card.renderRoot)
      return undefined;
    return target.closest(".stage") !== null && target.closest(".controls") === null
      ? target
      : undefined;
  }

  get #stage(): Element | null {
    return this.#card.renderRoot.querySelector(".stage");
  }

  #placeOf({ clientX, clientY }: PointerEvent): ScreenPoint | undefined {
    const box = this.#stage?.getBoundingClientRect();
    return box && [clientX - box.left, clientY - box.top];
  }

  #rooms(): readonly Room[] {
    const plan = this.#plan;
    return roomsOn(plan, shownLevel(plan, this.#card.level));
  }

  /** The room at a place; one indoors before one that surrounds it. */
  #roomAt(place: Point): Room | undefined {
    const here = this.#rooms().filter((room) => isInRoom(room, place));
    return here.find(({ isOutdoor }) => !isOutdoor) ?? here[0];
  }

  /** The room whose floor is pressed, unless a tap or a double tap there acts on the house. */
  #floorAt(event: PointerEvent, at: ScreenPoint): Room | undefined {
    const { renderRoot, homeAssistant } = this.#card;
    if (this.#targetOf(event) === undefined) return undefined;
    const thing = elementAt(renderRoot, event, "[data-ref][role=button]");
    const ref = thing?.getAttribute("data-ref") ?? undefined;
    const room = this.#roomAt(this.#viewport.toPlan(at));
    if (room === undefined || (ref !== undefined && ref !== `rooms/${room.entity.key}`))
      return undefined;
    const data = ruled(room.entity.data, homeAssistant?.now ?? nothingKnown);
    const { kind } = touchEffectOf("rooms", data, "tap");
    const isFree = (kind === "none" || kind === "room") && data["double_tap_action"] === undefined;
    return isFree ? room : undefined;
  }

  get #size(): ScreenPoint {
    const { clientWidth = 0, clientHeight = 0 } = this.#stage ?? {};
    return [clientWidth, clientHeight];
  }

  get #view(): View {
    const [width, height] = this.#size;
    return {
      scale: this.#viewport.scale,
      middle: this.#viewport.toPlan([width / 2, height / 2]),
    };
  }

  #show({ scale, middle }: View): void {
    const viewport = this.#viewport;
    const [width, height] = this.#size;
    viewport.zoom(scale / viewport.scale);
    const [x, y] = viewport.toScreen(middle);
    viewport.pan(width / 2 - x, height / 2 - y);
  }

  /** Zooms to a room, or back out if that was done last. */
  #turnTo(room: Room): void {
    this.#closeSheet();
    const viewport = this.#viewport;
    const key = JSON.stringify([room.level, room.entity.key]);
    const from = this.#view;
    const isOut = this.#zoomed === key && !viewport.isFitted;
    this.#zoomed = isOut ? undefined : key;
    const end = isOut ? (): void => viewport.fit() : (): void => this.#show(this.#viewOf(room));
    // The end is taken, to know what the viewport makes of it.
    end();
    const to = this.#view;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return viewport.rested?.();
    this.#show(from);
    this.#move(from, to, end);
  }

  #viewOf({ box }: Room): View {
    const [width, height] = this.#size;
    const [wide, high] =
      this.#viewport.turn === 0 ? [box.width, box.height] : [box.height, box.width];
    const scale = Math.min(width / (wide + around * 2), height / (high + around * 2));
    return { scale, middle: middleOf(box) };
  }

  #move(from: View, to: View, end: () => void): void {
    const viewport = this.#viewport;
    let began: number | undefined;
    const step = (now: number): void => {
      began ??= now;
      const part = Math.min(1, (now - began) / wayMs);
      if (part === 1 || viewport.rested === undefined) {
        this.#moving = undefined;
        end();
        return viewport.rested?.();
      }
      const eased = 1 - (1 - part) ** 3;
      const scale = from.scale * (to.scale / from.scale) ** eased;
      // Straight on the screen: as far along the way as the scale is, by its inverse.
      const [start, stop] = [1 / from.scale, 1 / to.scale];
      const along = start === stop ? eased : (1 / scale - start) / (stop - start);
      const [x0, z0] = from.middle;
      const [x1, z1] = to.middle;
      this.#show({ scale, middle: [x0 + (x1 - x0) * along, z0 + (z1 - z0) * along] });
      viewport.rested();
      this.#moving = requestAnimationFrame(step);
      return undefined;
    };
    this.#moving = requestAnimationFrame(step);
  }

  /** Stops where the view is: somebody does something else. */
  readonly #rest = (): void => {
    if (this.#moving !== undefined) cancelAnimationFrame(this.#moving);
    this.#moving = undefined;
  };

  /** Closes the sheet of the room that the first tap has opened, now or once it appears, unless it may be that of another press. */
  #closeSheet(): void {
    const root = this.#card.renderRoot;
    const close = (): void => {
      root.querySelector("floorplan-details")?.dispatchEvent(new CustomEvent("closed"));
    };
    close();
    const late = new MutationObserver(close);
    late.observe(root, { childList: true, subtree: true });
    this.#late?.disconnect();
    this.#late = late;
    setTimeout(() => late.disconnect(), lateSheetMs);
  }
}

/**
 * Loads what touches need, follows double taps on rooms and offers the plan in 3D from now on. All of this is loaded once the first view stands, to be
 * there also while the service is not.
 */
export const prepare = async (
  card: ZoomedCard & View3dCard,
  viewport: Viewport,
  touches: Touches,
): Promise<void> => {
  new RoomZoom(card, viewport).begin();
  void offerView3d(card, touches);
  const { prepareWords } = await import("../home-assistant/actions/perform-action.ts");
  await prepareWords(languagesOf(card.hass));
};
