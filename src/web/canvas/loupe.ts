import { css, html, nothing, svg, type TemplateResult } from "lit";
import { roomsOn } from "../../model/elements/rooms.ts";
import { minus, type Point, times } from "../../model/geometry/vector.ts";
import { closedPath } from "../../model/geometry/svg-path.ts";
import type { ScreenPoint, Viewport } from "../renderer/viewport.ts";
import type { EditorContext } from "./component.ts";
import { type ScreenSize, shownImage } from "./fit-view.ts";
import type { Overlay } from "./tools/tool.ts";

/** Width of the loupe, distance of its middle from the finger, and least distance from the edges, in pixels. */
const [wide, away, edge] = [116, 108, 4];

/** How much larger it shows the drawing. */
const magnification = 2.5;

/** The loupe's left top corner for a finger: above it, or beside it at the upper edge of the screen. */
export const loupePlace = ([x, y]: ScreenPoint, { width, height }: ScreenSize): ScreenPoint => {
  const isAbove = y - away - wide / 2 >= edge;
  const side = x < width / 2 ? away : -away;
  const middle: ScreenPoint = isAbove ? [x, y - away] : [x + side, y];
  const within = (at: number, most: number): number =>
    Math.max(edge, Math.min(at - wide / 2, most - wide - edge));
  return [within(middle[0], width), within(middle[1], height)];
};

/** What a loupe over a place shows: the tracing image, the walls' lines, and what the tool draws. */
export const drawLoupe = (
  { session, view, client }: EditorContext,
  viewport: Viewport,
  at: Point,
  { ghost = [], dots = [], guides = [], isOpen = false }: Overlay,
  screen: ScreenSize,
): TemplateResult => {
  const { plan } = session.state;
  const { level } = view.state;
  const finger = viewport.toScreen(at);
  const [left, top] = loupePlace(finger, screen);
  const pixel = 1 / (viewport.scale * magnification);
  // The middle in metres, turned as the drawing is.
  const middle = times(minus(finger, viewport.toScreen([0, 0])), 1 / viewport.scale);
  const corner = minus(middle, [(wide * pixel) / 2, (wide * pixel) / 2]);
  const image = shownImage(plan, level);
  const outline = closedPath(ghost);
  return html`<svg
    class="loupe"
    aria-hidden="true"
    viewBox=${[...corner, wide * pixel, wide * pixel].join(" ")}
    .style=${`left:${left}px;top:${top}px;--pixel:${pixel}px`}
  >
    <g transform=${viewport.transform}>
      ${
        image === undefined
          ? nothing
          : svg`<image href=${client.imageUrl(image.url) || nothing} x=${image.left} y=${image.top}
              width=${image.width} height=${image.height || nothing} preserveAspectRatio="none"
              transform=${`rotate(${image.rotation} ${image.left} ${image.top})`}></image>`
      }
      <path
        class="line"
        d=${roomsOn(plan, level)
          .map(({ corners }) => closedPath(corners))
          .join("")}
      ></path>
      ${ghost.length === 0 ? nothing : svg`<path class="line made" d=${isOpen ? outline.slice(0, -1) : outline}></path>`}
      ${guides.map(
        ({ from, to }) =>
          svg`<line class="line to" x1=${from[0]} y1=${from[1]} x2=${to[0]} y2=${to[1]}></line>`,
      )}
      ${dots.map(([x, z]) => svg`<circle class="line made" cx=${x} cy=${z} r=${6 * pixel}></circle>`)}
    </g>
    <path
      class="line to"
      d=${`M${middle[0] - 9 * pixel} ${middle[1]}h${18 * pixel}M${middle[0]} ${middle[1] - 9 * pixel}v${18 * pixel}`}
    ></path>
  </svg>`;
};

/** Styles of the loupe. */
export const loupeStyle = css`
  svg.loupe {
    inset: auto;
    width: 116px;
    height: 116px;
    border: 2px solid var(--mark);
    border-radius: 50%;
    background: light-dark(#fff, #12171d);
    box-shadow: 0 4px 16px rgb(10 25 45 / 30%);
    pointer-events: none;
  }
  .loupe .line {
    fill: none;
    stroke: light-dark(#1d2733, #e6ebf1);
    stroke-width: calc(2.5 * var(--pixel));
  }
  .loupe .made {
    stroke: var(--mark);
  }
  .loupe .to {
    stroke: light-dark(#c2187a, #ff7ac2);
    stroke-width: calc(1.5 * var(--pixel));
  }
`;
