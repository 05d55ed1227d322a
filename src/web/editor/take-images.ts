import { shownLevel } from "../../model/elements/levels.ts";
import { readSettings } from "../connection/service-settings.ts";
import { firstLevelId } from "../../model/editing/levels.ts";
import type { EditorContext } from "./context.ts";
import { foreignFiles } from "../canvas/import/dropped-files.ts";
import { uploadOf } from "../canvas/inspector/image-upload.ts";

const imageIn = (data: DataTransfer | null): File | undefined =>
  foreignFiles(data).length > 0 ? undefined : data?.files[0];

/** Whatever file is dropped, the page is not to be left for it. */
const stay = (event: DragEvent): void => {
  if (event.dataTransfer?.types.includes("Files") === true) event.preventDefault();
};

/** Puts an image file under the floor that is shown; the panel says how that goes. */
const take = async (file: File, context: EditorContext): Promise<void> => {
  const { client, session, view, texts, say } = context;
  const upload = uploadOf(session);
  if (upload.state.running !== undefined) return say(texts.panels.tracing.notWhileUploading);
  const level = shownLevel(session.state.plan, view.state.level) ?? firstLevelId;
  const { imageBytes } = await readSettings(client.imageUrl("/settings.json"));
  await upload.send(level, file, imageBytes, context);
};

/**
 * Takes image files that are dropped onto an editor, or pasted while it is in use, as the tracing image of the
 * floor that is shown, and opens the panel about it. Gives what ends that.
 */
export const takeImages = (
  host: HTMLElement,
  contextOf: () => EditorContext | undefined,
): (() => void) => {
  const given = (event: Event, data: DataTransfer | null): void => {
    const context = contextOf();
    const file = imageIn(data);
    if (context === undefined || file === undefined) return;
    event.preventDefault();
    host.dispatchEvent(new CustomEvent("show-panel", { detail: "tracing" }));
    void take(file, context);
  };
  const dropped = (event: DragEvent): void => {
    stay(event);
    given(event, event.dataTransfer);
  };
  const pasted = (event: ClipboardEvent): void => {
    const [target] = event.composedPath();
    const isHere = event.composedPath().includes(host) || target === document.body;
    if (isHere && host.checkVisibility()) given(event, event.clipboardData);
  };
  host.addEventListener("dragover", stay);
  host.addEventListener("drop", dropped);
  document.addEventListener("paste", pasted);
  return () => {
    host.removeEventListener("dragover", stay);
    host.removeEventListener("drop", dropped);
    document.removeEventListener("paste", pasted);
  };
};
