import type { FileSystem } from "../../../wal/index.ts";
import type { ImageExtension } from "./image-name.ts";
import type { LoopTurns } from "../../host/loop-turns.ts";

type Signature = (start: string) => boolean;

const isJpeg: Signature = (start) => start.startsWith("\xff\xd8\xff");

/** First bytes of a file of each type: PNG (ISO 15948, 5.2), JPEG (ISO 10918-1, B.1.1.3), RIFF with WEBP (RFC 9649, 2.4). */
const signatures: Readonly<Record<Exclude<ImageExtension, "svg">, Signature>> = {
  png: (start) => start.startsWith("\x89PNG\r\n\x1a\n"),
  jpg: isJpeg,
  jpeg: isJpeg,
  webp: (start) => start.startsWith("RIFF") && start.startsWith("WEBP", 8),
};

/**
 * What is wrong with an image: its content is not what its extension says. Undefined: nothing.
 * A drawing is read whole, in turns. Rejects with the system's error, or the signal's reason.
 */
export const contentProblem = async (
  { disk, turns }: { readonly disk: FileSystem; readonly turns: LoopTurns },
  path: string,
  extension: ImageExtension,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const file = await disk.open(path, "read");
  try {
    if (extension === "svg") {
      const { svgProblem } = await import("./svg-problem.ts");
      return await svgProblem(file, turns, signal);
    }
    const start = Buffer.alloc(16);
    const read = await file.read(start, 0);
    return signatures[extension](start.toString("latin1", 0, read))
      ? undefined
      : `is no ${extension}: its content is something else`;
  } finally {
    await file.close();
  }
};
