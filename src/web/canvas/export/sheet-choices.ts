import {
  isPaperName,
  type Orientation,
  type PaperName,
  usualPaper,
} from "../../renderer/export/page-layout.ts";

/** How floors are laid out on paper. */
export interface SheetChoices {
  readonly paper: PaperName;
  readonly orientation: Orientation;
}

/** The ways in which a sheet can lie. */
export const orientations: readonly Orientation[] = ["auto", "portrait", "landscape"];

/** Storage key of the choices. */
const place = "floorplan-sheet";

const isOrientation = (text: string): text is Orientation =>
  orientations.some((each) => each === text);

/** The choices made last in this browser; without any the paper that is usual where its user is. */
export const storedSheetChoices = (): SheetChoices => {
  const usual: SheetChoices = { paper: usualPaper(navigator.language), orientation: "auto" };
  try {
    const [paper = "", orientation = ""] = (localStorage.getItem(place) ?? "").split(" ");
    return isPaperName(paper) && isOrientation(orientation) ? { paper, orientation } : usual;
  } catch {
    // Without storage, use what is usual.
    return usual;
  }
};

/** Keeps the choices for the next time. */
export const storeSheetChoices = ({ paper, orientation }: SheetChoices): void => {
  try {
    localStorage.setItem(place, `${paper} ${orientation}`);
  } catch {
    // Without storage, they hold until the page is closed.
  }
};
