import { textIn } from "../../../model/json.ts";
import { isOld, type JudgedLink } from "../../../model/mesh/judged-links.ts";
import { gradeOf, type MeshLink, type MeshNode, qualityOf } from "../../../model/mesh/mesh.ts";
import type { RadioWay } from "../../../model/mesh/radio-loss.ts";
import type { MeshTexts } from "../../i18n/en/mesh.ts";
import { formatList, shortNumberIn, timeIn } from "../formats.ts";
import type { MeshView } from "./mesh-view.ts";

/** Words and language for a mesh. */
export interface Speech {
  readonly words: MeshTexts;
  readonly language: string;
  /** Seconds since 1970. */
  readonly now: number;
}

/** The name of a node by its id. */
export const nameOf = ({ nodes }: MeshView, id: string): string => nodes.get(id)?.name ?? id;

const measuredWords = (
  { lqi, rssi }: Pick<MeshLink, "lqi" | "rssi">,
  { words, language }: Speech,
): string => {
  if (rssi !== undefined) return words.strength(shortNumberIn(language, rssi));
  return lqi === undefined ? words.unmeasured : words.linkQuality(shortNumberIn(language, lqi));
};

const wayWords = ({ metres, walls, ceilings }: RadioWay, { words, language }: Speech): string => {
  const far = words.metres(shortNumberIn(language, Math.round(metres * 10) / 10));
  const parts = [far, words.walls(walls), ...(ceilings === 0 ? [] : [words.ceilings(ceilings)])];
  return formatList(language, parts);
};

/** What explains the quality of a link. */
const causeWords = ({ way, quality, isUnexplained }: JudgedLink, { words }: Speech): string => {
  if (way === undefined) return words.noWay;
  if (isUnexplained) return words.unexplained;
  return quality !== undefined && gradeOf(quality) === "weak" ? words.explained : "";
};

/** The ends of a link. */
export const linkName = (view: MeshView, { link: { from, to } }: JudgedLink): string =>
  `${nameOf(view, from)} – ${nameOf(view, to)}`;

/** A quality in words, with what was measured. */
export const measureWords = (measured: Pick<MeshLink, "lqi" | "rssi">, speech: Speech): string => {
  const quality = qualityOf(measured);
  const words = measuredWords(measured, speech);
  return quality === undefined ? words : `${speech.words.grades[gradeOf(quality)]} (${words})`;
};

/** A link in sentences: its quality, what lies between, what explains it, and its age. */
export const linkWords = (judged: JudgedLink, speech: Speech): string => {
  const { words, language } = speech;
  const { way, link, seen } = judged;
  const said = measureWords(link, speech);
  const heard = seen === undefined ? "" : words.heard(timeIn(language, seen * 1000).ago);
  return [
    way === undefined ? `${said}.` : `${said}, ${wayWords(way, speech)}.`,
    causeWords(judged, speech),
    isOld(judged, speech.now) ? `${heard} ${words.old}` : heard,
  ]
    .filter((each) => each !== "")
    .join(" ");
};

/** A node in sentences: what it is, whether it answers, and when it was heard. */
export const nodeWords = (
  { role, seen, available }: MeshNode,
  { words, language }: Speech,
): string =>
  [
    `${words.roles[role]}.`,
    available === false ? words.silent : "",
    seen === undefined ? "" : words.heard(timeIn(language, seen * 1000).ago),
  ]
    .filter((each) => each !== "")
    .join(" ");

/** Where a router would help, and whom; or that none would. */
export const bestWords = ({ best, links }: MeshView, { words, language }: Speech): string => {
  const hasWeak = links.some(({ quality }) => quality !== undefined && gradeOf(quality) === "weak");
  if (best === undefined) return hasWeak ? words.noBest : words.noWeak;
  const room = textIn(best.room.entity.data["name"]) ?? words.someRoom;
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });
  const helped = best.helped
    .slice(0, 5)
    .map(({ node, quality, better }) =>
      words.helped(node.name, percent.format(quality), percent.format(better)),
    );
  return words.best(room, formatList(language, helped));
};
