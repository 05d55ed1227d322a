import { nothing, svg, type SVGTemplateResult } from "lit";
import { planBounds } from "../../../model/elements/places.ts";
import type { Point } from "../../../model/geometry/vector.ts";
import { colourAt, cssColour } from "../../../model/heat/colour-scale.ts";
import { isOld, type JudgedLink } from "../../../model/mesh/judged-links.ts";
import type { MeshNode } from "../../../model/mesh/mesh.ts";
import type { MeshView } from "./mesh-view.ts";

/** What was chosen of a mesh: a link, or a node by its id. */
export type MeshChoice = { readonly link: JudgedLink } | { readonly node: string } | undefined;

/** What a drawing of a mesh needs besides it. */
export interface MeshDrawing {
  readonly level: string | undefined;
  readonly chosen: MeshChoice;
  readonly choose: (chosen: MeshChoice) => void;
  /** Seconds since 1970. */
  readonly now: number;
  /** Looking back: the quality from 0 to 1 that nodes had, by their ids. Links are faint then, as they have no past. */
  readonly qualities: ReadonlyMap<string, number> | undefined;
}

/** Metres of a drawing that is ten metres wide: of a thin and a thick line, what takes a tap beside them, and the size of a node. */
const [thin, thick, reach, size] = [0.035, 0.12, 0.35, 0.16];

/** The colour of a quality from 0 to 1; grey if it is not known. */
export const qualityColour = (quality: number | undefined): string =>
  quality === undefined ? "#808080" : cssColour(colourAt(quality));

const line = (from: Point, to: Point): string => `M${from.join(" ")}L${to.join(" ")}`;

/** Whether a link is one that was chosen, or one of a node that was. */
const isChosen = ({ link }: JudgedLink, chosen: MeshChoice): boolean =>
  chosen !== undefined &&
  ("link" in chosen
    ? chosen.link.link === link
    : chosen.node === link.from || chosen.node === link.to);

const drawLink = (
  judged: JudgedLink,
  [from, to]: readonly [Point, Point],
  scale: number,
  { chosen, choose, now, qualities }: MeshDrawing,
): SVGTemplateResult => {
  const { quality } = judged;
  const width = scale * (thin + (thick - thin) * (quality ?? 0));
  const dashes = isOld(judged, now) ? `${scale * 0.25} ${scale * 0.2}` : nothing;
  const path = line(from, to);
  const isFaint = qualities !== undefined || (chosen !== undefined && !isChosen(judged, chosen));
  return svg`<g class="link" opacity=${isFaint ? 0.35 : nothing} @click=${() => choose({ link: judged })}>
    <path d=${path} stroke="transparent" stroke-width=${scale * reach}></path>
    <path d=${path} stroke="#fff" stroke-width=${width + scale * 0.09} stroke-dasharray=${dashes}></path>
    <path d=${path} stroke="#000" stroke-width=${width + scale * 0.04} stroke-dasharray=${dashes}></path>
    <path d=${path} stroke=${qualityColour(quality)} stroke-width=${width} stroke-dasharray=${dashes}></path>
  </g>`;
};

/** A square for a coordinator, a disc for a router, a ring for what is neither; dimmed elsewhere than on this floor. */
const drawNode = (
  { id, role }: MeshNode,
  [x, z]: Point,
  isHere: boolean,
  scale: number,
  { chosen, choose, qualities }: MeshDrawing,
): SVGTemplateResult => {
  const half = scale * (role === "coordinator" || role === "router" ? size : size * 0.7);
  const isThis = chosen !== undefined && "node" in chosen && chosen.node === id;
  const quality = qualities?.get(id);
  const look = {
    fill: role === "coordinator" || role === "router" ? "#000" : "#fff",
    stroke: role === "coordinator" || role === "router" ? "#fff" : "#000",
    width: scale * 0.045,
  };
  return svg`<g class="node" opacity=${isHere ? nothing : 0.4} @click=${() => choose({ node: id })}>
    <circle cx=${x} cy=${z} r=${scale * reach * 0.8} fill="transparent"></circle>
    ${
      isThis
        ? svg`<circle cx=${x} cy=${z} r=${half * 1.9} fill="none" stroke="var(--plan-accent)" stroke-width=${look.width * 2}></circle>`
        : nothing
    }
    ${
      role === "coordinator"
        ? svg`<rect x=${x - half} y=${z - half} width=${2 * half} height=${2 * half} fill=${look.fill} stroke=${look.stroke} stroke-width=${look.width}></rect>`
        : svg`<circle cx=${x} cy=${z} r=${half} fill=${look.fill} stroke=${look.stroke} stroke-width=${look.width}></circle>`
    }
    ${
      // A grey disc for what is not known would look like a fair quality.
      quality === undefined
        ? nothing
        : svg`<circle class="then" cx=${x} cy=${z} r=${half * 0.75} fill=${qualityColour(quality)}></circle>`
    }
  </g>`;
};

const drawBest = ([x, z]: Point, scale: number): SVGTemplateResult => {
  const far = scale * 0.3;
  return svg`<g class="best" fill="none" stroke="#000" stroke-width=${scale * 0.16}>
    ${[
      { colour: "#fff", width: scale * 0.18 },
      { colour: "#c2185b", width: scale * 0.09 },
    ].map(
      ({ colour, width }) =>
        svg`<g stroke=${colour} stroke-width=${width}>
          <circle cx=${x} cy=${z} r=${far}></circle>
          <path d=${`M${x - far / 2} ${z}h${far}M${x} ${z - far / 2}v${far}`}></path>
        </g>`,
    )}
  </g>`;
};

/**
 * Draws a mesh over a floor: its links in the colours and widths of their quality, dashed if they are old, also those that lead to
 * another floor, and the place where a router would help most. It takes clicks; for keyboards there is a list.
 */
export const drawMesh = (view: MeshView, drawing: MeshDrawing): SVGTemplateResult => {
  const { plan, links, placed, nodes, best } = view;
  const { level } = drawing;
  const { width, height } = planBounds(plan, level);
  const scale = Math.max(0.3, Math.max(width, height) / 10);
  const shown = links.flatMap((judged) => {
    const [one, other] = [judged.link.from, judged.link.to].map((id) => placed.places.get(id));
    const isHere = one?.level === level || other?.level === level;
    return one === undefined || other === undefined || !isHere
      ? []
      : [{ judged, ends: [one.at, other.at] as const }];
  });
  const beside = new Set(shown.flatMap(({ judged: { link } }) => [link.from, link.to]));
  return svg`<g class="mesh" fill="none" stroke-linecap="butt">
    ${shown
      // The weakest last, on top.
      .toReversed()
      .map(({ judged, ends }) => drawLink(judged, ends, scale, drawing))}
    ${[...placed.places].map(([id, place]) => {
      const node = nodes.get(id);
      const isHere = place.level === level;
      return node === undefined || (!isHere && !beside.has(id))
        ? nothing
        : drawNode(node, place.at, isHere, scale, drawing);
    })}
    ${best !== undefined && best.level === level ? drawBest(best.at, scale) : nothing}
  </g>`;
};
