import {
  isPaperName,
  type Orientation,
  type PaperName,
  usualPaper,
} from "../../renderer/export/page-layout.ts";
import { keep, kept } from "../../ui/browser-storage.ts";

/** How floors are laid out on paper. */
export interface SheetChoices {
  readonly paper: PaperName;
  readonly orientation: Orientation;
}

/** The ways in which a sheet can lie. */
export const orientations: readonly Orientation[] = ["auto", "portrait", "landscape"];

/** The name under which the browser keeps them. */
const name = "floorplan-sheet";

const isOrientation = (text: string): text is Orientation =>
  orientations.some((each) => each === text);

/** The choices made last in this browser; without any the paper that is usual where its user is. */
export const storedSheetChoices = (): SheetChoices => {
  const usual: SheetChoices = { paper: usualPaper(navigator.language), orientation: "auto" };
  const [paper = "", orientation = ""] = (kept(name) ?? "").split(" ");
  return isPaperName(paper) && isOrientation(orientation) ? { paper, orientation } : usual;
};

/** Keeps the choices for the next time. */
export const storeSheetChoices = ({ paper, orientation }: SheetChoices): void =>
  void keep(name, `${paper} ${orientation}`);
