import { css } from "lit";

/** A rectangle of the window, in pixels. */
interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

type Size = Pick<Area, "width" | "height">;

/** Margin at the window's edges in pixels. */
const margin = 6;

const within = (start: number, length: number, whole: number): number =>
  Math.max(margin, Math.min(start, whole - margin - length));

/** The top left corner of a menu at a point: flipped where space is short, and always inside the window. */
export const menuAt = (
  { x, y }: { readonly x: number; readonly y: number },
  menu: Size,
  window: Size,
): readonly [left: number, top: number] => {
  const left = x + menu.width + margin > window.width ? x - menu.width : x;
  const top = y + menu.height + margin > window.height ? y - menu.height : y;
  return [within(left, menu.width, window.width), within(top, menu.height, window.height)];
};

/** The top left corner of a submenu: beside its entry, or over it on a narrow screen. */
export const menuBeside = (
  entry: Area,
  menu: Size,
  window: Size,
): readonly [left: number, top: number] => {
  const right = entry.left + entry.width;
  const left = right + menu.width + margin > window.width ? entry.left - menu.width : right;
  return [within(left, menu.width, window.width), within(entry.top, menu.height, window.height)];
};

/** The index of the next entry that begins with a letter, wrapping around. */
export const entryForLetter = (
  words: readonly string[],
  from: number,
  letter: string,
): number | undefined => {
  const wanted = letter.toLocaleLowerCase();
  const all = words.map((_, step) => (from + 1 + step) % words.length);
  return all.find((at) => words[at]?.toLocaleLowerCase().startsWith(wanted));
};

/** Styles of the context menu. */
export const menuStyle = css`
  .menu {
    position: fixed;
    inset: auto;
    margin: 0;
    padding: 5px;
    min-width: 180px;
    max-width: calc(100vw - 12px);
    max-height: calc(100vh - 12px);
    overflow: auto;
    border: 1px solid var(--fp-line);
    border-radius: 10px;
    background: var(--fp-surface);
    color: var(--fp-text);
    box-shadow: 0 8px 28px rgb(10 25 45 / 22%);
    font: inherit;
  }
  .menu:popover-open {
    display: block;
  }
  hr {
    margin: 5px 8px;
    border: 0;
    border-top: 1px solid var(--fp-line);
  }
  [role="menuitem"] {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 24px;
    min-height: 32px;
    padding: 3px 10px;
    border-radius: 7px;
    cursor: pointer;
    white-space: nowrap;
    user-select: none;
  }
  [role="menuitem"]:hover,
  [role="menuitem"]:focus,
  [role="menuitem"][aria-expanded="true"] {
    background: var(--fp-soft);
  }
  [role="menuitem"]:focus-visible {
    outline: 2px solid var(--fp-accent);
    outline-offset: -2px;
  }
  .keys {
    color: var(--fp-muted);
    font-size: 12px;
  }
  @media (pointer: coarse) {
    [role="menuitem"] {
      min-height: 42px;
    }
  }
`;
