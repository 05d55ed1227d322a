/** A press or a drop, by the pixels of the page; `pointerType` as pointer events have it. */
export interface PressPlace {
  readonly clientX: number;
  readonly clientY: number;
  readonly pointerType?: string;
}

/** Pixels around a press in which what is small is still met: a mouse points finer than a finger or a pen. */
const [fine, coarse] = [[4], [4, 8, 12]] as const;

/** The directions in which something is looked for around a press. */
const directions = Array.from({ length: 12 }, (_, at) => (at * Math.PI) / 6);

/**
 * What of a drawing a press means, of what matches `selector`: that of which the topmost ink is there, else what
 * keeps that place for itself (`.near`, such as the sweep of a door), else what is a few pixels away, else the room.
 */
export const elementAt = (
  root: Node,
  { clientX, clientY, pointerType }: PressPlace,
  selector: string,
): Element | undefined => {
  if (!(root instanceof ShadowRoot)) return undefined;
  const thingOf = (met: Element | null): Element | undefined => met?.closest(selector) ?? undefined;
  const standing = (met: Element | null): Element | undefined => {
    const thing = thingOf(met);
    return thing?.matches(".room") === true ? undefined : thing;
  };
  const top = root.elementFromPoint(clientX, clientY);
  const thing = standing(top);
  if (thing !== undefined) {
    if (top?.matches(".near") !== true) return thing;
    const below = root.elementsFromPoint(clientX, clientY).filter((met) => !met.matches(".near"));
    return below.map(standing).find((found) => found !== undefined) ?? thing;
  }
  for (const away of pointerType === "touch" || pointerType === "pen" ? coarse : fine) {
    for (const direction of directions) {
      const [x, y] = [Math.cos(direction) * away, Math.sin(direction) * away];
      const found = standing(root.elementFromPoint(clientX + x, clientY + y));
      if (found !== undefined) return found;
    }
  }
  return thingOf(top);
};
